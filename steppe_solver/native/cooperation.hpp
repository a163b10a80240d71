// Both sides together: in how many tiles can the attacker's tens lie on a later level? The search
// of the levels before it (cooperation_level.hpp says what is counted), and the driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "cooperation_level.hpp"
#include "goal.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"

namespace steppe {

// The engine of the earlier levels; see null_window.hpp.
class CooperationSearch {
 public:
  CooperationSearch(const Position& root, const Goal& goal, const Packer& packer,
                    Table& upper_levels, Table& wanted_level, Control& control)
      : packer_(packer),
        control_(control),
        goal_(goal),
        last_(packer, wanted_level, control),
        code_(root),
        nowhere_(0),
        table_(code_.fits() ? upper_levels : nowhere_) {}

  // What is known of the tiles of a position, from its look and from the table. So many tens are
  // still wanted: before the wanted level always as many as at first.
  Bounds known(const Position& position, int wanted) const;
  // What is proved by asking "within so many tiles?": it is, or it is not.
  Bounds ask(const Position& position, int wanted, int tiles);

  using Node = Child<GoalState>;
  static constexpr Techniques use() { return {}; }
  template <class Visit>
  void each_move(const GoalState& state, Visit visit) const {
    state.position.each_move(visit);
  }
  Node make_child(const GoalState& state, Move move, int) const;
  void prepare(Node& child) const;
  void look_up(Node& child, int beta) const;
  int descend(const Node& child, int beta);

 private:
  Bounds tiles_to_go(const Position& position, int attacker) const;
  GoalLevel wanted_level(const Position& position, int attacker) const {
    return GoalLevel::of(position, attacker, goal_.wanted, packer_);
  }

  const Packer& packer_;
  Control& control_;
  const Goal goal_;
  CooperationLevelSearch last_;
  ReserveCode code_;
  Table nowhere_;
  Table& table_;
};

// Every legal move of the root with its tiles, the move itself included: at least kNever where the
// tens can never lie. Where `complete` is false, the search was stopped and these are bounds.
struct CooperationAnswer {
  struct MoveTiles {
    Move move;
    Bounds tiles;
  };
  std::vector<MoveTiles> moves;
  std::uint64_t nodes = 0;
  bool complete = false;
};

class CooperationSolver {
 public:
  // `table_bytes` for all transposition tables together.
  explicit CooperationSolver(std::size_t table_bytes);

  // The root has someone to move; the tens are wanted on its last level. `stop` is called now and
  // then while it searches; true stops the search.
  CooperationAnswer solve(const Position& root, const Goal& goal, const Control::Tick& stop);

 private:
  Packer packer_;
  Table upper_levels_, wanted_level_;
};

}  // namespace steppe
