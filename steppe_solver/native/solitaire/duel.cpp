#include "duel.hpp"

#include <algorithm>

namespace steppe::solitaire {

namespace {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes all bits.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

// Bits of its own for everything that is hashed: a place and what is there.
enum Salt : std::uint64_t { kColumn = 1, kDeck = 2, kHeld = 3, kUp = 4, kRest = 5 };
constexpr std::uint64_t salted(Salt salt, std::uint64_t what) { return mixed(what << 3 | salt); }

constexpr int kWasteToColumnPoints = 5, kUpPoints = 10, kFlipPoints = 5, kToBufferPoints = -2;
constexpr int kFromBufferPoints = 5, kRecyclePoints = -20;

bool from_column(Kind kind) {
  return kind == Kind::kColumnToColumn || kind == Kind::kColumnToBuffer ||
         kind == Kind::kColumnToFoundation;
}

bool from_buffer(Kind kind) {
  return kind == Kind::kBufferToColumn || kind == Kind::kBufferToFoundation;
}

}  // namespace

void DuelColumn::rehash(int place) {
  std::uint64_t sum = static_cast<std::uint64_t>(place) << 8 | down;
  for (int i = 0; i < size; ++i) sum = mixed(sum ^ cards[static_cast<std::size_t>(i)]);
  hash = salted(kColumn, sum);
}

void Duel::rehash_deck() {
  deck_hash = 0;
  for (int i = 0; i < deck_size; ++i)
    deck_hash = mixed(deck_hash ^ deck[static_cast<std::size_t>(i)]);
}

void Duel::rehash() {
  for (int i = 0; i < columns_used; ++i) columns[static_cast<std::size_t>(i)].rehash(i);
  rehash_deck();
}

bool Duel::over() const {
  return passes >= 2 || *std::min_element(low.begin(), low.end()) == ranks;
}

std::uint64_t Duel::hash() const {
  std::uint64_t sum = 0;
  for (int i = 0; i < columns_used; ++i) sum ^= columns[static_cast<std::size_t>(i)].hash;
  for (const Card held : buffers)
    if (held != kNoCard) sum += salted(kHeld, held);  // like cards may lie in two slots
  sum ^= salted(kDeck, deck_hash ^ static_cast<unsigned>(waste));
  std::uint64_t up = 0;
  for (std::size_t suit = 0; suit < kSuits; ++suit)
    up = up << 8 | static_cast<unsigned>(high[suit] << 4 | low[suit]);
  sum ^= salted(kUp, up);
  return sum ^ salted(kRest, static_cast<unsigned>(recycled << 1 | mover));
}

bool Duel::goes_up(Card card) const {
  const auto suit = static_cast<std::size_t>(suit_of(card));
  return rank_of(card) == high[suit] + 1 || rank_of(card) == low[suit] + 1;
}

bool Duel::accepts(const DuelColumn& column, Card card) const {
  return column.size ? takes(column.last(), card) : rank_of(card) == ranks;
}

void Duel::list(DuelMoves& moves) const {
  const auto free = std::find(buffers.begin(), buffers.end(), kNoCard);
  const int slot = free == buffers.end() ? -1 : static_cast<int>(free - buffers.begin());
  const auto to_columns = [&](Kind kind, int from, Card card) {
    for (int to = 0; to < columns_used; ++to)
      if (accepts(columns[static_cast<std::size_t>(to)], card)) moves.add(kind, from, to);
  };
  if (waste < deck_size) moves.add(Kind::kDraw, 0, 0);
  else if (waste && recycled < kDuelRecycles) moves.add(Kind::kRecycle, 0, 0);
  if (waste) {
    const Card card = deck[waste - 1u];
    to_columns(Kind::kWasteToColumn, 0, card);
    if (slot >= 0) moves.add(Kind::kWasteToBuffer, 0, slot);
    if (goes_up(card)) moves.add(Kind::kWasteToFoundation, 0, 0);
  }
  for (int from = 0; from < columns_used; ++from) {
    const DuelColumn& column = columns[static_cast<std::size_t>(from)];
    if (!column.size) continue;
    const Card card = column.last();
    for (int to = 0; to < columns_used; ++to) {
      if (to == from) continue;
      const DuelColumn& other = columns[static_cast<std::size_t>(to)];
      // The ranks of a run go down one by one, so at most one of its cards fits there.
      const int wanted = other.size ? rank_of(other.last()) - 1 : ranks;
      const int count = wanted - rank_of(card) + 1;
      if (count > 0 && count <= column.open() &&
          accepts(other, column.cards[static_cast<std::size_t>(column.size - count)]))
        moves.add(Kind::kColumnToColumn, from, to, count);
    }
    if (slot >= 0) moves.add(Kind::kColumnToBuffer, from, slot);
    if (goes_up(card)) moves.add(Kind::kColumnToFoundation, from, 0);
  }
  for (int from = 0; from < kMostBuffers; ++from) {
    const Card card = buffers[static_cast<std::size_t>(from)];
    if (card == kNoCard) continue;
    to_columns(Kind::kBufferToColumn, from, card);
    if (goes_up(card)) moves.add(Kind::kBufferToFoundation, from, 0);
  }
}

int Duel::points(Move move) const {
  int points = 0;
  switch (move.kind) {
    case Kind::kRecycle: points = kRecyclePoints; break;
    case Kind::kWasteToColumn: points = kWasteToColumnPoints; break;
    case Kind::kWasteToFoundation:
    case Kind::kColumnToFoundation: points = kUpPoints; break;
    case Kind::kColumnToBuffer: points = kToBufferPoints; break;
    case Kind::kBufferToColumn:
    case Kind::kBufferToFoundation:
      if (unbuffered[buffers[move.from]] < 2) points = kFromBufferPoints;
      break;
    default: break;
  }
  if (from_column(move.kind)) {
    const DuelColumn& column = columns[move.from];
    if (column.down && move.count == column.open()) points += kFlipPoints;
  }
  return points;
}

bool Duel::reversible(Move move) const {
  switch (move.kind) {
    case Kind::kColumnToColumn:
    case Kind::kColumnToBuffer: {
      const DuelColumn& column = columns[move.from];
      return !column.down || move.count != column.open();
    }
    case Kind::kBufferToColumn: return true;
    default: return false;
  }
}

void Duel::put_up(Card card) {
  const auto suit = static_cast<std::size_t>(suit_of(card));
  if (rank_of(card) == high[suit] + 1) ++high[suit];
  else ++low[suit];
}

// Takes the one card of a move that is no run from its place, and turns up what it uncovers.
Card Duel::take(Move move) {
  if (from_column(move.kind)) {
    DuelColumn& column = columns[move.from];
    const Card card = column.last();
    --column.size;
    if (column.size && column.down == column.size) --column.down;
    column.rehash(move.from);
    return card;
  }
  if (from_buffer(move.kind)) {
    const Card card = buffers[move.from];
    buffers[move.from] = kNoCard;
    if (unbuffered[card] < 2) ++unbuffered[card];
    return card;
  }
  const Card card = deck[waste - 1u];
  std::copy(deck.begin() + waste, deck.begin() + deck_size, deck.begin() + waste - 1);
  --waste;
  --deck_size;
  rehash_deck();
  return card;
}

void Duel::play(Move move) {
  const int brought = points(move);
  still = reversible(move) ? still + 1 : 0;
  passes = 0;
  switch (move.kind) {
    case Kind::kDraw: waste = std::min(waste + draw, deck_size); break;
    case Kind::kRecycle:
      waste = 0;
      ++recycled;
      break;
    case Kind::kColumnToColumn: {
      DuelColumn &column = columns[move.from], &other = columns[move.to];
      column.size = static_cast<std::uint8_t>(column.size - move.count);
      std::copy_n(column.cards.begin() + column.size, move.count, other.cards.begin() + other.size);
      other.size = static_cast<std::uint8_t>(other.size + move.count);
      if (column.size && column.down == column.size) --column.down;
      column.rehash(move.from);
      other.rehash(move.to);
      break;
    }
    case Kind::kWasteToColumn:
    case Kind::kBufferToColumn: {
      DuelColumn& other = columns[move.to];
      other.cards[other.size] = take(move);
      ++other.size;
      other.rehash(move.to);
      break;
    }
    case Kind::kWasteToBuffer:
    case Kind::kColumnToBuffer: buffers[move.to] = take(move); break;
    default: put_up(take(move)); break;
  }
  scores[static_cast<std::size_t>(mover)] += brought;
  mover = 1 - mover;
}

void Duel::pass() {
  ++passes;
  ++still;
  mover = 1 - mover;
}

}  // namespace steppe::solitaire
