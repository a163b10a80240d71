// How many cards can be on the foundations, within the recycles of the variant, won or not.
//
// The aim is to have more than so many cards up, a number that rises as lines are found. All else
// is as in a search for a win (search.hpp): its cut-offs are proved for every line, wherever it
// ends. Two rules look different for a game that stops:
//
// HOPELESS. No more cards can ever be up than lie in unbroken sequences from the aces among those
// that might ever be free (dead.hpp): a card goes up only after all lower ones of its suit.
//
// FREE STOCK. Cards are raised from it only before a card that is not in it (moves.hpp, lazy
// moves), so those that can follow at the end have not gone up yet: they count as up.
#pragma once

#include "search.hpp"

namespace steppe::solitaire {

// Of these cards, those of which all lower ones of their suit are there too.
inline Cards in_sequence(Cards cards) {
  Cards up = 0;
  while (const Cards next = (up << 4 | 0xF) & ~up & cards) up |= next;
  return up;
}

// The cards that are up, and those that plainly can go up from where they are.
inline Cards plainly_up(const Board& board, const Layout& layout) {
  if (plain_win(board, layout)) return board.deck;
  return board.free_stock ? in_sequence(layout.done | stock_cards(board, layout)) : layout.done;
}

class Stopping final : public Aim {
 public:
  // More cards up than `beaten`, which belongs to the caller and may rise during the search.
  Stopping(const Board& board, const int& beaten) : board_(board), beaten_(beaten) {}
  bool reached(const Layout& layout) override {
    return std::popcount(plainly_up(board_, layout)) > beaten_;
  }
  bool hopeless(const Layout& layout) override {
    return std::popcount(in_sequence(ever_playable(board_, layout))) <= beaten_;
  }

 private:
  const Board& board_;
  const int& beaten_;
};

}  // namespace steppe::solitaire
