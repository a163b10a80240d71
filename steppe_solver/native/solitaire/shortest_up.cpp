#include "shortest_up.hpp"

#include <algorithm>
#include <bit>

namespace steppe::solitaire::shortest {

int UpBound::operator()(const Position& position, unsigned, Known& known, int enough) {
  const int missing = target_ - std::popcount(position.done);
  if (missing <= 0) return 0;
  gather(position);
  Counts end{};
  int least = kHopeless;
  for (int below = kHopeless; each_end(0, missing, {}, end, below, [&](int cost) {
         least = cost;
         return true;
       });)
    below = least;
  if (least >= enough) return least;
  const auto stands = [&](const Counts& which, int cost) {
    if (cost >= enough) return false;
    return cost + bound_.extras(position, which, enough - cost) < enough;
  };
  if (is_end(known.end) && stands(known.end, cost(known.end))) return least;
  int looks = 0;
  const bool any = each_end(0, missing, {}, end, enough, [&](int cost) {
    if (++looks <= kMostLooks && !stands(end, cost)) return false;
    known.end = end;
    return true;
  });
  return any ? least : enough;
}

// What each card takes, after those below it in its suit.
void UpBound::gather(const Position& position) {
  std::array<Need, kMostCards> of{};
  const auto own = [&](Card card) { of[card].heads = of[card].heads_if_recycled = bit(card); };
  each_card(position.buffer, own);
  each_card(position.open, [&](Card card) {
    of[card].heads = of[card].heads_if_recycled = bit(card) | position.child(card);
  });
  each_card(position.base, [&](Card base) {
    Cards all = bit(base);
    for (Card card = board_.below[base]; card != kNoCard; card = board_.below[card]) {
      all |= bit(card);
      of[card].heads = of[card].heads_if_recycled = all;
    }
  });
  Cards above = 0;
  for (Cards left = position.lying(); left;) {
    const int place = std::bit_width(left) - 1;
    left &= ~(Cards{1} << place);
    const Card card = board_.stock[static_cast<std::size_t>(place)];
    own(card);
    of[card].heads |= above;
    above |= bit(card);
  }
  // Draw by draw, those of each from the last one, which lies on top.
  const int draw = board_.variant.draw;
  int draws = 0;
  for (Cards left = position.undrawn(); left;) {
    ++draws;
    std::array<Card, 3> drawn{};
    int size = 0;
    for (; left && size < draw; left &= left - 1)
      drawn[static_cast<std::size_t>(size++)] = board_.stock[lowest(left)];
    above = 0;
    while (size--) {
      const Card card = drawn[static_cast<std::size_t>(size)];
      own(card);
      of[card].heads |= above;
      of[card].draws = draws;
      above |= bit(card);
    }
  }
  const bool can_recycle = position.stock && (board_.variant.recycles == kUnlimited || position.recycles > 0);
  draws_if_recycled_ = can_recycle ? draws + 1 : kHopeless;
  for (int suit = 0; suit < kSuits; ++suit) {
    Needs& needs = needs_[static_cast<std::size_t>(suit)];
    const int count = position.count(suit);
    now_[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(count);
    needs[static_cast<std::size_t>(count)] = {};
    for (int rank = count + 1; rank <= board_.ranks; ++rank) {
      const Need& next = of[make_card(suit, rank)];
      const Need& before = needs[static_cast<std::size_t>(rank) - 1];
      needs[static_cast<std::size_t>(rank)] = {before.heads | next.heads,
                                               before.heads_if_recycled | next.heads_if_recycled,
                                               std::max(before.draws, next.draws)};
    }
  }
}

UpBound::Need UpBound::with(const Need& need, int suit, int count) const {
  const Need& more = needs_[static_cast<std::size_t>(suit)][static_cast<std::size_t>(count)];
  return {need.heads | more.heads, need.heads_if_recycled | more.heads_if_recycled,
          std::max(need.draws, more.draws)};
}

int UpBound::cost(const Need& need) const {
  return std::min(std::popcount(need.heads) + need.draws,
                  std::popcount(need.heads_if_recycled) + draws_if_recycled_);
}

int UpBound::cost(const Counts& end) const {
  Need need;
  for (int suit = 0; suit < kSuits; ++suit) need = with(need, suit, end[static_cast<std::size_t>(suit)]);
  return cost(need);
}

bool UpBound::is_end(const Counts& end) const {
  int sum = 0;
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    if (end[suit] < now_[suit]) return false;
    sum += end[suit];
  }
  return sum == target_;
}

// Calls stop(cost) for the ends that cost less than `below` until it returns true; says whether it did.
template <class Stop>
bool UpBound::each_end(int suit, int missing, const Need& so_far, Counts& end, int below, Stop stop) {
  int room = 0;  // in the suits after this one
  for (int later = suit + 1; later < kSuits; ++later)
    room += board_.ranks - now_[static_cast<std::size_t>(later)];
  const int now = now_[static_cast<std::size_t>(suit)];
  const int most = std::min(board_.ranks - now, missing);
  for (int more = std::max(0, missing - room); more <= most; ++more) {
    const Need need = with(so_far, suit, now + more);
    const int least = cost(need);
    if (least >= below) return false;  // more cards take no less
    end[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(now + more);
    if (suit + 1 == kSuits ? stop(least) : each_end(suit + 1, missing - more, need, end, below, stop))
      return true;
  }
  return false;
}

}  // namespace steppe::solitaire::shortest
