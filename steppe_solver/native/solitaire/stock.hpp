// Which cards of the stock can come to the top of the waste, and what that costs.
//
// Drawing and recycling change nothing else, so a node of the search does not know them as moves: its
// moves are "play this card of the stock", after as many draws and recycles as that needs (the K+
// moves of Bjarnason, Tadepalli and Fern). Of two ways to the same card one may cost fewer recycles:
// it leaves the same layout with more recycles, which can do all that the other can.
//
// The numbers below are places in Board::stock. `drawn` is kept at one more than the place of the
// waste's top, or 0, and with unlimited recycles goes back to 0 where the same cards can be reached:
//   one a draw: always. Each card left can be brought to the top, and what lies below it is then
//     waste, from which again each card left can be brought to the top;
//   three a draw: where the waste holds a multiple of three cards or all. With w cards in the waste
//     the reachable sizes are w, w + 3, ... up to all n, then (recycled) 3, 6, ... and n: for such w
//     the same as for 0. A play leads to the same moment whatever went before.
#pragma once

#include "layout.hpp"

namespace steppe::solitaire {

struct Play {
  std::uint8_t place;  // in Board::stock
  bool recycled;       // costs one recycle
};

struct Plays {
  int size = 0;
  std::array<Play, kMostCards> plays;
  const Play* begin() const { return plays.data(); }
  const Play* end() const { return plays.data() + size; }
  void add(int place, bool recycled) {
    plays[static_cast<std::size_t>(size++)] = {static_cast<std::uint8_t>(place), recycled};
  }
};

inline Cards below_place(int place) { return (Cards{1} << place) - 1; }

// Every card that can be brought to the top of the waste, once each, without a recycle if possible.
inline Plays reachable(const Board& board, const Layout& layout) {
  Plays plays;
  const bool recycling = board.variant.recycles == kUnlimited || layout.recycles > 0;
  const int size = std::popcount(layout.stock);
  const int waste = std::popcount(layout.stock & below_place(layout.drawn));
  const int step = board.variant.draw;
  // Pile sizes come one after the other; `top` is that of the card looked at.
  int top = 0;
  for (Cards left = layout.stock; left; left &= left - 1) {
    ++top;
    const bool now = top == size || (top >= waste && top > 0 && (top - waste) % step == 0);
    if (now || (recycling && top % step == 0)) plays.add(lowest(left), !now);
  }
  return plays;
}

// Takes the card at the play's place.
inline void take(const Board& board, Layout& layout, Play play) {
  layout.stock &= ~(Cards{1} << play.place);
  const Cards waste = layout.stock & below_place(play.place);
  layout.drawn = static_cast<std::uint8_t>(std::bit_width(waste));
  if (board.variant.recycles != kUnlimited) {
    layout.recycles = static_cast<std::uint8_t>(layout.recycles - play.recycled);
    return;
  }
  if (board.free_stock || waste == layout.stock || std::popcount(waste) % board.variant.draw == 0)
    layout.drawn = 0;
}

}  // namespace steppe::solitaire
