// Random positions with tens to be laid, small enough for plain recursion.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bounds.hpp"
#include "cases.hpp"
#include "goal.hpp"
#include "plain_goal.hpp"
#include "reference.hpp"

// A position, a goal, and what plain recursion says that it costs.
struct Case {
  steppe::Position position;
  steppe::Goal goal;
  int cost;  // kNever where it cannot be reached
};
std::string text(const Case& some);

// The numbers of plain recursion as the core has them.
int shown(int cost);

// More tens in hand than other tests want.
steppe::Position position_with_tens(Random& random, int levels, int most_cells);

// Strips on which several tens fit, and a few tiles in the way: chance alone seldom makes a fight
// for the second ten. Sometimes all of it is still one level below.
steppe::Position fight(Random& random, int attacker);

// One of either, with a goal, its cost not yet known.
Case random_case(Random& random);

// The same position with all that is one player's the other's, who is to move instead.
steppe::Position colours_swapped(steppe::Position position);

// Bounds hold what they should: every number from kNever on says "never".
void check_bounds(steppe::Bounds bounds, int cost);

// Numbers to ask "within n?" about, in any order.
std::vector<int> some_questions(Random& random);

// Calls `test(random, case)` for so many cases. Most goals that chance makes cannot be reached, so
// for half of the cases it tries again a few times for one that can.
template <class Test>
void for_goal_cases(int cases, PlainGoal plain_goal, Test test) {
  std::map<bool, int> reached;
  for_cases(cases, [&](Random& random) {
    const bool any = random.chance(50);
    for (int tries = 0; tries < 12; ++tries) {
      Case some = random_case(random);
      const auto cost =
          plain_goal.cost(plain(some.position), some.goal.attacker, some.goal.wanted, 1500);
      if (!cost || (!any && *cost == PlainGoal::kInfinite)) continue;
      some.cost = shown(*cost);
      const Shown what([&] { return text(some); });
      ++reached[some.cost < steppe::kNever];
      return test(random, some);
    }
  });
  CHECK(reached[true] > cases / 4);
  CHECK(reached[false] > cases / 4);
}
