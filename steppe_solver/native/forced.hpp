// Moves before the last level that are as good as forced, so that no node need be spent on them.
//
// A *waiting one* of a player is an open cell of a level before the last where only a one of theirs
// can ever go: the player has at least as many ones as open cells to put them on, neither player
// has a neutral tile, no five or ten of the player covers the cell, and it is out of reach of the
// opponent's tiles, middles of tens included.
//
// Waiting ones of a player can be laid in any order. The player cannot run out of ones while there
// are cells for them (each move that takes a one takes a cell with it), and must lay as long as
// they can; so all of these cells will be theirs when the level is complete. Until then none of
// them has a part in any other placement. So an exchange of two of them turns every course of the
// game after one choice into a course after the other, with the same points, the same turns and
// the same next level. It is enough to try one of them.
#pragma once

#include "position.hpp"

namespace steppe {

inline Cells waiting_ones(const Position& position, int player) {
  const Reserve& hand = position.reserve[player];
  const Reserve& other_hand = position.reserve[1 - player];
  const Cells open = position.open, ends = position.ends(player);
  const Cells other_ends = position.ends(1 - player);
  if (hand[kNeutral] || other_hand[kNeutral] || hand[kOne] < count(ends)) return 0;
  Cells cells = ends & ~other_ends;
  if (hand[kFive]) cells &= ~covered_by_fives(ends);
  if (hand[kTen]) cells &= ~(ends_of_tens(ends, open) | middles_of_tens(ends, open));
  if (other_hand[kTen]) cells &= ~middles_of_tens(other_ends, open);
  return cells;
}

// The mover's moves, with one waiting one for all.
template <class Visit>
void each_choice(const Position& position, Visit visit) {
  const Cells waiting = waiting_ones(position, position.mover);
  const Cells others = waiting & (waiting - 1);
  if (!others) return position.each_move(visit);
  position.each_move([&](Move move) {
    if (move.tile != kOne || !(others >> move.cell & 1)) visit(move);
  });
}

// Has the mover but one choice? Most often there are two plain to see.
inline bool one_choice(const Position& position) {
  const auto several = [](Cells cells) { return (cells & (cells - 1)) != 0; };
  const Reserve& hand = position.reserve[position.mover];
  const Cells open = position.open, ends = position.ends(position.mover);
  if (hand[kNeutral] && several(open)) return false;
  Cells ones = hand[kOne] ? ends : 0;
  if (several(ones)) {
    const Cells waiting = waiting_ones(position, position.mover);
    ones &= ~(waiting & (waiting - 1));
    if (several(ones)) return false;
  }
  int choices = (hand[kNeutral] && open) + (ones != 0);
  if (hand[kFive]) choices += count(fives_lying(ends)) + count(fives_standing(ends));
  if (hand[kTen]) choices += count(tens_lying(ends, open)) + count(tens_standing(ends, open));
  return choices == 1;
}

// Plays on while a level before the last goes on and the mover has but one choice. Returns the
// points of `player` in it, less those of the opponent.
inline int play_forced(Position& position, int player) {
  int points = 0;
  while (position.mover != kNobody && !position.last_level() && one_choice(position)) {
    const int mover = position.mover;
    Move move{};
    each_choice(position, [&](Move only) { move = only; });
    const int gain = position.play(move);
    points += mover == player ? gain : -gain;
  }
  return points;
}

}  // namespace steppe
