// Which moves need trying on the last level: each other one is proved to be no better than one of
// them.
//
// *More is never worse.* Let A and B be two states with the same player to move, where the other
// player can place the same tiles in both, now and after every course, and I can place in A
// whatever I can in B. Then A is worth at least as much to me. For I can play in A as if it were B,
// as long as I could place in B. Where I could not, I never could again in B: there the opponent
// goes on alone, and gets the best packing of what is left. In A I may have to go on, but score
// nothing below zero, and the opponent no more than that packing. In the same way a state is worth
// no less to me where the opponent can place less and I the same.
//
// Now compare two moves of mine with the same tile, on cells c and on cells d. After the first, d
// is open; after the second, c; all else is equal. Wherever the placements that I have with d in
// the one state can be moved to c in the other, and those that the opponent has with c to d, the
// second move is at least as good. (Neutrals can be moved so anyway.)
//
// A move is dropped only for a better one that is still kept at that time, so that every dropped
// move has one at least as good among those that are kept in the end.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace steppe {

struct LastLevel;

// Moves, as lower ends; of single-cell tiles on lone cells, the classes as bits.
struct Choices {
  Cells tens_lying, tens_standing, fives_lying, fives_standing, ones, neutrals;
  std::uint8_t lone_ones, lone_neutrals;
  Cells wanted;  // by the opponent

  // Calls `visit(Move)`, large tiles first, and of these those that take what the opponent wants:
  // these decide a node soonest.
  template <class Visit>
  void each_move(Visit visit) const {
    const Cells lying = wanted | wanted >> 1, standing = wanted | wanted >> kSide;
    for (const Cells chosen : {Cells{0}, ~Cells{0}}) {
      const Cells two_lying = lying ^ chosen, three_lying = (lying | wanted >> 2) ^ chosen;
      const Cells two_standing = standing ^ chosen;
      const Cells three_standing = (standing | wanted >> 2 * kSide) ^ chosen;
      each(tens_lying & three_lying, [&](auto cell) { visit(Move{kTen, false, cell}); });
      each(tens_standing & three_standing, [&](auto cell) { visit(Move{kTen, true, cell}); });
      each(fives_lying & two_lying, [&](auto cell) { visit(Move{kFive, false, cell}); });
      each(fives_standing & two_standing, [&](auto cell) { visit(Move{kFive, true, cell}); });
    }
    each(ones, [&](auto cell) { visit(Move{kOne, false, cell}); });
    each(neutrals, [&](auto cell) { visit(Move{kNeutral, false, cell}); });
    each(lone_ones, [&](auto kind) { visit(Move{kOne, true, kind}); });
    each(lone_neutrals, [&](auto kind) { visit(Move{kNeutral, true, kind}); });
  }
};

// The moves of the player to move that need trying.
Choices worthwhile(const LastLevel& state);

}  // namespace steppe
