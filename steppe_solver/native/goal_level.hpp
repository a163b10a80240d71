// The level on which tens are wanted: its state, what is plain to see of it, and its search.
//
// The *attacker* wants to lay so many tens on one level, the *defender* to prevent it. The *cost*
// of a position is the least number of the attacker's own moves within which the attacker can
// force it, against every defence; at least kNever where that can never be forced.
//
// So each move of the attacker costs 1 and nothing else counts. That is a game of points like the
// real one, and the null-window search serves it as it stands: its value for the attacker is minus
// the cost, for the defender the cost. "Is the value at least -n?" asks the attacker "within n?".
//
// Once the wanted level has been reached the game is over with it, as far as the goal goes: what
// lies on it supports nothing that matters. So its state is that of a last level (last_level.hpp).
// What `LastLevel` leaves out is never laid, or differs by nothing but names: the moves that are
// left, tile by tile and player by player, are the same game, and so the cost is the same too.
#pragma once

#include <cstdint>

#include "board.hpp"
#include "bounds.hpp"
#include "control.hpp"
#include "last_level.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "table.hpp"

namespace steppe {

// Above every cost that can be, and far enough below kFar to have all moves of a game added.
inline constexpr int kNever = 10000;

// Nothing is forced any more. The search may add moves made on the way there, so every number
// from kNever on says the same.
inline constexpr Bounds kHopeless = {kNever, kFar - kNever};

// Bounds of a cost as bounds of the value for the player to move, and back.
constexpr Bounds seen_by(bool attacker, Bounds cost) {
  return attacker ? Bounds{-cost.upper, -cost.lower} : cost;
}

// Whose turn it is after a tile: the other player's, still the same one's, or nobody's.
enum class Turn : std::uint8_t { kPasses, kStays, kOver };

struct GoalLevel {
  LastLevel level;      // seen by the player to move
  std::uint8_t wanted;  // tens still to be laid, at least one
  bool attacking;       // is it the attacker who is to move?

  static GoalLevel of(const Position& position, int attacker, int wanted, const Packer& packer);

  const Reserve& attacker() const { return attacking ? level.me : level.other; }
  const Reserve& defender() const { return attacking ? level.other : level.me; }
  // Where the ends of a player's tiles can go, lone cells apart.
  Cells attacker_ends() const { return attacking ? level.mine : level.theirs; }
  Cells defender_ends() const { return attacking ? level.theirs : level.mine; }
  // How many places there are for a ten of the attacker's.
  int places() const;
  // Lays a tile of the player to move, simplifies and hands on the turn. Where that was the last
  // ten wanted, none is `wanted` any more and the rest is left as it is.
  Turn play(Move move, const Packer& packer);

  // Static bounds of the cost. Proofs in goal_level.cpp.
  Bounds cost(const Packer& packer) const;
  Key key() const;
};

// The engine of the wanted level; see null_window.hpp.
class GoalLevelSearch {
 public:
  GoalLevelSearch(const Packer& packer, Table& table, Control& control)
      : packer_(packer), table_(table), control_(control) {}

  // What is known of the value (for the mover), from its look and from the table.
  Bounds known(GoalLevel state) const;
  // Is the value (for the mover) at least beta?
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

// Can one tile of a hand, with ends in `ends`, take away every place for a ten with ends in
// `ten_ends` and middle in `open`? Tiles are laid on `open`; `ends` is a part of it.
bool one_tile_blocks_all(Cells ends, const Reserve& hand, Cells ten_ends, Cells open);

// How many tens a player lays for certain on `ends` and `open`, one a turn without a break, where
// no coloured tile of the opponent's (with ends in `other_ends`) counts. Proof in goal_level.cpp.
int safe_tens(Cells ends, Cells open, int tens, Cells other_ends, const Reserve& other,
              bool owner_first, const Packer& packer);

// The largest number of tens from a hand that fit together.
int most_tens(Cells ends, Cells open, int tens, const Packer& packer);

}  // namespace steppe
