// The rules of Steppe, the fast twin of steppe_solver/position.py (which is the specification).
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "board.hpp"

namespace steppe {

inline constexpr std::int8_t kNobody = -1;

// A moment of a game. Players are 0 (first) and 1 (second); points are kept by the caller.
// `usable[p]` and `laid[p]` overlap where the owner is neutral.
struct Position {
  Cells open;                     // cells of the current level that are empty and lie over a tile
  std::array<Cells, 2> usable;    // cells whose support is the player's or neutral
  std::array<Cells, 2> laid;      // filled cells whose owner is the player or neutral
  std::array<Reserve, 2> reserve;
  std::int8_t mover;              // kNobody when the game has ended
  std::uint8_t level;             // of the current level, from 1
  std::uint8_t levels;            // of the game

  bool operator==(const Position&) const = default;

  Cells ends(int player) const { return open & usable[player]; }
  bool can_place(int player) const {
    return any_placement(ends(player), open, reserve[player]);
  }
  bool last_level() const { return level == levels; }

  template <class Visit>
  void each_move(Visit visit) const {
    each_placement(ends(mover), open, reserve[mover], visit);
  }

  // Lays the mover's tile, sees to skips and new levels; returns the points it scores.
  int play(Move move) {
    const int player = mover;
    const int points = kFace[move.tile] * level;
    const Cells cells = move.covers();
    open &= ~cells;
    laid[player] |= cells;
    if (move.tile == kNeutral) laid[1 - player] |= cells;
    reserve[player].lay(move.tile);
    settle(1 - player, player);
    return points;
  }

  // Gives the turn to `first`, else to the other; opens new levels while neither can place.
  void settle(int first, int last_placer) {
    for (;;) {
      for (int player : {first, 1 - first})
        if (can_place(player)) {
          mover = static_cast<std::int8_t>(player);
          return;
        }
      if (last_level()) {
        mover = kNobody;
        return;
      }
      ++level;
      open = laid[0] | laid[1];
      usable = laid;
      laid = {0, 0};
      first = last_placer;
    }
  }
};

// The number of sequences of exactly `depth` moves (a game that ends sooner gives none).
inline std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (position.mover == kNobody) return 0;
  std::uint64_t sequences = 0;
  position.each_move([&](Move move) {
    if (depth == 1) {
      ++sequences;
      return;
    }
    Position after = position;
    after.play(move);
    sequences += perft(after, depth - 1);
  });
  return sequences;
}

}  // namespace steppe
