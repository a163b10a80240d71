// The question "how many cards can be up after so many moves?", with proved bounds.
//
// UPPER. Say that the suits end with certain numbers of cards up. Then each card that went up had to
// move, and so had, as the head of a move of its own: the base and the face-down cards above one that
// lies face down, by order (2) of shortest_bound.hpp, and the card that lies on an open one, by order
// (3). No two of these moves are one, and none is a draw; and the stock has to be drawn down to the
// deepest card that went up, if it is not drawn yet. So the number of cards that had to move and that of
// the draws may not exceed the moves allowed. All ends of which this can be said are looked at. And
// fewer moves than the shortest win needs leave one card down.
//
// LOWER. The beginning of the shortest win found.
#pragma once

#include "shortest.hpp"

namespace steppe::solitaire {

struct SprintAnswer {
  int lower = 0, upper = 0;  // the most cards that can be up after at most so many moves lies between
  std::vector<Move> line;    // after which `lower` are
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool interrupted = false;
};

// Throws std::invalid_argument where this is no moment of a game.
SprintAnswer sprint(const ShortestSolver& solver, const Game& game, int moves,
                    const Control::Limits& limits, Control::Tick stop);

}  // namespace steppe::solitaire
