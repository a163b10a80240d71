// The search for the soonest tens of both sides together, against plain recursion: every bound is a
// proof, for every number of tiles, with tables of every size and whatever they hold.
#include "cooperation.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "cases.hpp"
#include "goal_cases.hpp"
#include "plain_goal.hpp"

using namespace steppe;

namespace {

template <class Test>
void for_shared_goals(int cases, Test test) {
  for_goal_cases(cases, PlainGoal(true), test);
}

struct Rig {
  explicit Rig(std::size_t bytes) : upper(bytes), wanted(bytes), control({}, {}) {}

  CooperationSearch on(const Position& root, const Goal& goal) {
    upper.renew();
    wanted.renew();
    return CooperationSearch(root, goal, packer(), upper, wanted, control);
  }

  Table upper, wanted;
  Control control;
};

Bounds known(const CooperationSearch& search, const Case& some) {
  return search.known(some.position, some.goal.wanted);
}

void check_ask(CooperationSearch& search, const Case& some, int tiles) {
  const Shown what([&] { return "within " + std::to_string(tiles); });
  const Bounds answer = search.ask(some.position, some.goal.wanted, tiles);
  check_bounds(answer, some.cost);
  CHECK(answer.upper <= tiles || answer.lower > tiles);
}

// The last open cells of a level, with strips of the attacker's and others beside them on which
// tens fit above: it matters who completes the level, and with how many tiles.
Case last_cells(Random& random) {
  for (;;) {
    const int attacker = random.below(2), defender = 1 - attacker;
    Position position{};
    position.levels = 2;
    position.level = 1;
    const int shared = random.one_of({0, 30, 100});
    each(random_cells(random, 12), [&](std::uint8_t cell) {
      const Cells bit = Cells{1} << cell;
      const bool open = count(position.open) < 5 && random.chance(40);
      if (open) position.open |= bit;
      auto& marks = open ? position.usable : position.laid;
      const auto owner = static_cast<std::size_t>(random.chance(60) ? attacker : defender);
      marks[owner] |= bit;
      if (random.chance(open ? shared : 10)) marks[1 - owner] |= bit;
    });
    const auto number = [&](std::initializer_list<int> numbers) {
      return static_cast<std::uint8_t>(random.one_of(numbers));
    };
    auto& reserve = position.reserve;
    reserve[static_cast<std::size_t>(attacker)] = {{number({0, 1, 2, 3, 4}), number({0, 0, 1, 2}),
                                                    number({1, 2, 2, 3}), number({0, 0, 1, 2})}};
    reserve[static_cast<std::size_t>(defender)] = {{number({0, 1, 2, 3}), number({0, 0, 1}),
                                                    number({0, 0, 1}), number({0, 0, 1, 2, 3})}};
    position.settle(random.below(2), random.below(2));
    if (position.mover != kNobody && !position.last_level())
      return {position, {attacker, random.one_of({1, 2, 2, 3})}, 0};
  }
}

}  // namespace

CLAIM(at_a_glance,
      "What is plain to see holds, before and on the wanted level; and often the least number of "
      "tiles is what it seems.") {
  Rig rig(0);
  int exact = 0, met = 0;
  for_shared_goals(2500, [&](Random&, const Case& some) {
    const Bounds bounds = known(rig.on(some.position, some.goal), some);
    check_bounds(bounds, some.cost);
    exact += bounds.exact();
    met += bounds.lower == some.cost;
  });
  CHECK(exact > 400);
  CHECK(met > 1500);
}

CLAIM(last_cells_of_a_level,
      "What is plain to see holds, and the answers to all questions, where a few cells are left of "
      "the level before the wanted one and it matters who completes it.") {
  Rig rig(1 << 16);
  PlainGoal plain_goal(true);
  std::map<int, int> numbers;
  int met = 0;
  for_cases(6000, [&](Random& random) {
    Case some = last_cells(random);
    const Goal& goal = some.goal;
    CooperationSearch search = rig.on(some.position, goal);
    const Bounds glance = known(search, some);
    if (glance.lower >= kNever && random.chance(90)) return;
    const auto cost = plain_goal.cost(plain(some.position), goal.attacker, goal.wanted, 3000);
    if (!cost) return;
    some.cost = shown(*cost);
    const Shown what([&] { return text(some); });
    check_bounds(glance, some.cost);
    for (int tiles = 0; tiles < 10; ++tiles) check_ask(search, some, tiles);
    ++numbers[some.cost];
    met += glance.lower == some.cost;
  });
  for (const int number : {2, 3, 4, 5, 6, 7, kNever}) CHECK(numbers[number] > 50);
  CHECK(met > 500);
}

