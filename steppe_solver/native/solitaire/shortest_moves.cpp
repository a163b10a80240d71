#include "shortest_moves.hpp"

#include <algorithm>

namespace steppe::solitaire::shortest {

namespace {

constexpr bool from_column_kind(Kind kind) {
  return kind == Kind::kColumnToColumn || kind == Kind::kColumnToBuffer ||
         kind == Kind::kColumnToFoundation;
}
constexpr bool to_column_kind(Kind kind) {
  return kind == Kind::kWasteToColumn || kind == Kind::kBufferToColumn ||
         kind == Kind::kFoundationToColumn || kind == Kind::kColumnToColumn;
}
constexpr bool from_buffer_kind(Kind kind) {
  return kind == Kind::kBufferToColumn || kind == Kind::kBufferToFoundation;
}
constexpr bool to_buffer_kind(Kind kind) {
  return kind == Kind::kWasteToBuffer || kind == Kind::kColumnToBuffer;
}
constexpr bool stock_kind(Kind kind) {
  return kind == Kind::kDraw || kind == Kind::kRecycle || kind == Kind::kWasteToColumn ||
         kind == Kind::kWasteToBuffer || kind == Kind::kWasteToFoundation;
}

// The two cards that take this one; none for a king.
constexpr Cards parents(Card card) { return Cards{5} << ((card & ~3) + 4 + (red(card) ? 0 : 1)); }

// The exposed card of the column where this open card lies.
Card tail_of(const Position& position, Card card) {
  while (const Cards child = position.child(card)) card = lowest(child);
  return card;
}

}  // namespace

bool uses(const Board& board, const Position& position, const Step& step, const Leaf& leaf) {
  if (step.head == leaf.head) return true;
  if (stock_kind(step.kind) && stock_kind(leaf.kind)) return true;
  // The exposed cards of the columns from which the leaf took its head and to which it put it.
  const Card left = from_column_kind(leaf.kind) ? leaf.left : kNoCard;
  const Card reached = to_column_kind(leaf.kind) ? tail_of(position, leaf.head) : kNoCard;
  const auto changed = [&](Card tail) { return tail != kNoCard && (tail == left || tail == reached); };
  if (from_column_kind(step.kind) && changed(tail_of(position, step.head))) return true;
  if (to_column_kind(step.kind)) {
    if (changed(step.onto)) return true;
    if (step.onto == kNoCard && from_column_kind(leaf.kind) && left == kNoCard) return true;
  }
  // Would there be no buffer free without the leaf?
  if (to_buffer_kind(step.kind) && from_buffer_kind(leaf.kind) &&
      position.held + 1 >= board.variant.buffers)
    return true;
  return leaf.kind == Kind::kFoundationToColumn && suit_of(leaf.head) == suit_of(step.head) &&
         (to_foundation(step.kind) || step.kind == Kind::kFoundationToColumn);
}

void Moves::list(const Node& node) {
  const Position& position = node.position;
  node_ = &node;
  size_ = 0;
  exposed_ = position.exposed(board_);
  empty_column_ = position.has_empty_column(board_);
  buffer_free_ = position.held < board_.variant.buffers;
  can_rise_ = 0;
  each_card(position.next_up(board_.deck), [&](Card card) {
    Step step;
    if (!move_up(board_, position, card, exposed_, step)) return;
    can_rise_ |= bit(card);
    if (node.frozen >> suit_of(card) & 1) return;
    add(step);
  });
  const Cards undrawn = position.undrawn();
  if (undrawn) add({Kind::kDraw, kNoCard, kNoCard});
  if (!undrawn && position.drawn &&
      (board_.variant.recycles == kUnlimited || position.recycles > 0))
    add({Kind::kRecycle, kNoCard, kNoCard});
  if (const Card top = position.waste_top(board_); top != kNoCard) {
    to_columns(Kind::kWasteToColumn, top);
    if (buffer_free_) add({Kind::kWasteToBuffer, top, kNoCard});
  }
  each_card(position.buffer, [&](Card card) { to_columns(Kind::kBufferToColumn, card); });
  each_card(exposed_, [&](Card tail) { from_column(tail); });
  if (!board_.variant.locked)
    for (int suit = 0; suit < kSuits; ++suit)
      // An ace is of no use in a column, as it takes no card: it would only have to go up again.
      if (const int rank = position.count(suit); rank > 1)
        to_columns(Kind::kFoundationToColumn, make_card(suit, rank));
}

// Each card of the column that ends with `tail`, with what lies on it.
void Moves::from_column(Card tail) {
  const Position& position = node_->position;
  if (buffer_free_) add({Kind::kColumnToBuffer, tail, kNoCard});
  for (Card head = tail;; head = position.parent(head)) {
    const bool attached = position.attached() & bit(head);
    // A king on the table has no better place.
    if (attached && board_.kings & bit(head)) return;
    to_columns(Kind::kColumnToColumn, head);
    if (!attached) return;
  }
}

void Moves::to_columns(Kind kind, Card head) {
  if (board_.kings & bit(head)) {
    if (empty_column_) add({kind, head, kNoCard});
    return;
  }
  each_card(parents(head) & exposed_, [&](Card onto) { add({kind, head, onto}); });
}

void Moves::add(Step step) {
  if (!comes_too_late(step)) steps_[static_cast<std::size_t>(size_++)] = step;
}

// Is it against ORDER or USE?
bool Moves::comes_too_late(Step step) const {
  const Leaves& leaves = node_->leaves;
  if (!leaves.size()) return false;
  const auto used = [&](const Leaf& leaf) { return uses(board_, node_->position, step, leaf); };
  const Leaf& last = leaves[0];
  if (phase_of(step.kind) < phase_of(last.kind)) return !std::all_of(leaves.begin(), leaves.end(), used);
  const int now = class_of(step.kind), before = class_of(last.kind);
  if (now > before || (now == before && step.head >= last.head)) return false;
  return !used(last);
}

Node Moves::after(Step step) const {
  const Position& position = node_->position;
  Node next{position, node_->frozen, {}};
  if (!to_foundation(step.kind)) {
    Leaf leaf{step.kind, step.head, kNoCard};
    if (from_column_kind(step.kind)) {
      const bool attached = position.attached() & bit(step.head);
      if (!attached)
        leaf.left = board_.below[step.head];
      else if (!(board_.kings & bit(step.head)))
        leaf.left = position.parent(step.head);
    }
    next.leaves.add(leaf);
    for (const Leaf& before : node_->leaves)
      if (phase_of(before.kind) == phase_of(step.kind) && !uses(board_, position, step, before))
        next.leaves.add(before);
  }
  next.position.play(board_, step);
  if (!board_.variant.locked) return next;
  if (to_foundation(step.kind)) {
    next.frozen &= ~(1u << suit_of(step.head));
    return next;
  }
  Cards freezing = can_rise_;
  if (board_.variant.draw != 1)
    if (const Card top = position.waste_top(board_); top != kNoCard) freezing &= ~bit(top);
  each_card(freezing, [&](Card card) { next.frozen |= 1u << suit_of(card); });
  if (step.onto != kNoCard && rank_of(step.onto) == position.count(suit_of(step.onto)) + 1)
    next.frozen &= ~(1u << suit_of(step.onto));
  return next;
}

}  // namespace steppe::solitaire::shortest
