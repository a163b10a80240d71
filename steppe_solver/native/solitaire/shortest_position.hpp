// A moment of a game as the search for the shortest win sees it: exact but for what never matters.
//
// To a layout (layout.hpp) it adds on which of its two possible parents each attached card lies: bit c
// of `high` is set if card c lies on the parent of the higher suit number (clubs, diamonds). In layouts
// that does not matter, as a shift to the twin is free there; here a shift is a move like others.
// Columns that were emptied are not told apart, nor are the slots of the buffers: exchanging two of
// them is a symmetry of the rules, which changes no length.
//
//     key:  high (52) | drawn (6)         buffers (52) | suits S H C of counts (12)
//           stock (52) | suit D (4) | recycles (6)         down (28)
//
// A step names cards, not columns: its head is the card that moves (with what lies on it), `onto` the
// card it is put on, kNoCard where there is none. Each step is one single move of the rules.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game.hpp"
#include "layout.hpp"

namespace steppe::solitaire::shortest {

struct Step {
  Kind kind = Kind::kDraw;
  Card head = kNoCard, onto = kNoCard;
  bool operator==(const Step&) const = default;
};

constexpr bool to_foundation(Kind kind) {
  return kind == Kind::kWasteToFoundation || kind == Kind::kColumnToFoundation ||
         kind == Kind::kBufferToFoundation;
}

// The board with what packing needs: the cards of each column as dealt.
struct Ground : Board {
  explicit Ground(const Game& game);

  int columns;
  std::array<std::array<Card, kMostDown + 1>, kMostColumns> dealt;  // face down and base, deepest first
};

struct Packed {
  std::array<std::uint64_t, 4> words{};
  bool operator==(const Packed&) const = default;
};

// Cards that are put on a parent of the higher suit number.
constexpr bool is_high(Card parent) { return suit_of(parent) >= 2; }

// All cards on which one of these attached cards lies; kings, which lie on none, must not be among them.
constexpr Cards parents_of_attached(Cards attached, Cards high) {
  const Cards low = attached & ~high, up = attached & high;
  constexpr Cards spades = 0x1111111111111111, hearts = spades << 1, clubs = spades << 2,
                  diamonds = spades << 3;
  return (low & spades) << 5 | (low & clubs) << 3 |    // black on hearts
         (up & spades) << 7 | (up & clubs) << 5 |      // black on diamonds
         (low & hearts) << 3 | (low & diamonds) << 1 | // red on spades
         (up & hearts) << 5 | (up & diamonds) << 3;    // red on clubs
}

struct Position : Layout {
  Cards high = 0;

  Cards lying() const { return stock & ((Cards{1} << drawn) - 1); }    // the waste, by place
  Cards undrawn() const { return stock & ~((Cards{1} << drawn) - 1); }  // the stock, by place
  // The cards that bear none.
  Cards exposed(const Board& board) const {
    return open & ~parents_of_attached(attached() & ~board.kings, high);
  }
  // The card that lies on this one as a bit, or none.
  Cards child(Card parent) const {
    return children(parent) & attached() & (is_high(parent) ? high : ~high);
  }
  // The card on which this attached card lies, which is no king.
  Card parent(Card child) const {
    const int twin = high >> child & 1;
    return make_card((red(child) ? 0 : 1) + 2 * twin, rank_of(child) + 1);
  }
  Card waste_top(const Board& board) const {
    return drawn ? board.stock[static_cast<std::size_t>(drawn) - 1] : kNoCard;
  }
  // An emptied column without a king on it.
  bool has_empty_column(const Board& board) const {
    return std::popcount(attached() & board.kings) < emptied;
  }

  // The step must be legal.
  void play(const Board& board, Step step);
};

Position make_position(const Board& board, const Game& game);
Packed pack(const Position& position);
Position unpack(const Ground& board, const Packed& packed);

// The steps as moves of the game, which they must fit. Throws std::logic_error where they do not.
std::vector<Move> single_moves(Game game, const std::vector<Step>& steps);

}  // namespace steppe::solitaire::shortest