CLAIM(turns_of_the_defender,
      "A defender with neutrals has a turn for each between the tens; with ones, as long as cells "
      "are left that the attacker's tens and the defender's own tiles cannot have covered.") {
  CHECK_EQUAL(least_interruptions(3, 0, 5, 0, true), 2);
  CHECK_EQUAL(least_interruptions(3, 0, 1, 0, true), 1);
  CHECK_EQUAL(least_interruptions(3, 5, 0, 1, true), 0);
  CHECK_EQUAL(least_interruptions(3, 5, 0, 2, true), 1);
  CHECK_EQUAL(least_interruptions(3, 5, 0, 5, true), 1);
  CHECK_EQUAL(least_interruptions(3, 5, 0, 6, true), 2);
  CHECK_EQUAL(least_interruptions(3, 1, 0, 25, true), 1);
  CHECK_EQUAL(least_interruptions(1, 5, 5, 25, true), 0);
  CHECK_EQUAL(least_interruptions(1, 5, 0, 1, false), 1);
  CHECK_EQUAL(least_interruptions(2, 5, 0, 4, false), 1);
  CHECK_EQUAL(least_interruptions(2, 5, 0, 5, false), 2);
  CHECK_EQUAL(least_interruptions(2, 1, 1, 5, false), 2);
}

CLAIM(every_question,
      "The answer to \"within n tiles?\" is right for every n, and what is known then is true, "
      "with no table, tiny tables and large ones.") {
  std::array<Rig, 4> rigs{Rig(0), Rig(128), Rig(1024), Rig(1 << 16)};
  for_shared_goals(800, [&](Random& random, const Case& some) {
    for (Rig& rig : rigs) {
      CooperationSearch search = rig.on(some.position, some.goal);
      for (const int tiles : some_questions(random)) {
        check_ask(search, some, tiles);
        check_bounds(known(search, some), some.cost);
      }
    }
  });
}

CLAIM(shared_tables,
      "One search serves many positions of one game and goal in turn, and on the wanted level any "
      "number of tens: what is known of one never speaks for another.") {
  PlainGoal plain_goal(true);
  int asked = 0;
  for_cases(50, [&](Random& random) {
    const int levels = random.between(1, 3);
    Position root = standard_start();
    root.levels = static_cast<std::uint8_t>(levels);
    root.reserve[0] = root.reserve[1] = Reserve{{25, 10, 12, 9}};
    const Goal goal{random.below(2), random.between(1, 3)};
    Rig rig(std::size_t{1} << random.between(8, 20));
    CooperationSearch search = rig.on(root, goal);
    Position last = root;
    for (int i = 0; i < 60; ++i) {
      // The swapped twin has the same cells and hands for the mover, and the other attacker.
      Position position = random.chance(30)   ? colours_swapped(last)
                          : random.chance(40) ? fight(random, goal.attacker)
                                              : position_with_tens(random, levels, 8);
      position.levels = static_cast<std::uint8_t>(levels);
      if (position.level > levels || position == colours_swapped(root)) continue;
      last = position;
      Case some{position, goal, 0};
      if (position.last_level()) some.goal.wanted = random.between(1, 4);
      const auto cost =
          plain_goal.cost(plain(some.position), goal.attacker, some.goal.wanted, 600);
      if (!cost) continue;
      ++asked;
      some.cost = shown(*cost);
      const Shown what([&] { return text(some); });
      check_bounds(known(search, some), some.cost);
      for (const int tiles : {random.between(1, 6), some.cost - 1, std::min(some.cost, kNever - 1)})
        check_ask(search, some, tiles);
      check_bounds(known(search, some), some.cost);
    }
  });
  CHECK(asked > 1000);
}

CLAIM(the_driver, "The driver finds the exact number for every move, or that there is none.") {
  CooperationSolver solver(1 << 20);
  PlainGoal plain_goal(true);
  std::map<int, int> numbers;
  for_shared_goals(600, [&](Random&, const Case& some) {
    const CooperationAnswer answer = solver.solve(some.position, some.goal, {});
    CHECK(answer.complete);
    int moves = 0;
    some.position.each_move([&](Move) { ++moves; });
    CHECK_EQUAL(static_cast<int>(answer.moves.size()), moves);
    for (const auto& [move, tiles] : answer.moves) {
      Position after = some.position;
      after.play(move);
      const bool counts = some.position.mover == some.goal.attacker && move.tile == kTen &&
                          some.position.last_level();
      const auto rest = plain_goal.cost(plain(after), some.goal.attacker,
                                        some.goal.wanted - counts, 5000);
      CHECK(rest.has_value());
      const int number = std::min(shown(*rest) + 1, kNever);
      ++numbers[number];
      if (number < kNever) {
        CHECK_EQUAL(tiles.lower, number);
        CHECK_EQUAL(tiles.upper, number);
      } else {
        CHECK(tiles.lower >= kNever);
      }
    }
  });
  for (const int number : {1, 2, 3, 4, 5, 6, kNever}) CHECK(numbers[number] > 20);
}

CLAIM(stopped, "A search that is stopped says so, and what it had of the moves is true.") {
  CooperationSolver solver(1 << 20);
  Position root = standard_start();
  int calls = 0;
  const CooperationAnswer answer = solver.solve(root, {0, 3}, [&] { return ++calls == 2; });
  CHECK(!answer.complete);
  CHECK_EQUAL(calls, 2);
  for (const auto& [move, tiles] : answer.moves) CHECK(tiles.lower <= tiles.upper);
}
