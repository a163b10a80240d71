// The questions "can this game be won?" and "how many cards can be up?", within limits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search.hpp"

namespace steppe::solitaire {

struct Answer {
  Outcome outcome = Outcome::kUnknown;
  std::vector<Move> line;  // of a winnable game: single moves to the last card
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool interrupted = false;
};

struct CardsUp {
  bool complete = false;  // no more can be up than `line` brings; without it, than were beaten
  std::optional<std::vector<Move>> line;  // to more cards up than were beaten, if any was found
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool interrupted = false;
};

// Keeps its table from game to game; the answers do not depend on what was asked before.
class Solver {
 public:
  explicit Solver(std::size_t table_bytes)
      : seen_(table_bytes - table_bytes / 16), seen_relaxed_(table_bytes / 16) {}

  // Throws std::invalid_argument where this is no moment of a game.
  Answer solve(const Game& game, const Control::Limits& limits, Control::Tick stop);
  // The most cards that can be up, if that is more than `beaten` (stop.hpp). Throws as `solve`.
  CardsUp cards_up(const Game& game, int beaten, const Control::Limits& limits,
                   Control::Tick stop);

 private:
  Seen seen_, seen_relaxed_;
};

}  // namespace steppe::solitaire
