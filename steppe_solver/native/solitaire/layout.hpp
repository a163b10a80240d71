// A moment of a game as sets of cards: all that the search needs to know of it.
//
// The open cards of a column are a run. Its first card is the column's *base*: it lies on face-down
// cards or on the table. A base has never moved since it turned up (nothing but a king may be put
// down there), so that the deal says which card it is and what lies below. Kings on the table are
// the exception: they are not counted as bases, and their columns count as *emptied*. Every open
// card that is no base is *attached*: to a parent, or, a king, to an emptied column.
//
// THEOREM. Which of two twins an attached card lies on does not matter. Let a layout be the sets of
// open cards and bases, the buffers, the foundations, the stock with its position and the recycles
// used. Two games of the same layout can be led through the same layouts.
// Proof. Attached children are at no level more than the open parents, as each lies on one of its
// own. A move needs one of two things of the columns: that some parent of a card is free, or that a
// given card y is. At a level with fewer children than parents there is a free parent; and y is
// free, or else y bears the only child of the level and its twin is open and free, so that the
// child with all that lies on it may first move over to the twin and y is free. Both are single
// legal moves and do not change the layout. At a level with as many children as parents neither
// twin is free, in any arrangement. So the same moves can be made, after such *shifts*; and what a
// move does to the layout depends on the layout alone (the cards on a moving card move with it,
// whichever they are). QED
//
// The proof holds with buffers, for every draw and both kinds of foundation, as it uses none of
// them. So a search over layouts need know neither columns nor runs; line.hpp turns what it finds
// back into single moves, shifts included.
//
// A king is attached to an emptied column as another card is to a parent: any of the emptied
// columns serves, and there is room for as many kings as columns are emptied.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"
#include "game.hpp"

namespace steppe::solitaire {

// What never changes during a search.
struct Board {
  explicit Board(const Game& game);
  // The same deal with a free stock.
  Board relaxed() const;

  Variant variant;
  int ranks;
  Cards deck, kings;
  int stock_size;                        // of waste and stock at the start of the search
  std::array<Card, kMostCards> stock;    // from the bottom of the waste to the last card drawn
  std::array<std::uint8_t, 64> place{};  // of a card in `stock`
  std::array<Card, 64> below{};          // of a card in a column: the next deeper one, or kNoCard
  std::array<std::uint8_t, 64> column{};  // of a card in a column
  bool free_stock;                       // one card a draw, any number of recycles
};

struct Layout {
  Cards open = 0;     // face up in the columns
  Cards base = 0;     // those of `open` that have not been moved
  Cards buffer = 0;   // in the buffers
  Cards done = 0;     // on the foundations
  Cards stock = 0;    // the cards of Board::stock that are still there, by their number
  std::uint32_t down = 0;      // four bits a column: face-down cards and base; 0 is emptied
  std::uint16_t counts = 0;    // four bits a suit: cards on the foundation
  std::uint8_t emptied = 0;    // columns without a base
  std::uint8_t held = 0;       // cards in buffers
  std::uint8_t drawn = 0;      // the stock's cards below this number that are left are the waste
  std::uint8_t recycles = 0;   // still to be had; 0 where they are unlimited

  bool operator==(const Layout&) const = default;

  int count(int suit) const { return counts >> 4 * suit & 0xF; }
  Cards next_up(Cards deck) const { return (done << 4 | 0xF) & ~done & deck; }
  Cards attached() const { return open & ~base; }

  void put_up(Card card) {
    done |= bit(card);
    counts = static_cast<std::uint16_t>(counts + (1 << 4 * suit_of(card)));
  }
  // Takes the top card from its foundation.
  void put_down(Card card) {
    done &= ~bit(card);
    counts = static_cast<std::uint16_t>(counts - (1 << 4 * suit_of(card)));
  }
  void hold(Card card) {
    buffer |= bit(card);
    ++held;
  }
  void release(Card card) {
    buffer &= ~bit(card);
    --held;
  }
  // Takes an open card from where it lies, with what lies on it if that is to lie on it again.
  void leave(const Board& board, Card card) {
    open &= ~bit(card);
    if (base & bit(card)) uncover(board, card);
  }
  void uncover(const Board& board, Card card);
  // No card lies face down.
  bool all_open() const { return !((down >> 1 | down >> 2 | down >> 3) & 0x1111111); }
};

// The recycles beyond which no more are needed: a pass in which no card leaves the stock ends where
// it began, so that a shortest line has one at most for each card, and one to begin with (a first
// pass begun halfway may be without gain).
constexpr int enough_recycles(int stock_size) { return stock_size + 1; }

// The cards of stock and waste together.
inline Cards stock_cards(const Board& board, const Layout& layout) {
  Cards cards = 0;
  for (Cards left = layout.stock; left; left &= left - 1) cards |= bit(board.stock[lowest(left)]);
  return cards;
}

Layout make_layout(const Board& board, const Game& game);

// Where there is room and which cards are free, for a layout.
struct Room {
  Room(const Board& board, const Layout& layout)
      : levels(levels_with_room(layout.open, layout.attached() & ~board.kings)),
        free(layout.open & parents_of(levels)),
        welcome(children_of(levels)) {
    // Aces are free wherever they are open: they take nothing.
    if (std::popcount(layout.attached() & board.kings) < layout.emptied) welcome |= board.kings;
  }

  Cards levels;   // with more parents than children
  Cards free;     // open cards on which nothing need lie
  Cards welcome;  // cards that could be put on a parent, or to an emptied column
};

}  // namespace steppe::solitaire
