#include "game.hpp"

#include <algorithm>
#include <stdexcept>

namespace steppe::solitaire {

namespace {

void require(bool holds, const char* fault) {
  if (!holds) throw std::invalid_argument(fault);
}

// May these cards, led by `head`, go to this column?
bool fits(const Game& game, Card head, int column) {
  const auto& cards = game.columns[static_cast<std::size_t>(column)].cards;
  return cards.empty() ? rank_of(head) == game.ranks : takes(cards.back(), head);
}

bool next_up(const Game& game, Card card) {
  return game.foundations[static_cast<std::size_t>(suit_of(card))] + 1 == rank_of(card);
}

}  // namespace

void Game::check() const {
  require(variant.buffers >= 0 && variant.buffers <= kMostBuffers, "buffers out of range");
  require(variant.draw == 1 || variant.draw == 3, "draw must be 1 or 3");
  require(variant.recycles >= kUnlimited, "recycles out of range");
  require(recycled >= 0 && (variant.recycles == kUnlimited || recycled <= variant.recycles),
          "more recycles used than there are");
  require(ranks >= 1 && ranks <= kMostRanks, "ranks out of range");
  require(!columns.empty() && columns.size() <= kMostColumns, "columns out of range");
  Cards seen = 0;
  const auto see = [&](Card card) {
    require(card < kSuits * ranks, "a card that is not in the deck");
    require(!(seen & bit(card)), "a card in two places");
    seen |= bit(card);
  };
  for (int suit = 0; suit < kSuits; ++suit) {
    const int count = foundations[static_cast<std::size_t>(suit)];
    require(count >= 0 && count <= ranks, "foundations out of range");
    for (int rank = 1; rank <= count; ++rank) see(make_card(suit, rank));
  }
  for (const Column& column : columns) {
    const int size = static_cast<int>(column.cards.size());
    require(column.down >= 0 && column.down <= kMostDown, "face-down cards out of range");
    require(size ? column.down < size : column.down == 0, "a column's last card lies open");
    for (const Card card : column.cards) see(card);
    for (auto i = static_cast<std::size_t>(column.down) + 1; i < column.cards.size(); ++i)
      require(takes(column.cards[i - 1], column.cards[i]), "open cards that are no run");
  }
  for (const Card card : stock) see(card);
  for (const Card card : waste) see(card);
  for (int slot = 0; slot < kMostBuffers; ++slot) {
    const Card card = buffers[static_cast<std::size_t>(slot)];
    if (card == kNoCard) continue;
    require(slot < variant.buffers, "a card in a buffer that is not there");
    see(card);
  }
  require(seen == all_cards(ranks), "a card is missing");
}

bool Game::legal(Move move) const {
  const auto column = [&](int i) { return i < static_cast<int>(columns.size()); };
  const auto free = [&](int slot) { return slot < variant.buffers && buffers[slot] == kNoCard; };
  const auto held = [&](int slot) { return slot < kMostBuffers && buffers[slot] != kNoCard; };
  const auto filled = [&](int i) { return column(i) && !columns[i].cards.empty(); };
  const auto top = [&](int i) { return columns[i].cards.back(); };
  if (move.count != 1 && move.kind != Kind::kColumnToColumn) return false;
  switch (move.kind) {
    case Kind::kDraw:
      return !stock.empty();
    case Kind::kRecycle:
      return stock.empty() && !waste.empty() &&
             (variant.recycles == kUnlimited || recycled < variant.recycles);
    case Kind::kWasteToColumn:
      return !waste.empty() && column(move.to) && fits(*this, waste.back(), move.to);
    case Kind::kWasteToBuffer:
      return !waste.empty() && free(move.to);
    case Kind::kWasteToFoundation:
      return !waste.empty() && next_up(*this, waste.back());
    case Kind::kColumnToColumn: {
      if (!filled(move.from) || !column(move.to) || move.from == move.to) return false;
      const auto& [cards, down] = columns[move.from];
      const int open = static_cast<int>(cards.size()) - down;
      return move.count >= 1 && move.count <= open &&
             fits(*this, cards[cards.size() - move.count], move.to);
    }
    case Kind::kColumnToBuffer:
      return filled(move.from) && free(move.to);
    case Kind::kColumnToFoundation:
      return filled(move.from) && next_up(*this, top(move.from));
    case Kind::kBufferToColumn:
      return held(move.from) && column(move.to) && fits(*this, buffers[move.from], move.to);
    case Kind::kBufferToFoundation:
      return held(move.from) && next_up(*this, buffers[move.from]);
    case Kind::kFoundationToColumn:
      return !variant.locked && move.from < kSuits && foundations[move.from] > 0 &&
             column(move.to) &&
             fits(*this, make_card(move.from, foundations[move.from]), move.to);
  }
  return false;
}

void Game::play(Move move) {
  const auto take = [](std::vector<Card>& cards) {
    const Card card = cards.back();
    cards.pop_back();
    return card;
  };
  const auto uncover = [](Column& column) {
    if (!column.cards.empty())
      column.down = std::min(column.down, static_cast<int>(column.cards.size()) - 1);
  };
  const auto put_up = [&](Card card) { ++foundations[static_cast<std::size_t>(suit_of(card))]; };
  switch (move.kind) {
    case Kind::kDraw: {
      const auto count = std::min<std::size_t>(static_cast<std::size_t>(variant.draw), stock.size());
      const auto end = stock.begin() + static_cast<std::ptrdiff_t>(count);
      waste.insert(waste.end(), stock.begin(), end);
      stock.erase(stock.begin(), end);
      return;
    }
    case Kind::kRecycle:
      stock.swap(waste);
      ++recycled;
      return;
    case Kind::kWasteToColumn:
      columns[move.to].cards.push_back(take(waste));
      return;
    case Kind::kWasteToBuffer:
      buffers[move.to] = take(waste);
      return;
    case Kind::kWasteToFoundation:
      put_up(take(waste));
      return;
    case Kind::kColumnToColumn: {
      auto& from = columns[move.from].cards;
      auto& to = columns[move.to].cards;
      to.insert(to.end(), from.end() - move.count, from.end());
      from.erase(from.end() - move.count, from.end());
      uncover(columns[move.from]);
      return;
    }
    case Kind::kColumnToBuffer:
      buffers[move.to] = take(columns[move.from].cards);
      uncover(columns[move.from]);
      return;
    case Kind::kColumnToFoundation:
      put_up(take(columns[move.from].cards));
      uncover(columns[move.from]);
      return;
    case Kind::kBufferToColumn:
      columns[move.to].cards.push_back(buffers[move.from]);
      buffers[move.from] = kNoCard;
      return;
    case Kind::kBufferToFoundation:
      put_up(buffers[move.from]);
      buffers[move.from] = kNoCard;
      return;
    case Kind::kFoundationToColumn:
      columns[move.to].cards.push_back(make_card(move.from, foundations[move.from]--));
      return;
  }
}

bool Game::won() const {
  return std::all_of(foundations.begin(), foundations.end(),
                     [&](int count) { return count == ranks; });
}

}  // namespace steppe::solitaire
