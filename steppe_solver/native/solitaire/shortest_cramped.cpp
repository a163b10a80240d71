#include "shortest_cramped.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace steppe::solitaire::shortest {

namespace {

constexpr int kMostLooks = 96;  // at reaches, before it is given up

// A reach, as far as it was followed.
struct Reach {
  Cards open = 0, base = 0, gone = 0;
  Cards lying = 0;     // of the waste, by place: those that are not uncovered yet
  Cards in_reach = 0;  // in stock and waste
  Cards bare = 0;
  Cards welcome = 0;
  bool empty = false;  // some column
  int missing = 0;     // cards that are not up
  std::array<int, kSuits> counts{};
};

// The reaches of a position, and what they have in common.
class Looks {
 public:
  Looks(const Board& board, const Position& position, Cards extras)
      : board_(board),
        position_(position),
        extras_(extras),
        attached_(position.attached() & ~board.kings),
        on_table_(position.attached() & board.kings),
        in_stock_(stock_cards(board, position)),
        free_(board.variant.buffers - position.held) {
    start_.open = position.open;
    start_.base = position.base;
    start_.in_reach = in_stock_;
    if (board.variant.draw == 1) {
      start_.lying = position.lying();
      each_card(start_.lying, [&](Card place) { start_.in_reach &= ~bit(board.stock[place]); });
    }
    start_.empty = position.has_empty_column(board);
    start_.missing = std::popcount(board.deck & ~position.done);
    for (int suit = 0; suit < kSuits; ++suit)
      start_.counts[static_cast<std::size_t>(suit)] = position.count(suit);
  }

  // False where nothing can be said.
  bool run() {
    while (looks_ < kMostLooks) {
      claim_ = 0;
      stock_ = in_stock_;
      begun_ = looks_;
      start_.gone = passing_;
      if (look(start_, position_.buffer & ~passing_, free_)) return true;
    }
    return false;
  }

  Cards claim() const { return claim_; }
  Cards stock() const { return stock_; }

 private:
  // Looks at the reach with these cards held, which goes on from that of fewer, and at those with more.
  // False if a held card passes from now on, so that all begins anew, or if nothing can be said.
  bool look(const Reach& before, Cards holding, int free) {
    const auto seen = holdings_.begin() + begun_, end = holdings_.begin() + looks_;
    if (std::find(seen, end, holding) != end) return true;
    if (looks_ == kMostLooks) return false;
    holdings_[static_cast<std::size_t>(looks_++)] = holding;
    Reach now = before;
    now.gone |= holding;
    if (const Cards left = follow(now, holding)) {
      passing_ |= left;
      free_ += (left & position_.buffer) != 0;
      return false;
    }
    if (!now.missing) {
      looks_ = kMostLooks;
      return false;
    }
    claim_ |= now.welcome & (now.open | now.in_reach | position_.buffer);
    stock_ &= ~now.gone;
    if (!free) return true;
    const Cards on_top = now.bare | now.in_reach;
    claim_ |= on_top;
    for (Cards rest = on_top & extras_ & ~now.gone; rest; rest &= rest - 1)
      if (!look(now, holding | bit(lowest(rest)), free - 1)) return false;
    return true;
  }

  // Follows a reach to its end, or until a held card can leave, which is returned.
  Cards follow(Reach& reach, Cards holding) const {
    for (bool again = true; again;) {
      again = false;
      while (reach.lying) {
        const int place = std::bit_width(reach.lying) - 1;
        const Card card = board_.stock[static_cast<std::size_t>(place)];
        reach.in_reach |= bit(card);
        if (!(reach.gone & bit(card))) break;
        reach.lying &= ~(Cards{1} << place);
      }
      while (const Cards left = reach.base & reach.gone)
        each_card(left, [&](Card card) {
          reach.base &= ~bit(card);
          const Card next = board_.below[card];
          if (next == kNoCard) {
            reach.empty = true;
          } else {
            reach.open |= bit(next);
            reach.base |= bit(next);
          }
        });
      if (on_table_ & reach.gone) reach.empty = true;
      reach.bare = reach.open & ~parents_of_attached(attached_ & ~reach.gone, position_.high);
      reach.welcome = children_of((reach.bare | reach.bare >> 2) & kLevels);
      if (reach.empty) reach.welcome |= board_.kings & ~(on_table_ & ~(holding | passing_));
      for (int suit = 0; suit < kSuits; ++suit) {
        int& count = reach.counts[static_cast<std::size_t>(suit)];
        while (count < board_.ranks) {
          const Card card = make_card(suit, count + 1);
          if (holding & bit(card)) return bit(card);
          if (!((reach.bare | reach.in_reach | passing_) & bit(card))) break;
          ++count;
          --reach.missing;
          reach.gone |= bit(card);
          again = true;
        }
      }
      const Cards put = extras_ & reach.welcome;
      if (const Cards left = put & holding) return left & -left;
      // Also one that has gone up already: before, it could lie in a column and bear others there.
      const Cards moving =
          put & ((reach.open & ~reach.gone) | ((reach.in_reach | passing_) & ~reach.open));
      if (moving) {
        reach.gone |= moving;
        reach.open |= moving;
        again = true;
      }
    }
    return 0;
  }

  const Board& board_;
  const Position& position_;
  Cards extras_;
  Cards attached_, on_table_, in_stock_;
  Reach start_;
  int free_;
  Cards passing_ = 0;
  Cards claim_ = 0, stock_ = 0;
  std::array<Cards, kMostLooks> holdings_;  // those looked at, and from where on since all began anew
  int looks_ = 0, begun_ = 0;
};

}  // namespace

std::optional<Cards> cramped(const Board& board, const Position& position, Cards extras) {
  if (!board.variant.locked) return {};
  Looks looks(board, position, extras);
  if (!looks.run()) return {};
  Cards claim = looks.claim() & ~extras & ~position.done;
  if (board.variant.draw == 1 && position.stock &&
      (board.variant.recycles == kUnlimited || position.recycles > 0)) {
    const Cards stay = looks.stock() & ~extras;
    if (!stay) return {};
    if (!(stay & claim)) claim |= bit(lowest(stay));
  }
  return claim;
}

}  // namespace steppe::solitaire::shortest
