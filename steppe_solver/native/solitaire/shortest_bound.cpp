#include "shortest_bound.hpp"

#include <algorithm>
#include <bit>

#include "shortest_cramped.hpp"

namespace steppe::solitaire::shortest {

namespace {

// Claims from few buffers that are looked for, for a bound: more of them take longer than they are worth.
constexpr int kMostCramped = 2;

}  // namespace

int Bound::operator()(const Position& position, unsigned frozen, Known& known, int enough) {
  const int undrawn = std::popcount(position.undrawn());
  const int length = std::popcount(board_.deck & ~position.done) +
                     (undrawn + board_.variant.draw - 1) / board_.variant.draw;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (!(frozen >> suit & 1)) continue;
    const Card card = make_card(suit, position.count(suit) + 1);
    const Cards young = children(card) & ~position.done;
    if (!young) return kHopeless;
    known.claims.add(young);
    if (!(position.open & bit(card))) known.claims.add(bit(card));
  }
  for (int looks = 0;;) {
    if (!known.claims.met_by(known.extras)) {
      // As many cards as were a smallest set for fewer claims are a smallest one if they meet all.
      const Cards exchanged = known.claims.exchanged(known.extras);
      known.extras =
          exchanged ? exchanged : known.claims.smallest_meeting(std::popcount(known.extras));
    }
    const int bound = length + std::popcount(known.extras);
    if (bound >= enough) return bound;
    if (circles(position, known)) continue;
    if (++looks > kMostCramped) return bound;
    const auto claim = cramped(board_, position, known.extras);
    if (!claim) return bound;
    if (!*claim) return kHopeless;
    if (!known.claims.add(*claim)) return bound;
  }
}

int Bound::extras(const Position& position, const Counts& goals, int enough) {
  goals_ = goals;
  beyond_ = 0;
  for (int suit = 0; suit < kSuits; ++suit)
    for (int rank = goals[static_cast<std::size_t>(suit)] + 1; rank <= board_.ranks; ++rank)
      beyond_ |= bit(make_card(suit, rank));
  Known known;
  while (std::popcount(known.extras) < enough && circles(position, known))
    known.extras = known.claims.smallest_meeting(std::popcount(known.extras));
  return std::popcount(known.extras);
}

void Bound::inherit(const Position& before, Step step, Known& known) const {
  Cards moved = 0;
  if (step.kind == Kind::kRecycle) {
    if (board_.variant.draw == 1)
      each_card(before.lying(), [&](Card place) { moved |= bit(board_.stock[place]); });
  } else if (step.kind != Kind::kDraw && !to_foundation(step.kind)) {
    moved = bit(step.head);
  }
  if (!moved) return;
  known.claims.remove_with(moved);
  // Each card that moved can have spared one card of a smallest set at most.
  const int least = std::popcount(known.extras) - std::popcount(moved);
  known.extras &= ~moved;
  if (std::popcount(known.extras) > least)
    known.extras = known.claims.smallest_meeting(std::max(least, 0));
}

// Adds circles that `known.extras` do not meet; false if there are none, or there is no room.
bool Bound::circles(const Position& position, Known& known) {
  bool found = false;
  extra_ = known.extras | beyond_;
  begin(position);
  for (;;) {
    while (rise()) {
    }
    look();
    if (const Cards claim = circle()) {
      if (claim & extra_) {  // a reason that holds no more
        begin(position);
        continue;
      }
      if (!known.claims.add(claim)) return false;
      found = true;
      set_free(claim);
    } else if (undrawn_) {
      draw();
    } else {
      return found;
    }
  }
}

void Bound::begin(const Position& position) {
  open_ = position.open;
  base_ = position.base;
  attached_ = position.attached() & ~board_.kings;
  high_ = position.high;
  loose_ = position.buffer;
  for (int suit = 0; suit < kSuits; ++suit)
    counts_[static_cast<std::size_t>(suit)] = position.count(suit);
  each_card(base_, [&](Card card) { base_of_[board_.column[card]] = card; });
  in_waste_ = 0;
  waste_size_ = lying_ = 0;
  in_stock_ = 0;
  undrawn_ = position.undrawn();
  const auto card_at = [&](Card place) { return board_.stock[place]; };
  const bool one_a_draw = board_.variant.draw == 1;
  last_pass_ = board_.variant.recycles != kUnlimited && position.recycles == 0;
  if (one_a_draw || last_pass_) {
    each_card(position.lying(), [&](Card place) {
      waste_[static_cast<std::size_t>(waste_size_++)] = card_at(place);
      in_waste_ |= bit(card_at(place));
    });
    lying_ = waste_size_;
  } else {
    each_card(position.lying(), [&](Card place) { loose_ |= bit(card_at(place)); });
  }
  if (!one_a_draw) {
    each_card(undrawn_, [&](Card place) { loose_ |= bit(card_at(place)); });
    undrawn_ = 0;
  }
  each_card(undrawn_, [&](Card place) { in_stock_ |= bit(card_at(place)); });
  if (extra_) set_free(extra_);
}

void Bound::turn_up(Card base) {
  base_ &= ~bit(base);
  Card next = board_.below[base];
  while (next != kNoCard && extra_ & bit(next)) {
    open_ |= bit(next);
    next = board_.below[next];
  }
  if (next == kNoCard) return;
  open_ |= bit(next);
  base_ |= bit(next);
  base_of_[board_.column[next]] = next;
}

