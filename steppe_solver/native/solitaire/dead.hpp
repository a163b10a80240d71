// A proof that a game is lost, from what blocks what.
//
// Let P be the cards that might ever lie open in a column, A all that might ever be free to be
// played (or are up), both found by asking too little: a card may go down if one of the two cards
// that take it is in P, or it is a king and some column might ever be empty; a card may go up if
// all lower ones of its suit are in A. The rest follows: what may go down from the stock (or from
// unlocked foundations) joins P; a base that may go down or up uncovers the card below it, which
// joins P and A. If that ends with cards still face down the game is lost, and those are never up.
//
// Proof. The first move of a line that brings a card into a column that is not in P, uncovers one
// that is not in A or empties a column where no column might ever be, would need cards that came
// there earlier, thus are in P and A, and so the rules above have let it happen: a contradiction.
// With buffers this asks too much, as a base may go there. It holds if all are full, for as long as
// no card can leave them: so it proves nothing if one of the cards in them may go down or up.
#pragma once

#include "layout.hpp"

namespace steppe::solitaire {

// All that might ever be free to be played or are up; every card where nothing is proved.
inline Cards ever_playable(const Board& board, const Layout& layout) {
  if (layout.held < board.variant.buffers || layout.all_open()) return board.deck;
  const Cards in_stock = stock_cards(board, layout);
  const Cards loose = board.variant.locked ? in_stock : in_stock | layout.done;
  Cards lying = layout.open, playable = layout.open | in_stock | layout.done | layout.buffer;
  bool emptied = layout.emptied > 0;
  const auto welcome = [&] {
    return children_of((lying | lying >> 2) & kLevels) | (emptied ? board.kings : 0);
  };
  const auto may_leave = [&](Card card) {
    const Cards lower = kSuitOfSpades << suit_of(card) & (bit(card) - 1);
    return (welcome() & bit(card)) || !(lower & ~playable);
  };
  Cards bases = layout.base;
  for (bool more = true; more;) {
    const Cards laid = loose & welcome() & ~lying;
    lying |= laid;
    more = laid != 0;
    for (Cards left = bases; left; left &= left - 1) {
      Card card = lowest(left);
      if (!may_leave(card)) continue;
      more = true;
      bases &= ~bit(card);
      card = board.below[card];
      if (card == kNoCard) {
        emptied = true;
        continue;
      }
      bases |= bit(card);
      lying |= bit(card);
      playable |= bit(card);
    }
  }
  for (Cards held = layout.buffer; held; held &= held - 1)
    if (may_leave(lowest(held))) return board.deck;
  return playable;
}

inline bool lost(const Board& board, const Layout& layout) {
  return ever_playable(board, layout) != board.deck;
}

}  // namespace steppe::solitaire
