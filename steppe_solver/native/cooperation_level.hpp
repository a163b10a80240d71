// Both sides together: in how many tiles can the attacker's tens lie on the wanted level?
//
// The two players are one here. The *tiles* of a position are the least number of tiles, laid by
// either side in their turns, until the attacker has laid the tens that are still wanted; at least
// kNever where no line of play gets there. So every tile costs 1, whoever lays it, and nobody works
// against it: a game of one player, whose value is minus the tiles. The null-window search serves
// it as it stands when it is told that the other side is always skipped; whose turn it really is,
// the state knows. "Is the value at least -n?" asks "within n tiles?".
//
// The state of the wanted level is that of the goal search. What `LastLevel` leaves out is never
// laid, or differs by nothing but names, so that the same tiles can be laid in the same turns; and
// that is all that is counted.
#pragma once

#include "bounds.hpp"
#include "control.hpp"
#include "goal_level.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "table.hpp"

namespace steppe {

// How often the defender must have had a turn, at least, when the attacker lays the last of so many
// tens on a level, where `own` open cells are for the defender's coloured tiles and not for the
// attacker's. Proof in cooperation_level.cpp.
int least_interruptions(int wanted, int ones, int neutrals, int own, bool attacker_first);

// Static bounds of the tiles. Proofs in cooperation_level.cpp.
Bounds tiles_to_go(const GoalLevel& state, const Packer& packer);

// The engine of the wanted level; see null_window.hpp.
class CooperationLevelSearch {
 public:
  CooperationLevelSearch(const Packer& packer, Table& table, Control& control)
      : packer_(packer), table_(table), control_(control) {}

  // What is known of the value, from its look and from the table.
  Bounds known(GoalLevel state) const;
  // Is the value at least beta?
  int search(GoalLevel state, int beta);

  using Node = Child<GoalLevel>;
  static constexpr Techniques use() { return {}; }
  template <class Visit>
  void each_move(const GoalLevel& state, Visit visit) const {
    state.level.each_move(visit);
  }
  Node make_child(const GoalLevel& state, Move move, int) const;
  void prepare(Node& child) const;
  void look_up(Node& child, int beta) const;
  int descend(const Node& child, int beta);

 private:
  const Packer& packer_;
  Table& table_;
  Control& control_;
};

}  // namespace steppe
