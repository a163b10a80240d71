// Which moves need trying on the last level: the others are proved to be no better than one of them.
//
// *More is better.* Call A a place where a player has all the placements that he has in B, and his
// opponent the same ones in both. Then A is worth at least as much to him, whoever moves. For he
// can play in A as if it were B: lay what is best in B as long as he can place there, while his
// opponent has the same placements in both. Once he cannot place in B he never can again there, and
// his opponent lays the best packing alone; in A he may have to go on, but loses nothing by it, and
// his opponent lays no more than that packing. Likewise a place is worth no less to him where his
// opponent has fewer placements.
//
// So compare two moves of mine with the same tile, on cells c and c'. After the first c' is open,
// after the second c is, and all else is equal. If whatever I can do with c' in the one case I can
// do with c in the other, and whatever the opponent can do with c he can do with c', then the
// second move is at least as good. (With c in the part of c', each placement that covers it has its
// image; neutrals can go to either.) A move is dropped for another that is still kept at that
// moment; so each dropped move has a chain of better ones that ends at a kept one.
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"

namespace steppe {

struct LastLevel;

// The moves, as lower ends; single-cell tiles on lone cells as bits by class.
struct Choices {
  Cells tens_lying, tens_standing, fives_lying, fives_standing, ones, neutrals;
  std::uint8_t lone_ones, lone_neutrals;

  // In the order of LastLevel::each_move.
  template <class Visit>
  void each_move(Visit visit) const {
    each(tens_lying, [&](std::uint8_t cell) { visit(Move{kTen, false, cell}); });
    each(tens_standing, [&](std::uint8_t cell) { visit(Move{kTen, true, cell}); });
    each(fives_lying, [&](std::uint8_t cell) { visit(Move{kFive, false, cell}); });
    each(fives_standing, [&](std::uint8_t cell) { visit(Move{kFive, true, cell}); });
    each(ones, [&](std::uint8_t cell) { visit(Move{kOne, false, cell}); });
    each(neutrals, [&](std::uint8_t cell) { visit(Move{kNeutral, false, cell}); });
    each(lone_ones, [&](std::uint8_t kind) { visit(Move{kOne, true, kind}); });
    each(lone_neutrals, [&](std::uint8_t kind) { visit(Move{kNeutral, true, kind}); });
  }
};

// The moves of the player to move that need trying.
Choices worthwhile(const LastLevel& state);

}  // namespace steppe
