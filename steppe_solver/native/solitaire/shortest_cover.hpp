// The smallest sets of cards that meet each of some given sets: minimum hitting sets, exactly.
//
// Branch and bound. Before it branches it uses three reductions, each of which keeps some smallest
// solution: the only card left of a set is taken; a card whose sets are all met by another card is
// dropped, since the other can stand for it; and a set that contains another is met with that one. The
// bound is the number of sets found, smallest first, no two of which have a common card.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"

namespace steppe::solitaire::shortest {

// Sets of cards; none of them contains another.
class Family {
 public:
  static constexpr int kMost = 64;

  int size() const { return size_; }
  const Cards* begin() const { return sets_.data(); }
  const Cards* end() const { return sets_.data() + size_; }
  void clear() { size_ = 0; }
  // Adds a set unless one within it is there already; sets that contain it go. False if there is no
  // room for it.
  bool add(Cards cards);
  // Removes the sets with one of these cards.
  void remove_with(Cards cards);
  bool met_by(Cards cards) const {
    for (const Cards set : *this)
      if (!(set & cards)) return false;
    return true;
  }
  // These cards with one exchanged for another so that all sets are met, or none if that cannot be done.
  Cards exchanged(Cards cards) const;
  // A smallest set of cards that meets all, which has at least `least` cards.
  Cards smallest_meeting(int least) const;

 private:
  std::array<Cards, kMost> sets_;
  int size_ = 0;
};

}  // namespace steppe::solitaire::shortest
