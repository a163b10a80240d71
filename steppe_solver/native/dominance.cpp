#include "dominance.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace steppe {

namespace {

// Fives or tens by where they lie: bit `cell` for a lying one with that lower end, 25 more for a
// standing one.
using Places = std::uint64_t;

constexpr Places places(Cells lying, Cells standing) {
  return Places{lying & kAll} | Places{standing & kAll} << kCells;
}

// The cells that a move covers, and the places of the fives and tens that touch any of them,
// whether or not the board has room there.
struct Touched {
  Cells cells;
  Places fives, tens;
};

constexpr std::size_t kCodes = 8 * kCells;

constexpr std::array<Touched, kCodes> kTouched = [] {
  std::array<Touched, kCodes> all{};
  for (std::size_t code = 0; code < kCodes; ++code) {
    const Cells cells = Move::decode(static_cast<std::uint8_t>(code)).covers() & kAll;
    all[code] = {cells, places(cells | cells >> 1, cells | cells >> kSide),
                 places(cells | cells >> 1 | cells >> 2,
                        cells | cells >> kSide | cells >> 2 * kSide)};
  }
  return all;
}();

// What a player can lay.
struct Reach {
  Places fives, tens;
  Cells ones;

  Reach(Cells marks, Cells open, const Reserve& hand)
      : fives(hand[kFive] ? places(fives_lying(marks), fives_standing(marks)) : 0),
        tens(hand[kTen] ? places(tens_lying(marks, open), tens_standing(marks, open)) : 0),
        ones(hand[kOne] ? marks : 0) {}
};

// What a move fills, and which fives and tens it takes away.
struct Effect {
  Places my_fives, my_tens, their_fives, their_tens;
  Cells cells;
  bool mine, theirs;  // of a single cell: can a one of that player go there?
};

}  // namespace

std::size_t leave_out_dominated(const LastLevel& state, std::array<Move, kMostMoves>& moves,
                                std::size_t size) {
  const Reach mine(state.mine, state.open, state.me), theirs(state.theirs, state.open, state.other);
  std::array<Effect, kMostMoves> effects;
  const auto effect = [&](Move move) -> Effect {
    if (kLength[move.tile] == 1 && move.standing)
      return {0, 0, 0, 0, 0, state.me[kOne] && (move.cell & kMine),
              state.other[kOne] && (move.cell & kTheirs)};
    const Touched& touched = kTouched[move.code()];
    return {mine.fives & touched.fives,     mine.tens & touched.tens,
            theirs.fives & touched.fives,   theirs.tens & touched.tens,
            touched.cells,                  (mine.ones & touched.cells) != 0,
            (theirs.ones & touched.cells) != 0};
  };
  const auto at_least_as_good = [&](const Effect& a, const Effect& b, Tile tile) {
    // Of the tile that is laid there must be another for its places to matter to me.
    const Places my_fives = tile == kFive && state.me[kFive] == 1 ? 0 : a.my_fives & ~b.my_fives;
    const Places my_tens = tile == kTen && state.me[kTen] == 1 ? 0 : a.my_tens & ~b.my_tens;
    if (my_fives | my_tens | (b.their_fives & ~a.their_fives) | (b.their_tens & ~a.their_tens))
      return false;
    if (kLength[tile] == 1) return a.mine <= b.mine && b.theirs <= a.theirs;
    const Cells only_a = a.cells & ~b.cells, only_b = b.cells & ~a.cells;
    return (!(only_a & mine.ones) || !(only_b & ~mine.ones)) &&
           (!(only_b & theirs.ones) || !(only_a & ~theirs.ones));
  };

  std::array<std::array<std::uint8_t, kMostMoves>, 4> of_tile;
  std::array<std::size_t, 4> sizes{};
  std::array<bool, kMostMoves> dominated;
  for (std::size_t i = 0; i < size; ++i) {
    effects[i] = effect(moves[i]);
    dominated[i] = false;
    of_tile[moves[i].tile][sizes[moves[i].tile]++] = static_cast<std::uint8_t>(i);
  }
  for (const Tile tile : {kOne, kFive, kTen, kNeutral}) {
    const std::span<const std::uint8_t> group(of_tile[tile].data(), sizes[tile]);
    for (const std::uint8_t b : group)
      dominated[b] = std::any_of(group.begin(), group.end(), [&](std::uint8_t a) {
        return !dominated[a] && a != b && at_least_as_good(effects[a], effects[b], tile);
      });
  }
  std::size_t left = 0;
  for (std::size_t i = 0; i < size; ++i)
    if (!dominated[i]) moves[left++] = moves[i];
  return left;
}

}  // namespace steppe
