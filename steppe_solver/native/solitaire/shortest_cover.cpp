#include "shortest_cover.hpp"

#include <algorithm>
#include <bit>

namespace steppe::solitaire::shortest {

namespace {

using Sets = std::uint64_t;  // bit i is the set of number i

struct Meeting {
  explicit Meeting(const Family& family) : sets(family.begin()) {
    int number = 0;
    for (const Cards set : family) {
      each_card(set, [&](Card card) { of[card] |= Sets{1} << number; });
      all |= set;
      ++number;
    }
  }

  // Can `left` be met with at most `most` cards of `allowed`? If so, `chosen` are some.
  bool run(Sets left, Cards allowed, int most, Cards chosen_so_far) {
    for (bool again = true; again;) {
      again = false;
      if (!left) {
        chosen = chosen_so_far;
        return true;
      }
      if (most <= 0) return false;
      // Cards whose sets are all sets of another one; of equal ones the first stays.
      each_card(allowed, [&](Card card) {
        const Sets mine = of[card] & left;
        Cards others = mine ? allowed & ~bit(card) : 0;
        for (Sets rest = mine; rest && others; rest &= rest - 1)
          others &= sets[std::countr_zero(rest)];
        bool needless = !mine;
        for (; others && !needless; others &= others - 1) {
          const Card other = lowest(others);
          needless = other < card || (of[other] & left) != mine;
        }
        if (needless) allowed &= ~bit(card);
      });
      // Sets with one card left.
      for (Sets rest = left; rest; rest &= rest - 1) {
        const int number = std::countr_zero(rest);
        if (!(left >> number & 1)) continue;
        const Cards set = sets[number] & allowed;
        if (!set) return false;
        if (set & (set - 1)) continue;
        if (most-- <= 0) return false;
        chosen_so_far |= set;
        left &= ~of[lowest(set)];
        again = true;
      }
    }
    // Sets that share no card, small ones first.
    std::array<Sets, 65> of_size{};
    int smallest = 64;
    for (Sets rest = left; rest; rest &= rest - 1) {
      const int number = std::countr_zero(rest);
      const int size = std::popcount(sets[number] & allowed);
      of_size[static_cast<std::size_t>(size)] |= Sets{1} << number;
      smallest = std::min(smallest, size);
    }
    Cards used = 0;
    int apart = 0;
    Sets rest = left;
    for (int size = smallest; rest; ++size)
      for (Sets now = of_size[static_cast<std::size_t>(size)]; now; now &= now - 1) {
        const int number = std::countr_zero(now);
        rest &= ~(Sets{1} << number);
        if (sets[number] & allowed & used) continue;
        used |= sets[number] & allowed;
        ++apart;
      }
    if (apart > most) return false;
    Cards set = sets[std::countr_zero(of_size[static_cast<std::size_t>(smallest)])] & allowed;
    while (set) {
      const Card card = lowest(set);
      set &= set - 1;
      if (run(left & ~of[card], allowed & ~bit(card), most - 1, chosen_so_far | bit(card)))
        return true;
      allowed &= ~bit(card);
    }
    return false;
  }

  const Cards* sets;
  std::array<Sets, 64> of{};
  Cards all = 0, chosen = 0;
};

}  // namespace

bool Family::add(Cards cards) {
  for (const Cards set : *this)
    if (!(set & ~cards)) return true;
  const auto end = std::remove_if(sets_.begin(), sets_.begin() + size_,
                                  [&](Cards set) { return !(cards & ~set); });
  size_ = static_cast<int>(end - sets_.begin());
  if (size_ == kMost) return false;
  sets_[static_cast<std::size_t>(size_++)] = cards;
  return true;
}

void Family::remove_with(Cards cards) {
  const auto end = std::remove_if(sets_.begin(), sets_.begin() + size_,
                                  [&](Cards set) { return set & cards; });
  size_ = static_cast<int>(end - sets_.begin());
}

Cards Family::exchanged(Cards cards) const {
  Cards unmet = ~Cards{0};  // common to all sets that are not met
  std::array<Cards, 64> instead;  // of a card: common to all sets that it meets alone
  each_card(cards, [&](Card card) { instead[card] = ~Cards{0}; });
  for (const Cards set : *this) {
    const Cards meeting = set & cards;
    if (!meeting)
      unmet &= set;
    else if (!(meeting & (meeting - 1)))
      instead[lowest(meeting)] &= set;
  }
  for (Cards rest = cards; rest; rest &= rest - 1)
    if (const Cards others = instead[lowest(rest)] & unmet)
      return (cards & ~(rest & -rest)) | (others & -others);
  return 0;
}

Cards Family::smallest_meeting(int least) const {
  Meeting meeting(*this);
  const Sets every = size_ == 64 ? ~Sets{0} : (Sets{1} << size_) - 1;
  while (!meeting.run(every, meeting.all, least, 0)) ++least;
  return meeting.chosen;
}

}  // namespace steppe::solitaire::shortest
