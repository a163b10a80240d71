// Closing in on a value with questions that cost too much, against made-up searches.
#include <cstdlib>
#include <map>

#include "cases.hpp"
#include "narrowing.hpp"

using namespace steppe;

namespace {

// A search that needs so many nodes for a question, the more the nearer it is to the value, and
// remembers most of what it did before a pause.
struct MadeUp {
  int value;
  std::uint64_t hardest;
  Random& random;
  Control& control;
  Bounds& bounds;
  std::map<int, std::uint64_t> done{};
  int pauses = 0;
  bool tight = false;  // never proves more than it was asked

  int operator()(int beta) {
    CHECK(bounds.lower < beta && beta <= bounds.upper);  // no question is asked in vain
    const auto cost =
        1 + hardest / static_cast<std::uint64_t>(1 + std::abs(2 * (value - beta) + 1));
    std::uint64_t& paid = done[beta];
    const std::uint64_t before = control.nodes();
    try {
      while (control.nodes() - before + paid < cost) control.count_node();
    } catch (const Paused&) {
      paid += (control.nodes() - before) * 3 / 4;
      ++pauses;
      throw;
    }
    if (tight) return value >= beta ? beta : beta - 1;
    // Fail-soft: anything between the question and the value is a true answer.
    return value >= beta ? random.between(beta, value) : random.between(value, beta - 1);
  }
};

}  // namespace

CLAIM(questions_are_answered,
      "A question, however hard, ends with its answer, and the bounds are true and only narrow, "
      "with easier questions in between where it was paused.") {
  int paused = 0;
  for_cases(60, [&](Random& random) {
    const int value = random.between(-60, 60);
    Bounds bounds{value - random.below(80), value + random.below(80)};
    Control control({}, {});
    MadeUp made_up{value, random.next() >> random.between(42, 50), random, control, bounds};
    Narrowing<MadeUp&> narrowing(bounds, control, made_up);
    while (!bounds.exact()) {
      const Bounds before = bounds;
      const int beta = random.between(bounds.lower + 1, bounds.upper);
      const Shown shown([&] { return std::to_string(value) + " at " + std::to_string(beta); });
      narrowing.ask(beta);
      CHECK(bounds.lower >= beta || bounds.upper < beta);
      CHECK((bounds & before) == bounds);
      CHECK(bounds.lower <= value && value <= bounds.upper);
    }
    paused += made_up.pauses;
    const std::uint64_t nodes = control.nodes();
    narrowing.ask(value);
    narrowing.ask(value + 1);
    CHECK_EQUAL(control.nodes(), nodes);  // what is known is not asked again
  });
  CHECK(paused > 60);
}

CLAIM(bounds_close_in_meanwhile,
      "While one question is too hard for any number of nodes allowed, the bounds on both sides of "
      "it close in.") {
  for_cases(10, [](Random& random) {
    const int value = random.between(-9, 9);
    Bounds bounds{value - 70, value + 70};
    Control control({2'000'000, {}}, {});
    MadeUp made_up{value, 0, random, control, bounds};
    made_up.tight = true;
    // Only the two questions at the value are that hard.
    const auto reaches = [&](int beta) {
      made_up.hardest = beta == value || beta == value + 1 ? 1ull << 60 : 1 << 12;
      return made_up(beta);
    };
    Narrowing<decltype(reaches)> narrowing(bounds, control, reaches);
    bool stopped = false;
    try {
      narrowing.ask(random.chance(50) ? value : value + 1);
    } catch (const Stopped&) {
      stopped = true;
    }
    CHECK(stopped);
    CHECK_EQUAL(control.nodes(), 2'000'000u);
    CHECK(bounds.lower <= value && value <= bounds.upper);
    CHECK(bounds.lower >= value - 3);
    CHECK(bounds.upper <= value + 3);
  });
}
