#include "layout.hpp"

#include <algorithm>

namespace steppe::solitaire {

Board::Board(const Game& game)
    : variant(game.variant),
      ranks(game.ranks),
      deck(all_cards(game.ranks)),
      kings(all_of_rank(game.ranks)),
      stock_size(0),
      stock{},
      free_stock(game.variant.draw == 1 && game.variant.recycles == kUnlimited) {
  for (const auto* pile : {&game.waste, &game.stock})
    for (const Card card : *pile) {
      place[card] = static_cast<std::uint8_t>(stock_size);
      stock[static_cast<std::size_t>(stock_size++)] = card;
    }
  below.fill(kNoCard);
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    const Column& pile = game.columns[i];
    for (std::size_t depth = 0; depth <= static_cast<std::size_t>(pile.down); ++depth) {
      if (depth >= pile.cards.size()) break;
      column[pile.cards[depth]] = static_cast<std::uint8_t>(i);
      if (depth) below[pile.cards[depth]] = pile.cards[depth - 1];
    }
  }
}

Board Board::relaxed() const {
  Board board = *this;
  board.variant.draw = 1;
  board.variant.recycles = kUnlimited;
  board.free_stock = true;
  return board;
}

void Layout::uncover(const Board& board, Card card) {
  base &= ~bit(card);
  const int column = board.column[card];
  down -= 1u << 4 * column;
  const Card next = board.below[card];
  if (next == kNoCard) {
    ++emptied;
    return;
  }
  open |= bit(next);
  if (bit(next) & board.kings && board.below[next] == kNoCard) {
    down &= ~(0xFu << 4 * column);
    ++emptied;
  } else {
    base |= bit(next);
  }
}

Layout make_layout(const Board& board, const Game& game) {
  Layout layout;
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    const Column& pile = game.columns[i];
    if (pile.cards.empty()) {
      ++layout.emptied;
      continue;
    }
    const auto first = static_cast<std::size_t>(pile.down);
    for (std::size_t depth = first; depth < pile.cards.size(); ++depth)
      layout.open |= bit(pile.cards[depth]);
    const Card base = pile.cards[first];
    if (bit(base) & board.kings && !pile.down) {
      ++layout.emptied;
    } else {
      layout.base |= bit(base);
      layout.down |= static_cast<std::uint32_t>(pile.down + 1) << 4 * i;
    }
  }
  for (const Card card : game.buffers)
    if (card != kNoCard) layout.hold(card);
  for (int suit = 0; suit < kSuits; ++suit)
    for (int rank = 1; rank <= game.foundations[static_cast<std::size_t>(suit)]; ++rank)
      layout.put_up(make_card(suit, rank));
  layout.stock = (Cards{1} << board.stock_size) - 1;
  layout.drawn = static_cast<std::uint8_t>(game.waste.size());
  if (board.variant.recycles != kUnlimited)
    layout.recycles = static_cast<std::uint8_t>(
        std::min(board.variant.recycles - game.recycled, enough_recycles(board.stock_size)));
  return layout;
}

}  // namespace steppe::solitaire
