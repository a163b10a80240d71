// Can the attacker force so many tens on a later level? The search of the levels before it, which
// hands over to the wanted one (goal_level.hpp says what is asked and what is answered).
#pragma once

#include <cstdint>

#include "board.hpp"
#include "bounds.hpp"
#include "control.hpp"
#include "goal_level.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"

namespace steppe {

// Tens that the attacker wants to lay, on the last level of a position: what comes after the
// wanted level does not matter, so it is cut off.
struct Goal {
  int attacker;
  int wanted;  // at least one

  bool operator==(const Goal&) const = default;
};

// A position before the wanted level.
struct GoalState {
  Position position;
  bool attacking;  // is it the attacker who is to move?

  int attacker() const { return attacking ? position.mover : 1 - position.mover; }
};

// The key of a position turned to its canonical image. The wanted level and the number of tens are
// the same for all positions in a table.
Key goal_key(const GoalState& canonical, const ReserveCode& code);

// Is it plain to see that the attacker can never lay so many tens on the last level, not even with
// the help of the defender? Proof in goal.cpp. The position is before that level.
bool out_of_reach(const Position& position, int attacker, int wanted, const Packer& packer);

// A guess how good a position is for the attacker's tens, to order moves by.
int hope_for_tens(const Position& position, int attacker);

// The most cells that so many tiles from a hand cover, in a place where no more tens fit than said.
int most_covered(int tiles, int tens, int fives);

// The engine of the earlier levels; see null_window.hpp.
class GoalSearch {
 public:
  GoalSearch(const Position& root, const Goal& goal, const Packer& packer, Table& upper_levels,
             Table& wanted_level, Control& control)
      : packer_(packer),
        control_(control),
        goal_(goal),
        last_(packer, wanted_level, control),
        code_(root),
        nowhere_(0),
        table_(code_.fits() ? upper_levels : nowhere_) {}

  // What is known of the cost of a position, from its look and from the table. So many tens are
  // still wanted: before the wanted level always as many as at first.
  Bounds known(const Position& position, int wanted) const;
  // What is proved by asking "is the cost at most so many moves?": it is, or it is not.
  Bounds ask(const Position& position, int wanted, int moves);

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
  Bounds cost(const Position& position, int attacker) const;
  GoalLevel wanted_level(const Position& position, int attacker) const {
    return GoalLevel::of(position, attacker, goal_.wanted, packer_);
  }
  Key key(const GoalState& canonical) const { return goal_key(canonical, code_); }
  int search(const Position& position, int wanted, int beta);

  const Packer& packer_;
  Control& control_;
  const Goal goal_;
  GoalLevelSearch last_;
  ReserveCode code_;
  Table nowhere_;
  Table& table_;
};

}  // namespace steppe
