// The driver of the goal search: the exact cost, or proved bounds where a limit strikes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "goal.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "table.hpp"

namespace steppe {

struct GoalRequest {
  Position root;  // with someone to move; the tens are wanted on its last level
  Goal goal;
  int most_moves = kNever - 1;  // of the attacker's; whether more would do is not asked
  bool all_moves = false;       // also the cost of every legal move
  Control::Limits limits;
};

// All bounds are on the cost: the attacker's own moves from the root on, a first move included. A
// lower bound from kNever on says that the goal cannot be forced.
struct GoalAnswer {
  struct MoveBounds {
    Move move;
    Bounds cost;
  };
  Bounds cost;
  std::vector<MoveBounds> moves;
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool complete = false;  // no limit struck before all was found out
  bool interrupted = false;
};

class GoalSolver {
 public:
  // `table_bytes` for all transposition tables together.
  explicit GoalSolver(std::size_t table_bytes);

  struct Progress {
    std::uint64_t nodes;
    double seconds;
    Bounds cost;
  };
  // Called now and then while it searches; true stops the search.
  using Watch = std::function<bool(const Progress&)>;
  // A cost of at most `most_moves` is found exactly; of a greater one only that it is greater.
  GoalAnswer solve(const GoalRequest& request, const Watch& watch);

 private:
  Packer packer_;
  Table upper_levels_, wanted_level_;
};

}  // namespace steppe
