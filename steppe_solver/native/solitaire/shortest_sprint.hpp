// The question "how many cards can be up after so many moves?", with proved bounds.
//
// Let M(t) be the fewest moves until t cards are up; it grows with t, as no move puts up two. The answer
// is the largest t with M(t) at most the moves allowed. From above, one t after the other is excluded by
// best-first search (shortest_search.hpp) until one cannot be: a t is excluded when no way is shorter
// than what is one move too long. From below, beams look for ways to more cards. Where all cards are
// asked for, the search is that for the shortest win.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../control.hpp"
#include "game.hpp"

namespace steppe::solitaire {

struct SprintAnswer {
  int lower = 0, upper = 0;  // the most cards that can be up after at most so many moves lies between
  std::vector<Move> line;    // after which `lower` are
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool interrupted = false;
};

// Takes no more than so many bytes, but what is needed for a thousand nodes at least. Throws
// std::invalid_argument where this is no moment of a game.
SprintAnswer sprint(const Game& game, int moves, std::size_t bytes, const Control::Limits& limits,
                    Control::Tick stop);

}  // namespace steppe::solitaire
