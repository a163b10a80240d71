// What one search leaves to the next: entries are what they were, and stops change no value.
#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "harvest.hpp"
#include "reference.hpp"
#include "solver.hpp"

using namespace steppe;

namespace {

using KeyPair = std::pair<std::uint64_t, std::uint64_t>;

// A table in use, with entries of every effort, some of them from before its last renewal.
void fill(Table& table, Random& random, int stores) {
  for (int i = 0; i < stores; ++i) {
    const int value = random.between(-50, 50);
    const Bounds proved{random.chance(30) ? Table::kLeast : value - random.below(9),
                        random.chance(30) ? Table::kMost : value + random.below(9)};
    const std::uint64_t nodes = random.chance(5) ? 0 : random.next() >> random.between(1, 63);
    table.store({random.next(), random.next()}, proved, static_cast<std::uint8_t>(random.below(200)),
                nodes);
    if (i == stores / 5) table.renew();
  }
}

std::vector<Remembered> everything(const Table& table) {
  std::vector<Remembered> all;
  table.each([&](const Key& key, const Entry& entry, std::uint8_t effort) {
    all.push_back({key, entry, effort});
  });
  return all;
}

std::vector<Remembered> read(const std::string& bytes) {
  CHECK_EQUAL(bytes.size() % Remembered::kBytes, 0u);
  std::vector<Remembered> entries;
  for (std::size_t at = 0; at < bytes.size(); at += Remembered::kBytes)
    entries.push_back(Remembered::read(&bytes[at]));
  return entries;
}

// What a search leaves to the next.
struct Passed {
  Bounds value;
  std::vector<Answer::MoveBounds> moves;
  std::uint64_t nodes;
  std::string upper_levels, last_level;

  Passed(const Answer& answer, const Solver& solver, std::size_t most)
      : value(answer.value),
        moves(answer.moves),
        nodes(answer.nodes),
        upper_levels(solver.dearest_of_upper_levels(most)),
        last_level(solver.dearest_of_last_level(most)) {}
  Known known() const { return {value, moves, nodes, upper_levels, last_level}; }
};

bool contains(Bounds bounds, int value) { return bounds.lower <= value && value <= bounds.upper; }

}  // namespace

