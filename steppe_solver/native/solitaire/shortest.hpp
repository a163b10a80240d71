// The question "what is the shortest win of this game?", in single moves, within limits.
//
// At every moment there are proved bounds: no win is shorter than `lower`, and `line` is one of `upper`
// moves. Quick beams find wins, best-first search proves; they take turns until the bounds meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "../control.hpp"
#include "game.hpp"

namespace steppe::solitaire {

struct ShortestAnswer {
  bool unwinnable = false;   // proved; then there is nothing more
  int lower = 0;             // no win is shorter
  std::optional<int> upper;  // moves of the best win found
  std::vector<Move> line;    // that win
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool interrupted = false;
};

class ShortestSolver {
 public:
  explicit ShortestSolver(std::size_t bytes) : bytes_(bytes) {}

  // Throws std::invalid_argument where this is no moment of a game.
  ShortestAnswer solve(const Game& game, const Control::Limits& limits, Control::Tick stop) const;

 private:
  std::size_t bytes_;
};

}  // namespace steppe::solitaire
