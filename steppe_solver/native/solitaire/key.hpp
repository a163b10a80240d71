// A layout as 126 bits, and beside them its supply, by which layouts of one key can be compared.
//
//     low:  counts (16) | down (28) | buffers, first part (20)
//     high: stock (52) | drawn (6) | buffers, last part (4)
//
// The rest of the layout follows: an open card is one that is neither face down nor elsewhere, and
// how many cards of a column are face down says which ones and what its base is. Since the layout
// does not know columns apart that are emptied, nor the slots of the buffers, nor on which of two
// twins a card lies, games that differ in nothing else have one key.
//
// SUPPLY. With limited recycles some layouts of one key can do all that others can:
//   one a draw: the layout with more recycles r or, with as many, fewer cards drawn w. By drawing
//     (w, r) becomes (w', r) for every w' > w, and after drawing all, by a recycle, (0, r - 1).
//   three a draw: the same where w is a multiple of three or all cards. Between other w compare only
//     those of the same w; so w is part of the key for these, and 0 in the key for the others.
// In every case the supply is a number and more can do what less can, without a play more.
// An empty stock is worth the same whatever r is.
#pragma once

#include "layout.hpp"

namespace steppe::solitaire {

struct Key {
  std::uint64_t low, high;
  bool operator==(const Key&) const = default;
};

struct Place {
  Key key;
  std::uint16_t supply;
};

inline Place place_of(const Board& board, const Layout& layout) {
  std::uint64_t held = 0;
  each_card(layout.buffer, [&](Card card) { held = held << 6 | (card + 1u); });
  const int waste = std::popcount(layout.stock & ((Cards{1} << layout.drawn) - 1));
  const bool aligned = waste % board.variant.draw == 0 || waste == std::popcount(layout.stock);
  const std::uint64_t drawn = aligned ? 0 : layout.drawn;
  int supply = 64 * layout.recycles + (aligned ? 63 - waste : 0);
  if (!layout.stock) supply = 0;
  return {{layout.counts | std::uint64_t{layout.down} << 16 | held << 44,
           layout.stock | drawn << 52 | held >> 20 << 58},
          static_cast<std::uint16_t>(supply)};
}

}  // namespace steppe::solitaire
