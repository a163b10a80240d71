// A lower bound on the moves until a given number of cards are up.
//
// When the last of so many goes up, the suits are up to certain cards: these are the *ends*, which say
// how many cards of each suit. Of all ends with the right sum (none below where a suit is now: to go down
// only takes longer) the cheapest gives the bound. What an end takes at least:
//
// HEADS. Each of these cards is the head of a move of its own, the last one before the end:
//   - each card that goes up;
//   - of one that lies face down all those above it, down to the base, by order (2) of
//     shortest_bound.hpp, and of an open one the card that lies on it, by order (3);
//   - if there is no recycle, of one in the waste all above it, and of one that is to be drawn with two
//     others those that come to lie on it.
// DRAWS. No draw is the move of a head. If there is no recycle, the stock is drawn down to the deepest card
// that goes up; if there is one, all of it, and the recycle is one move more.
// EXTRAS. The cards that go up have extras as claims say (shortest_bound.hpp); none of those moves is counted
// above, as an extra is no last move of a card that goes up and no first draw.
#pragma once

#include <array>

#include "shortest_bound.hpp"

namespace steppe::solitaire::shortest {

class UpBound {
 public:
  // An end that could not be excluded when last looked at: likely to stand a little longer.
  struct Known {
    Counts end{};
  };

  UpBound(const Ground& board, int target) : board_(board), bound_(board), target_(target) {}

  int target() const { return target_; }
  // A lower bound on the moves from here, which is `enough` at most if that took looking for extras.
  int operator()(const Position& position, unsigned frozen, Known& known, int enough);
  void inherit(const Position&, Step, Known&) const {}

 private:
  struct Need {
    Cards heads = 0, heads_if_recycled = 0;
    int draws = 0;
  };
  using Needs = std::array<Need, kMostRanks + 1>;

  void gather(const Position& position);
  Need with(const Need& need, int suit, int count) const;
  int cost(const Need& need) const;
  int cost(const Counts& end) const;
  bool is_end(const Counts& end) const;
  template <class Stop>
  bool each_end(int suit, int missing, const Need& so_far, Counts& end, int below, Stop stop);

  static constexpr int kMostLooks = 64;  // at ends of a position, for their extras

  const Ground& board_;
  Bound bound_;
  int target_;
  Counts now_{};
  std::array<Needs, kSuits> needs_{};  // by suit and cards up
  int draws_if_recycled_ = 0;
};

}  // namespace steppe::solitaire::shortest
