// The goal search against plain recursion: every bound is a proof, for every number of moves, with
// tables of every size and whatever they hold.
#include "goal.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "goal_cases.hpp"
#include "goal_level.hpp"
#include "goal_solver.hpp"
#include "plain_goal.hpp"

using namespace steppe;

namespace {

// Calls `test(random, case)` for so many cases.
template <class Test>
void for_goals(int cases, Test test) {
  int fights = 0;
  for_goal_cases(cases, PlainGoal(), [&](Random& random, const Case& some) {
    fights += some.position.last_level() && some.position.mover != some.goal.attacker &&
              some.cost < kNever && some.goal.wanted > 1;
    test(random, some);
  });
  CHECK(fights > cases / 400);
}

struct Rig {
  explicit Rig(std::size_t bytes) : upper(bytes), wanted(bytes), control({}, {}) {}

  GoalSearch on(const Position& root, const Goal& goal) {
    upper.renew();
    wanted.renew();
    return GoalSearch(root, goal, packer(), upper, wanted, control);
  }

  Table upper, wanted;
  Control control;
};

void check_known(const GoalSearch& search, const Case& some) {
  check_bounds(search.known(some.position, some.goal.wanted), some.cost);
}

void check_ask(GoalSearch& search, const Case& some, int moves) {
  const Shown shown([&] { return "within " + std::to_string(moves); });
  const Bounds answer = search.ask(some.position, some.goal.wanted, moves);
  check_bounds(answer, some.cost);
  CHECK(answer.upper <= moves || answer.lower > moves);
}

}  // namespace

CLAIM(at_a_glance, "What is plain to see of a goal holds, before and on the wanted level.") {
  Rig rig(0);
  int exact = 0;
  for_goals(2500, [&](Random&, const Case& some) {
    const GoalSearch search = rig.on(some.position, some.goal);
    check_known(search, some);
    exact += search.known(some.position, some.goal.wanted).exact();
  });
  CHECK(exact > 200);
}

CLAIM(middles_of_tens_count,
      "The middle of a ten makes an enemy cell the attacker's, and a defender's ten takes a cell of "
      "the attacker's in its middle: both are reckoned with.") {
  PlainGoal plain_goal;
  constexpr Cells row1 = 0b111, a1_c1 = 0b101, b1 = 0b010, row2 = row1 << 5;
  constexpr Cells two_columns = 0b11'00011'00000;
  const Position gains{row1, {a1_c1, b1}, {two_columns, 0}, {Reserve{{0, 0, 3, 0}}, {}}, 0, 1, 2};
  const Position loses{row1, {b1, a1_c1},           {row2, 0},
                       {Reserve{{2, 0, 1, 0}}, Reserve{{0, 0, 1, 0}}}, 1, 1, 2};
  for (const auto& [position, wanted, cost] :
       {std::tuple{gains, 2, 3}, std::tuple{loses, 1, 1}}) {
    CHECK_EQUAL(*plain_goal.cost(plain(position), 0, wanted, 1000), cost);
    Rig rig(1024);
    GoalSearch search = rig.on(position, {0, wanted});
    for (int moves = 0; moves < 5; ++moves) check_ask(search, {position, {0, wanted}, cost}, moves);
  }
}

CLAIM(safe_from_neutrals,
      "Of tens that only neutrals can spoil, as many are safe as are left when each neutral takes "
      "one, turn by turn: with three and two neutrals two, or one if the neutrals begin.") {
  constexpr Cells three_columns = 0b111'00111'00111;
  const auto safe = [](std::uint8_t neutrals, bool owner_first) {
    return safe_tens(three_columns, three_columns, 3, 0, Reserve{{0, 0, 0, neutrals}}, owner_first,
                     packer());
  };
  CHECK_EQUAL(safe(0, false), 3);
  CHECK_EQUAL(safe(1, false), 2);
  CHECK_EQUAL(safe(2, false), 1);
  CHECK_EQUAL(safe(2, true), 2);
}

CLAIM(every_question,
      "The answer to \"within n?\" is right for every n, and what is known afterwards is true, "
      "with no table, tiny tables and large ones.") {
  std::array<Rig, 4> rigs{Rig(0), Rig(128), Rig(1024), Rig(1 << 16)};
  for_goals(800, [&](Random& random, const Case& some) {
    for (Rig& rig : rigs) {
      GoalSearch search = rig.on(some.position, some.goal);
      for (const int moves : some_questions(random)) {
        check_ask(search, some, moves);
        check_known(search, some);
      }
    }
  });
}

