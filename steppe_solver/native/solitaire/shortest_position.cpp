#include "shortest_position.hpp"

#include <algorithm>
#include <stdexcept>

namespace steppe::solitaire::shortest {

namespace {

constexpr std::uint64_t kCardBits = 52;
constexpr Cards kAllCards = (Cards{1} << kCardBits) - 1;

void land(Position& position, Card head, Card onto) {
  position.open |= bit(head);
  if (onto != kNoCard && is_high(onto))
    position.high |= bit(head);
  else
    position.high &= ~bit(head);
}

void leave_waste(Position& position) {
  const int top = position.drawn - 1;
  position.stock &= ~(Cards{1} << top);
  position.drawn = static_cast<std::uint8_t>(
      std::bit_width(position.stock & ((Cards{1} << top) - 1)));
}

// The column of the game on whose last card `onto` lies, or an empty one.
std::uint8_t column_of(const Game& game, Card onto) {
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    const auto& cards = game.columns[i].cards;
    if (onto == kNoCard ? cards.empty() : !cards.empty() && cards.back() == onto)
      return static_cast<std::uint8_t>(i);
  }
  throw std::logic_error("no column for a card");
}

}  // namespace

Ground::Ground(const Game& game) : Board(game), columns(static_cast<int>(game.columns.size())), dealt{} {
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    const Column& column = game.columns[i];
    for (std::size_t j = 0; j < column.cards.size() && static_cast<int>(j) <= column.down; ++j)
      dealt[i][j] = column.cards[j];
  }
}

void Position::play(const Board& board, Step step) {
  const Card head = step.head;
  const auto leave_column = [&] {
    leave(board, head);
    high &= ~bit(head);
  };
  switch (step.kind) {
    case Kind::kDraw:
      for (int i = 0; i < board.variant.draw; ++i)
        if (const Cards left = undrawn()) drawn = static_cast<std::uint8_t>(lowest(left) + 1);
      return;
    case Kind::kRecycle:
      drawn = 0;
      if (board.variant.recycles != kUnlimited) --recycles;
      return;
    case Kind::kWasteToColumn:
      leave_waste(*this);
      land(*this, head, step.onto);
      return;
    case Kind::kWasteToBuffer:
      leave_waste(*this);
      hold(head);
      return;
    case Kind::kWasteToFoundation:
      leave_waste(*this);
      put_up(head);
      return;
    case Kind::kColumnToColumn:
      if (base & bit(head)) uncover(board, head);
      land(*this, head, step.onto);
      return;
    case Kind::kColumnToBuffer:
      leave_column();
      hold(head);
      return;
    case Kind::kColumnToFoundation:
      leave_column();
      put_up(head);
      return;
    case Kind::kBufferToColumn:
      release(head);
      land(*this, head, step.onto);
      return;
    case Kind::kBufferToFoundation:
      release(head);
      put_up(head);
      return;
    case Kind::kFoundationToColumn:
      put_down(head);
      land(*this, head, step.onto);
      return;
  }
}

Position make_position(const Board& board, const Game& game) {
  Position position{make_layout(board, game), 0};
  for (const Column& column : game.columns)
    for (auto i = static_cast<std::size_t>(column.down) + 1; i < column.cards.size(); ++i)
      if (is_high(column.cards[i - 1])) position.high |= bit(column.cards[i]);
  return position;
}

Packed pack(const Position& position) {
  return {{position.high | std::uint64_t{position.drawn} << kCardBits,
           position.buffer | std::uint64_t{position.counts & 0xFFFu} << kCardBits,
           position.stock | std::uint64_t{position.counts} >> 12 << kCardBits |
               std::uint64_t{position.recycles} << 56,
           position.down}};
}

Position unpack(const Ground& board, const Packed& packed) {
  Position position;
  const auto& [first, second, third, fourth] = packed.words;
  position.high = first & kAllCards;
  position.drawn = static_cast<std::uint8_t>(first >> kCardBits);
  position.buffer = second & kAllCards;
  position.stock = third & kAllCards;
  position.counts = static_cast<std::uint16_t>(second >> kCardBits | (third >> kCardBits & 0xF) << 12);
  position.recycles = static_cast<std::uint8_t>(third >> 56);
  position.down = static_cast<std::uint32_t>(fourth & 0xFFFFFFF);
  position.held = static_cast<std::uint8_t>(std::popcount(position.buffer));
  Cards elsewhere = position.buffer;
  for (int suit = 0; suit < kSuits; ++suit)
    for (int rank = 1; rank <= position.count(suit); ++rank)
      position.done |= bit(make_card(suit, rank));
  elsewhere |= position.done;
  each_card(position.stock, [&](Card place) { elsewhere |= bit(board.stock[place]); });
  for (int column = 0; column < board.columns; ++column) {
    const int size = static_cast<int>(position.down >> 4 * column & 0xF);
    if (!size) {
      ++position.emptied;
      continue;
    }
    Card card = board.dealt[static_cast<std::size_t>(column)][static_cast<std::size_t>(size) - 1];
    position.base |= bit(card);
    while ((card = board.below[card]) != kNoCard) elsewhere |= bit(card);
  }
  position.open = board.deck & ~elsewhere;
  return position;
}

std::vector<Move> single_moves(Game game, const std::vector<Step>& steps) {
  std::vector<Move> moves;
  for (const Step& step : steps) {
    Move move{step.kind};
    const auto find = [&] {
      for (std::size_t i = 0; i < game.columns.size(); ++i) {
        const auto& cards = game.columns[i].cards;
        const auto at = std::find(cards.begin(), cards.end(), step.head);
        if (at == cards.end()) continue;
        move.from = static_cast<std::uint8_t>(i);
        move.count = static_cast<std::uint8_t>(cards.end() - at);
      }
    };
    const auto find_slot = [&](Card card) {
      const auto at = std::find(game.buffers.begin(), game.buffers.end(), card);
      return static_cast<std::uint8_t>(at - game.buffers.begin());
    };
    switch (step.kind) {
      case Kind::kDraw:
      case Kind::kRecycle:
      case Kind::kWasteToFoundation:
        break;
      case Kind::kWasteToColumn:
        move.to = column_of(game, step.onto);
        break;
      case Kind::kWasteToBuffer:
        move.to = find_slot(kNoCard);
        break;
      case Kind::kColumnToColumn:
        find();
        move.to = column_of(game, step.onto);
        break;
      case Kind::kColumnToBuffer:
        find();
        move.to = find_slot(kNoCard);
        break;
      case Kind::kColumnToFoundation:
        find();
        break;
      case Kind::kBufferToColumn:
        move.from = find_slot(step.head);
        move.to = column_of(game, step.onto);
        break;
      case Kind::kBufferToFoundation:
        move.from = find_slot(step.head);
        break;
      case Kind::kFoundationToColumn:
        move.from = static_cast<std::uint8_t>(suit_of(step.head));
        move.to = column_of(game, step.onto);
        break;
    }
    if (move.kind != Kind::kDraw && move.kind != Kind::kRecycle &&
        (move.kind == Kind::kWasteToColumn || move.kind == Kind::kWasteToBuffer ||
         move.kind == Kind::kWasteToFoundation) &&
        (game.waste.empty() || game.waste.back() != step.head))
      throw std::logic_error("another card on the waste");
    if (!game.legal(move)) throw std::logic_error("a move against the rules");
    game.play(move);
    moves.push_back(move);
  }
  return moves;
}

}  // namespace steppe::solitaire::shortest
