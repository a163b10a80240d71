// The board as bits, and the tiles as masks.
//
// A level is 25 bits, bit 5 * row + column, a1 = bit 0:
//
//     row 5 | 20 21 22 23 24
//     row 4 | 15 16 17 18 19
//     row 3 | 10 11 12 13 14
//     row 2 |  5  6  7  8  9
//     row 1 |  0  1  2  3  4
//             a  b  c  d  e
//
// Smaller boards lie in the corner at a1; cells off the board are like holes: never open.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace steppe {

using Cells = std::uint32_t;

inline constexpr int kSide = 5;
inline constexpr int kCells = kSide * kSide;
inline constexpr Cells kAll = (Cells{1} << kCells) - 1;
inline constexpr Cells kColumnA = 0b00001'00001'00001'00001'00001;
inline constexpr Cells kNotColumnE = kAll & ~(kColumnA << 4);
inline constexpr Cells kColumnsAtoC = kColumnA | kColumnA << 1 | kColumnA << 2;

// The number of cells. Written out, since the baseline processor has no instruction for it.
constexpr int count(Cells cells) {
  cells -= cells >> 1 & 0x55555555;
  cells = (cells & 0x33333333) + (cells >> 2 & 0x33333333);
  return static_cast<int>(((cells + (cells >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}
constexpr int lowest(Cells cells) { return std::countr_zero(cells); }

// Lower ends of the fives that fit into `ends`, lying and standing.
constexpr Cells fives_lying(Cells ends) { return ends & (ends >> 1) & kNotColumnE; }
constexpr Cells fives_standing(Cells ends) { return ends & (ends >> kSide); }

// Lower ends of the tens with both ends in `ends` and the middle in `open`.
constexpr Cells tens_lying(Cells ends, Cells open) {
  return ends & (open >> 1) & (ends >> 2) & kColumnsAtoC;
}
constexpr Cells tens_standing(Cells ends, Cells open) {
  return ends & (open >> kSide) & (ends >> 2 * kSide);
}

// The cells that those fives and tens cover, and the ends of the tens alone.
constexpr Cells covered_by_fives(Cells ends) {
  const Cells lying = fives_lying(ends), standing = fives_standing(ends);
  return lying | lying << 1 | standing | standing << kSide;
}
constexpr Cells ends_of_tens(Cells ends, Cells open) {
  const Cells lying = tens_lying(ends, open), standing = tens_standing(ends, open);
  return lying | lying << 2 | standing | standing << 2 * kSide;
}
constexpr Cells middles_of_tens(Cells ends, Cells open) {
  return tens_lying(ends, open) << 1 | tens_standing(ends, open) << kSide;
}

enum Tile : std::uint8_t { kOne, kFive, kTen, kNeutral };
inline constexpr std::array<int, 4> kLength = {1, 2, 3, 1};
inline constexpr std::array<int, 4> kFace = {1, 5, 10, 0};

// A tile and where it lies: `cell` is its lower end. `standing` only for fives and tens.
struct Move {
  Tile tile;
  bool standing;
  std::uint8_t cell;

  constexpr Cells covers() const {
    const int step = standing ? kSide : 1;
    Cells mask = 1;
    for (int i = 1; i < kLength[tile]; ++i) mask |= Cells{1} << i * step;
    return mask << cell;
  }
  // A number below 200, and back.
  constexpr std::uint8_t code() const {
    return static_cast<std::uint8_t>((tile * 2 + standing) * kCells + cell);
  }
  static constexpr Move decode(std::uint8_t code) {
    const int kind = code / kCells;
    return {static_cast<Tile>(kind / 2), (kind & 1) != 0, static_cast<std::uint8_t>(code % kCells)};
  }
  bool operator==(const Move&) const = default;
};
inline constexpr std::uint8_t kNoMove = 255;

// Tiles in hand. Counts are capped by what the remaining levels can hold, so that a byte suffices.
struct Reserve {
  std::array<std::uint8_t, 4> held;

  constexpr int operator[](Tile tile) const { return held[tile]; }
  constexpr void lay(Tile tile) { --held[tile]; }
  constexpr int units() const { return held[kOne] + 5 * held[kFive] + 10 * held[kTen]; }
  bool operator==(const Reserve&) const = default;
};

// Calls `visit(bit index)` for every cell.
template <class Visit>
constexpr void each(Cells cells, Visit visit) {
  for (; cells; cells &= cells - 1) visit(static_cast<std::uint8_t>(lowest(cells)));
}

// Every way to lay a coloured tile from `reserve` with ends in `ends` and a ten's middle in `open`,
// and every neutral on `open`: calls `visit(Move)`, tens first.
template <class Visit>
constexpr void each_placement(Cells ends, Cells open, const Reserve& reserve, Visit visit) {
  if (reserve[kTen]) {
    each(tens_lying(ends, open), [&](std::uint8_t cell) { visit(Move{kTen, false, cell}); });
    each(tens_standing(ends, open), [&](std::uint8_t cell) { visit(Move{kTen, true, cell}); });
  }
  if (reserve[kFive]) {
    each(fives_lying(ends), [&](std::uint8_t cell) { visit(Move{kFive, false, cell}); });
    each(fives_standing(ends), [&](std::uint8_t cell) { visit(Move{kFive, true, cell}); });
  }
  if (reserve[kOne]) each(ends, [&](std::uint8_t cell) { visit(Move{kOne, false, cell}); });
  if (reserve[kNeutral]) each(open, [&](std::uint8_t cell) { visit(Move{kNeutral, false, cell}); });
}

// Can any tile from `reserve` be laid with ends in `ends` (a part of `open`)?
constexpr bool any_placement(Cells ends, Cells open, const Reserve& reserve) {
  return (reserve[kOne] && ends) || (reserve[kNeutral] && open) ||
         (reserve[kFive] && (fives_lying(ends) | fives_standing(ends))) ||
         (reserve[kTen] && (tens_lying(ends, open) | tens_standing(ends, open)));
}

}  // namespace steppe