CLAIM(shared_tables,
      "One search serves many positions of one game and goal in turn, and on the wanted level any "
      "number of tens: what is known of one never speaks for another.") {
  PlainGoal plain_goal;
  int asked = 0;
  for_cases(50, [&](Random& random) {
    const int levels = random.between(1, 3);
    Position root = standard_start();
    root.levels = static_cast<std::uint8_t>(levels);
    root.reserve[0] = root.reserve[1] = Reserve{{25, 10, 12, 9}};
    const Goal goal{random.below(2), random.between(1, 3)};
    Rig rig(std::size_t{1} << random.between(8, 20));
    GoalSearch search = rig.on(root, goal);
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
      const Shown shown([&] { return text(some); });
      check_known(search, some);
      for (const int moves : {random.between(1, 6), some.cost - 1, std::min(some.cost, kNever - 1)})
        check_ask(search, some, moves);
      check_known(search, some);
    }
  });
  CHECK(asked > 1000);
}

CLAIM(different_keys, "On the wanted level states that differ in anything have different keys.") {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::pair<std::array<int, 15>, int>> seen;
  for_cases(60000, [&](Random& random) {
    GoalLevel state{random_last_level(random, random.between(2, 9), 4), 0, random.chance(50)};
    state.level.simplify(packer());
    const int tens = state.attacker()[kTen];
    if (!tens) return;
    state.wanted = static_cast<std::uint8_t>(random.between(1, tens));
    const Shown shown([&] { return text(state.level); });
    const Key key = state.key();
    const auto all = std::pair(all_of(state.level), 2 * state.wanted + state.attacking);
    const auto [known, fresh] = seen.try_emplace({key.low, key.high}, all);
    CHECK(fresh || known->second == all);
  });
  CHECK(seen.size() > 1000);
}

CLAIM(images,
      "Turned and mirrored positions share their entries: what was searched of one is known of "
      "all.") {
  Rig rig(1 << 20);
  for_goals(300, [&](Random& random, const Case& some) {
    GoalSearch search = rig.on(some.position, some.goal);
    search.ask(some.position, some.goal.wanted, random.between(1, 6));
    Position image = some.position;
    const bool mirror = random.chance(50), turn = random.chance(50);
    for (Cells* cells :
         {&image.open, &image.usable[0], &image.usable[1], &image.laid[0], &image.laid[1]}) {
      Cells moved = 0;
      each(*cells, [&](std::uint8_t cell) {
        int x = cell % 5, y = cell / 5;
        if (mirror) x = 4 - x;
        if (turn) std::swap(x, y);
        moved |= Cells{1} << (5 * y + x);
      });
      *cells = moved;
    }
    CHECK(search.known(image, some.goal.wanted) == search.known(some.position, some.goal.wanted));
  });
}

CLAIM(the_driver,
      "The driver finds the exact cost of the position and of every move; under a limit, or asked "
      "for so many moves only, its bounds are true.") {
  GoalSolver solver(1 << 20);
  PlainGoal plain_goal;
  int cut_short = 0;
  for_goals(500, [&](Random& random, const Case& some) {
    GoalRequest request{.root = some.position, .goal = some.goal, .limits = {}};
    request.all_moves = true;
    const bool limited = random.chance(30);
    if (limited) request.limits.nodes = static_cast<std::uint64_t>(random.below(4));
    if (random.chance(30)) request.most_moves = random.between(0, 6);
    const int most = request.most_moves;
    const GoalAnswer answer = solver.solve(request, {});
    CHECK(limited || answer.complete);
    cut_short += !answer.complete;
    check_bounds(answer.cost, some.cost);
    if (answer.complete)
      CHECK(some.cost <= most ? answer.cost.exact() : answer.cost.lower > most);
    const bool attacking = some.position.mover == some.goal.attacker;
    for (const auto& [move, bounds] : answer.moves) {
      Position after = some.position;
      after.play(move);
      const bool counts = attacking && move.tile == kTen && some.position.last_level();
      const auto below = plain_goal.cost(plain(after), some.goal.attacker,
                                         some.goal.wanted - counts, 5000);
      CHECK(below.has_value());
      const int cost = std::min(shown(*below) + attacking, kNever);
      check_bounds(bounds, cost);
      if (!answer.complete) continue;
      CHECK(cost <= most ? bounds.exact() : bounds.lower > most);
    }
  });
  CHECK(cut_short > 8);
}