void Bound::set_free(Cards cards) {
  extra_ |= cards;
  attached_ &= ~cards;
  each_card(base_ & cards, [&](Card base) { turn_up(base); });
  if (board_.variant.draw == 1)
    for (int at = waste_size_; at-- > (last_pass_ ? lying_ : 0);)
      if (cards & bit(waste_[static_cast<std::size_t>(at)])) {
        loose_ |= bit(waste_[static_cast<std::size_t>(at)]);
        leave_waste(at);
      }
  leave_lying();
}

void Bound::leave_waste(int at) {
  in_waste_ &= ~bit(waste_[static_cast<std::size_t>(at)]);
  lying_ -= at < lying_;
  --waste_size_;
  for (auto i = static_cast<std::size_t>(at); i < static_cast<std::size_t>(waste_size_); ++i) {
    waste_[i] = waste_[i + 1];
    reasons_[i] = reasons_[i + 1];
  }
}

// Where only a move takes cards from the waste, one that lay there and may move freely leaves when those
// above that lay there too have left. That is before anything is drawn, or before it is of use.
void Bound::leave_lying() {
  while (lying_ && extra_ & bit(waste_[static_cast<std::size_t>(lying_) - 1])) {
    loose_ |= bit(waste_[static_cast<std::size_t>(lying_) - 1]);
    leave_waste(lying_ - 1);
  }
}

// Puts up what can go up; false if nothing could.
bool Bound::rise() {
  bool risen = false;
  for (int suit = 0; suit < kSuits; ++suit) {
    int& count = counts_[static_cast<std::size_t>(suit)];
    while (count < goals_[static_cast<std::size_t>(suit)]) {
      const Card card = make_card(suit, count + 1);
      if (loose_ & bit(card)) {
        // Nothing lies on it and it lies on nothing.
      } else if (open_ & bit(card)) {
        if (children(card) & attached_ & (is_high(card) ? high_ : ~high_)) break;
        if (base_ & bit(card)) turn_up(card);
        attached_ &= ~bit(card);
      } else if (waste_size_ && waste_[static_cast<std::size_t>(waste_size_) - 1] == card) {
        leave_waste(waste_size_ - 1);
        leave_lying();
      } else {
        break;
      }
      ++count;
      risen = true;
    }
  }
  return risen;
}

void Bound::look() {
  for (int suit = 0; suit < kSuits; ++suit) {
    Look& look = look_[static_cast<std::size_t>(suit)];
    look = {};
    if (is_up(suit)) continue;
    look.next = make_card(suit, counts_[static_cast<std::size_t>(suit)] + 1);
    look.arrow = Arrow::kBlocked;
    if (open_ & bit(look.next)) {
      look.blocker = lowest(children(look.next) & attached_ & (is_high(look.next) ? high_ : ~high_));
    } else if (in_waste_ & bit(look.next)) {
      const auto first = waste_.begin(), end_of_lying = first + lying_;
      if (lying_ && end_of_lying[-1] != look.next &&
          std::find(first, end_of_lying, look.next) != end_of_lying) {
        look.blocker = end_of_lying[-1];
      } else {
        const auto top = static_cast<std::size_t>(waste_size_) - 1;
        look.blocker = waste_[top];
        look.with = bit(look.next) | reasons_[top][static_cast<std::size_t>(suit)];
      }
    } else if (in_stock_ & bit(look.next)) {
      look.arrow = Arrow::kStock;
    } else {
      look.blocker = base_of_[board_.column[look.next]];
    }
  }
}

// The cards that a suit's next one waits for, in the end for the stock: all direct ones of the chain.
Cards Bound::reason(int suit) const {
  Cards all = 0;
  for (;;) {
    const Look& look = look_[static_cast<std::size_t>(suit)];
    if (look.arrow != Arrow::kBlocked) return all;
    all |= bit(look.blocker) | look.with;
    suit = suit_of(look.blocker);
  }
}

// The cards of a circle among the arrows, or none.
Cards Bound::circle() const {
  unsigned settled = 0;
  for (int start = 0; start < kSuits; ++start) {
    unsigned way = 0;
    int suit = start;
    const auto look = [&] { return look_[static_cast<std::size_t>(suit)]; };
    for (; !(settled >> suit & 1) && look().arrow == Arrow::kBlocked; suit = suit_of(look().blocker)) {
      settled |= 1u << suit;
      way |= 1u << suit;
    }
    if (!(way >> suit & 1)) {
      settled |= 1u << suit;
      continue;
    }
    Cards all = 0;
    const int first = suit;
    do {
      all |= bit(look().blocker) | look().with;
      suit = suit_of(look().blocker);
    } while (suit != first);
    return all;
  }
  return 0;
}

void Bound::draw() {
  const int place = lowest(undrawn_);
  undrawn_ &= undrawn_ - 1;
  const Card card = board_.stock[static_cast<std::size_t>(place)];
  in_stock_ &= ~bit(card);
  if (extra_ & bit(card)) {
    loose_ |= bit(card);
    return;
  }
  if (counts_[static_cast<std::size_t>(suit_of(card))] + 1 == rank_of(card)) {
    // Goes up at once; loose is as good as on top.
    loose_ |= bit(card);
    return;
  }
  auto& reasons = reasons_[static_cast<std::size_t>(waste_size_)];
  for (int suit = 0; suit < kSuits; ++suit)
    reasons[static_cast<std::size_t>(suit)] = reason(suit);
  waste_[static_cast<std::size_t>(waste_size_++)] = card;
  in_waste_ |= bit(card);
}

}  // namespace steppe::solitaire::shortest