CLAIM(the_dearest_are_chosen,
      "Whatever is asked for, it is the entries of the most effort that come, each as the table "
      "has it and once, the cheapest first; and all of them where there are fewer.") {
  for_cases(40, [](Random& random) {
    Table table(static_cast<std::size_t>(random.one_of({0, 128, 5000, 1 << 20})));
    fill(table, random, random.below(3000));
    std::vector<Remembered> all = everything(table);
    CHECK_EQUAL(all.size(), table.use().entries);
    std::stable_sort(all.begin(), all.end(), [](const Remembered& a, const Remembered& b) {
      return a.effort > b.effort;
    });
    for (const std::size_t most : {0, 1, 2, 7, 100, 500, 100'000}) {
      std::vector<Remembered> wanted = all;
      if (wanted.size() > most) wanted.resize(most);
      std::stable_sort(wanted.begin(), wanted.end(), [](const Remembered& a, const Remembered& b) {
        return a.effort < b.effort;
      });
      CHECK(read(dearest(table, most)) == wanted);
    }
    std::map<KeyPair, int> seen;
    for (const Remembered& remembered : all) {
      CHECK_EQUAL(++(seen[{remembered.key.low, remembered.key.high}]), 1);
      CHECK(table.find(remembered.key) == remembered.entry);
    }
  });
}

CLAIM(there_and_back,
      "Entries come back into a table as they were; bytes that cannot be entries are refused.") {
  for_cases(20, [](Random& random) {
    Table table(1 << 20), fresh(1 << 20);
    fill(table, random, random.below(2000));
    const std::string bytes = dearest(table, 1000);
    restore(fresh, bytes);
    const std::vector<Remembered> back = everything(fresh);
    CHECK_EQUAL(back.size(), bytes.size() / Remembered::kBytes);
    for (const Remembered& remembered : read(bytes))
      CHECK(std::find(back.begin(), back.end(), remembered) != back.end());
    const auto refuses = [&](std::string_view wrong) {
      try {
        restore(fresh, wrong);
      } catch (const std::invalid_argument&) {
        return true;
      }
      return false;
    };
    if (bytes.empty()) return;
    for (std::size_t cut = 1; cut < Remembered::kBytes; ++cut)
      CHECK(refuses(std::string_view(bytes).substr(cut)));
    CHECK(refuses(bytes.substr(0, Remembered::kBytes - 1) + char{65}));
  });
}

CLAIM(the_dearest_stay,
      "Where entries are brought back to a table that is too small, the dearest one is there.") {
  for_cases(20, [](Random& random) {
    Table table(1 << 18), small(128);
    fill(table, random, 500);
    const std::string bytes = dearest(table, 300);
    restore(small, bytes);
    const Remembered last = read(bytes).back();
    CHECK(small.find(last.key) == last.entry);
  });
}

CLAIM(stops_change_no_value,
      "A search stopped anywhere, again and again, and gone on with by solvers with other tables, "
      "ends with the value and the values of all moves; every bound on the way is true, and none "
      "is wider than the one before.") {
  std::vector<Solver> solvers;
  for (const std::size_t bytes : {0, 600, 1 << 15, 1 << 20}) solvers.emplace_back(bytes);
  int stops = 0;
  for_cases(300, [&](Random& random) {
    const int levels = random.between(1, 4);
    Request request;
    request.root = random.chance(40) ? random_start(random, levels, 6, 4)
                                     : random_position(random, levels, 7, 5);
    request.margin = random.between(-12, 12);
    request.all_moves = random.chance(50);
    const Shown shown([&] { return text(request.root); });
    static Minimax minimax;
    const auto to_go = minimax.value(plain(request.root), 4000);
    if (!to_go) return;
    const int value = request.margin + (request.root.mover == 1 ? -*to_go : *to_go);
    const Answer whole = Solver(1 << 20).solve(request, {});
    CHECK(whole.value == (Bounds{value, value}));
    std::optional<Passed> passed;
    for (std::uint64_t allowed = 1;; allowed += 1 + allowed / 2) {
      request.outcome_only = random.chance(20);
      request.limits.nodes = random.next() % (1 + allowed);
      Solver& solver = random.pick(solvers);
      const Known known = passed ? passed->known() : Known{};
      const Answer answer = solver.solve(request, {}, passed ? &known : nullptr);
      CHECK(contains(answer.value, value));
      if (passed) CHECK((answer.value & known.value) == answer.value);
      for (std::size_t i = 0; i < answer.moves.size(); ++i) {
        const Bounds bounds = answer.moves[i].bounds;
        CHECK(answer.moves[i].move == whole.moves[i].move);
        if (request.all_moves) CHECK((bounds & whole.moves[i].bounds).exact());
        if (passed) CHECK((bounds & known.moves[i].bounds) == bounds);
      }
      const bool complete =
          !request.outcome_only && answer.value.exact() &&
          (!request.all_moves ||
           std::all_of(answer.moves.begin(), answer.moves.end(),
                       [](const Answer::MoveBounds& move) { return move.bounds.exact(); }));
      if (complete) break;
      ++stops;
      passed.emplace(answer, solver, static_cast<std::size_t>(random.one_of({0, 3, 1000})));
    }
  });
  CHECK(stops > 500);
}

CLAIM(contradictions_are_refused,
      "Bounds that no value of the position or of a move can meet are refused, before any search.") {
  Solver solver(1 << 20);
  const Request request{start(3, 2, 2, Reserve{{2, 1, 1, 1}}, 0), 0, false, true, {}};
  const Answer answer = solver.solve(request, {});
  for (const bool of_a_move : {false, true}) {
    const Passed passed(answer, solver, 10);
    Known known = passed.known();
    (of_a_move ? known.moves.front().bounds : known.value) = {900, 900};
    bool refused = false;
    try {
      solver.solve(request, {}, &known);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
  CHECK(solver.solve(request, {}).value == answer.value);
}
