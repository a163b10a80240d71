// The rules of Duel, card by card: the fast twin of the Python package's solitaire/duel.py.
//
// Two decks lie on one board: every card is there twice. Stock and waste are one row of cards,
//
//     deck:  waste, its playable card last | stock, its first card drawn first
//
// and `waste` says how many of them are the waste: a draw moves the border to the right, a recycle
// back to the beginning, as the order is kept. Of the two foundations of a suit `high` has the
// taller.
//
// The hash of a position covers what may not come again with the same player to move: where the
// cards lie, the recycles made, the mover; not the slots of buffers. Scores, passes and what has
// been earned are no part of it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"
#include "game.hpp"

namespace steppe::solitaire {

inline constexpr int kDuelRecycles = 2;
inline constexpr int kDuelColumnCards = 32;
inline constexpr int kDuelCards = 2 * kMostCards;

struct DuelColumn {
  std::array<Card, kDuelColumnCards> cards{};  // deepest first
  std::uint8_t size = 0, down = 0;             // cards, and how many of them are face down
  std::uint64_t hash = 0;

  int open() const { return size - down; }
  Card last() const { return cards[size - 1u]; }
  void rehash(int place);
};

// A list of moves that needs no memory of its own.
struct DuelMoves {
  std::array<Move, 160> moves;
  int size = 0;
  void add(Kind kind, int from, int to, int count = 1) {
    moves[static_cast<std::size_t>(size++)] = {kind, static_cast<std::uint8_t>(from),
                                               static_cast<std::uint8_t>(to),
                                               static_cast<std::uint8_t>(count)};
  }
  const Move* begin() const { return moves.data(); }
  const Move* end() const { return moves.data() + size; }
};

struct Duel {
  int draw = 1, ranks = kMostRanks, columns_used = 0;
  std::array<DuelColumn, kMostColumns> columns{};
  std::array<Card, kDuelCards> deck{};
  int waste = 0, deck_size = 0;
  std::uint64_t deck_hash = 0;
  std::array<Card, kMostBuffers> buffers{kNoCard, kNoCard, kNoCard, kNoCard};
  std::array<std::int8_t, kSuits> low{}, high{};
  int recycled = 0;
  std::array<int, 2> scores{};
  int mover = 0, passes = 0, still = 0;
  std::array<std::uint8_t, kMostCards> unbuffered{};  // earnings for leaving a buffer, by card

  bool over() const;
  std::uint64_t hash() const;

  // Every move that the cards allow, those that repeat a position too; of free buffers the lowest.
  void list(DuelMoves& moves) const;
  // What a listed move brings its mover.
  int points(Move move) const;
  // Might a position from before the listed move come again after it?
  bool reversible(Move move) const;
  void play(Move move);
  void pass();

  // Hashes columns and deck, after they have been set from outside.
  void rehash();

 private:
  bool goes_up(Card card) const;
  bool accepts(const DuelColumn& column, Card card) const;
  Card source(Move move) const;
  Card take(Move move);
  void put_up(Card card);
  void rehash_deck();
};

}  // namespace steppe::solitaire
