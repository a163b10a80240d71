// The rules, card by card: the fast twin of the Python package, and the judge of every line found.
//
// A game here is a moment of a game as it lies on the table. The search itself uses sets of cards
// (layout.hpp); what it finds is replayed here before anybody hears of it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace steppe::solitaire {

inline constexpr int kUnlimited = -1;

struct Variant {
  int buffers = 4;
  int draw = 1;
  int recycles = kUnlimited;
  bool locked = true;
};

enum class Kind : std::uint8_t {
  kDraw,
  kRecycle,
  kWasteToColumn,
  kWasteToBuffer,
  kWasteToFoundation,
  kColumnToColumn,
  kColumnToBuffer,
  kColumnToFoundation,
  kBufferToColumn,
  kBufferToFoundation,
  kFoundationToColumn,
};

// A single move. Columns, buffers and suits count from 0; `count` is 1 but for a run of cards.
struct Move {
  Kind kind;
  std::uint8_t from = 0, to = 0, count = 1;
  bool operator==(const Move&) const = default;
};

struct Column {
  std::vector<Card> cards;  // deepest first
  int down = 0;             // so many of them are face down
};

struct Game {
  Variant variant;
  int ranks = kMostRanks;
  std::vector<Column> columns;
  std::vector<Card> stock;  // the first is drawn first
  std::vector<Card> waste;  // the last can be played
  std::array<Card, kMostBuffers> buffers{kNoCard, kNoCard, kNoCard, kNoCard};
  std::array<int, kSuits> foundations{};
  int recycled = 0;

  // Throws std::invalid_argument where this is no moment of a game: each card of the deck must be in
  // one place, a column's open cards a run, its last card open, all within the variant's options.
  void check() const;

  bool legal(Move move) const;
  // The move must be legal. An uncovered card turns up.
  void play(Move move);
  bool won() const;
};

}  // namespace steppe::solitaire
