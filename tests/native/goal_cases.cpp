#include "goal_cases.hpp"

#include <algorithm>
#include <utility>

#include "cases.hpp"

using namespace steppe;

std::string text(const Case& some) {
  return ::text(some.position) + " attacker " + std::to_string(some.goal.attacker) + " wants " +
         std::to_string(some.goal.wanted) + " cost " + std::to_string(some.cost);
}

int shown(int cost) { return cost >= PlainGoal::kInfinite ? kNever : cost; }

Position position_with_tens(Random& random, int levels, int most_cells) {
  Position position = random.chance(20) ? random_start(random, levels, most_cells, 4)
                                        : random_position(random, levels, most_cells, 4);
  for (Reserve& reserve : position.reserve)
    reserve.held[kTen] =
        static_cast<std::uint8_t>(reserve.held[kTen] + random.one_of({0, 1, 1, 2, 3}));
  position.settle(position.mover, random.below(2));
  return position;
}

Position fight(Random& random, int attacker) {
  for (;;) {
    Position position{};
    const Cells cells = random_cells(random, 12);
    const int below = random.chance(30), shared = random.one_of({10, 30, 60});
    position.levels = static_cast<std::uint8_t>(1 + below);
    position.level = 1;
    position.open = cells;
    each(cells, [&](std::uint8_t cell) {
      const Cells bit = Cells{1} << cell;
      const bool both = random.chance(shared);
      auto& marks = below && random.chance(80) ? position.laid : position.usable;
      if (&marks == &position.laid) position.open &= ~bit;
      const auto owner = static_cast<std::size_t>(random.chance(80) ? attacker : 1 - attacker);
      marks[owner] |= bit;
      if (both) marks[1 - owner] |= bit;
    });
    const auto number = [&](std::initializer_list<int> numbers) {
      return static_cast<std::uint8_t>(random.one_of(numbers));
    };
    auto& reserve = position.reserve;
    reserve[static_cast<std::size_t>(attacker)] = {
        {number({0, 0, 1, 2}), number({0, 0, 1}), number({2, 2, 3}), number({0, 0, 1})}};
    reserve[static_cast<std::size_t>(1 - attacker)] = {
        {number({0, 1, 2}), number({0, 0, 1}), number({0, 0, 1}), number({0, 0, 1, 2})}};
    position.settle(random.below(2), random.below(2));
    if (position.mover != kNobody) return position;
  }
}

Case random_case(Random& random) {
  const int attacker = random.below(2);
  if (random.chance(40))
    return {fight(random, attacker), {attacker, random.one_of({1, 2, 2, 3})}, 0};
  const int levels = random.one_of({1, 1, 2, 2, 2, 3});
  return {position_with_tens(random, levels, random.between(3, 9)),
          {attacker, random.one_of({1, 1, 1, 2, 2, 3})},
          0};
}

Position colours_swapped(Position position) {
  std::swap(position.usable[0], position.usable[1]);
  std::swap(position.laid[0], position.laid[1]);
  std::swap(position.reserve[0], position.reserve[1]);
  position.mover = static_cast<std::int8_t>(1 - position.mover);
  return position;
}

void check_bounds(Bounds bounds, int cost) {
  if (cost < kNever) {
    CHECK(bounds.lower <= cost);
    CHECK(cost <= bounds.upper);
  } else {
    CHECK(bounds.upper >= kNever);
  }
}

std::vector<int> some_questions(Random& random) {
  std::vector<int> questions{0, 1, 2, 3, 4, 5, 6, 8, 50, kNever - 1};
  for (std::size_t i = questions.size() - 1; i > 0; --i)
    std::swap(questions[i],
              questions[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
  if (random.chance(20)) std::sort(questions.begin(), questions.end());
  return questions;
}
