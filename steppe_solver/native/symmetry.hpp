// The eight symmetries of the square, and one chosen image for each class of equal layouts.
//
// The rules know only "side by side" and "in line", so turning, mirroring or shifting all cells of
// a layout that matter gives an equal game. `canonical` picks the image whose masks are smallest
// as numbers, after moving it down and left as far as it goes. (Small boards lie in a corner of
// the 5x5 board; the shift brings their own mirror images back to that corner.)
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "board.hpp"

namespace steppe {

// kTurned[symmetry][row][row bits] is the image of the bits of one row.
using TurnTable = std::array<std::array<std::array<Cells, 1 << kSide>, kSide>, 8>;

constexpr TurnTable make_turn_table() {
  TurnTable table{};
  for (int symmetry = 0; symmetry < 8; ++symmetry)
    for (int row = 0; row < kSide; ++row)
      for (Cells bits = 0; bits < 1 << kSide; ++bits)
        for (int column = 0; column < kSide; ++column)
          if (bits >> column & 1) {
            int x = column, y = row;
            if (symmetry & 1) x = kSide - 1 - x;
            if (symmetry & 2) y = kSide - 1 - y;
            if (symmetry & 4) std::swap(x, y);
            table[symmetry][row][bits] |= Cells{1} << (y * kSide + x);
          }
  return table;
}
inline constexpr TurnTable kTurned = make_turn_table();

constexpr Cells turned(int symmetry, Cells cells) {
  constexpr Cells row = (1 << kSide) - 1;
  const auto& table = kTurned[symmetry];
  return table[0][cells & row] | table[1][cells >> 5 & row] | table[2][cells >> 10 & row] |
         table[3][cells >> 15 & row] | table[4][cells >> 20];
}

// How far cells can move down and left: the number of bits to shift right by.
constexpr int corner_shift(Cells cells) {
  if (!cells) return 0;
  const int down = lowest(cells) / kSide * kSide;
  Cells columns = cells | cells >> 5 | cells >> 10 | cells >> 15 | cells >> 20;
  return down + lowest(columns & ((1 << kSide) - 1));
}

// Three masks, moved as one.
struct Layout {
  Cells a, b, c;
  constexpr auto operator<=>(const Layout&) const = default;

  constexpr Layout image(int symmetry) const {
    const int shift = corner_shift(turned(symmetry, a | b | c));
    return {turned(symmetry, a) >> shift, turned(symmetry, b) >> shift,
            turned(symmetry, c) >> shift};
  }
};

// The chosen image.
constexpr Layout canonical(const Layout& layout) {
  Layout best = layout.image(0);
  for (int symmetry = 1; symmetry < 8; ++symmetry) best = std::min(best, layout.image(symmetry));
  return best;
}

// Is the layout its own image by a turn or mirror, wherever it lies?
constexpr bool symmetric(const Layout& layout) {
  for (int symmetry = 1; symmetry < 8; ++symmetry)
    if (layout.image(symmetry) == layout.image(0)) return true;
  return false;
}

}  // namespace steppe
