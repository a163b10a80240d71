#include "shortest_moves.hpp"

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

}  // namespace

void Moves::list(const Node& node) {
  const Position& position = node.position;
  node_ = &node;
  size_ = 0;
  exposed_ = position.exposed(board_);
  empty_column_ = position.has_empty_column(board_);
  buffer_free_ = position.held < board_.variant.buffers;
  tail_ = last_tail_ = kNoCard;
  if (!node.last.any && to_column_kind(node.last.kind)) {
    last_tail_ = node.last.head;
    while (const Cards child = position.child(last_tail_)) last_tail_ = lowest(child);
  }
  can_rise_ = 0;
  each_card(position.next_up(board_.deck), [&](Card card) {
    Step step;
    if (!move_up(board_, position, card, exposed_, step)) return;
    can_rise_ |= bit(card);
    if (node.frozen >> suit_of(card) & 1) return;
    tail_ = card;  // its column ends with it, if it is in one
    add(step);
  });
  tail_ = kNoCard;
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
  tail_ = kNoCard;
  if (!board_.variant.locked)
    for (int suit = 0; suit < kSuits; ++suit)
      // An ace is of no use in a column, as it takes no card: it would only have to go up again.
      if (const int rank = position.count(suit); rank > 1)
        to_columns(Kind::kFoundationToColumn, make_card(suit, rank));
}

// Each card of the column that ends with `tail`, with what lies on it.
void Moves::from_column(Card tail) {
  const Position& position = node_->position;
  tail_ = tail;
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

// Could the step be exchanged with the last one, and should it come before that?
bool Moves::comes_too_late(Step step) const {
  const Last& last = node_->last;
  if (last.any) return false;
  const int now = class_of(step.kind), before = class_of(last.kind);
  if (now > before || (now == before && step.head >= last.head)) return false;
  if (step.head == last.head) return false;
  if (stock_kind(step.kind) && stock_kind(last.kind)) return false;
  if (from_column_kind(step.kind)) {
    if (tail_ == last_tail_) return false;
    if (from_column_kind(last.kind) && tail_ == last.left) return false;
  }
  if (to_column_kind(step.kind)) {
    if (step.onto == kNoCard) {
      if (from_column_kind(last.kind) && last.left == kNoCard) return false;
    } else {
      if (step.onto == last_tail_) return false;
      if (from_column_kind(last.kind) && step.onto == last.left) return false;
    }
  }
  if (to_buffer_kind(step.kind) && from_buffer_kind(last.kind) && last.was_full) return false;
  if (last.kind == Kind::kFoundationToColumn && suit_of(last.head) == suit_of(step.head) &&
      (to_foundation(step.kind) || step.kind == Kind::kFoundationToColumn))
    return false;
  return true;
}

Node Moves::after(Step step) const {
  const Position& position = node_->position;
  Node next{position, node_->frozen, {}};
  if (from_column_kind(step.kind) && !to_foundation(step.kind)) {
    const bool attached = position.attached() & bit(step.head);
    if (!attached)
      next.last.left = board_.below[step.head];
    else if (!(board_.kings & bit(step.head)))
      next.last.left = position.parent(step.head);
  }
  if (!to_foundation(step.kind)) {
    next.last.any = false;
    next.last.kind = step.kind;
    next.last.head = step.head;
    next.last.was_full = !buffer_free_;
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
