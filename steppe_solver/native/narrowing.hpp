// Closing in on a value by asking "is it at least beta?", so that its bounds narrow all the time.
//
// A question near the value can take very long. So it is paused after a while, and a small share
// of the time goes to easier questions between it and either bound; then it is taken up again.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bounds.hpp"
#include "control.hpp"

namespace steppe {

template <class Reaches>
class Narrowing {
 public:
  Narrowing(Bounds& bounds, Control& control, Reaches reaches)
      : bounds_(bounds), control_(control), reaches_(reaches) {}

  // Asks until the question is answered: then lower >= beta or upper < beta.
  void ask(int beta) {
    for (std::uint64_t nodes = kFirstShare; open(beta); nodes *= 4) {
      if (ask_within(beta, nodes)) return;
      squeeze(beta, nodes / kSideShare, above_, [&] { return bounds_.upper + 1 - beta; },
              [&](int distance) { return bounds_.upper + 1 - distance; });
      squeeze(beta, nodes / kSideShare, below_, [&] { return beta - bounds_.lower; },
              [&](int distance) { return bounds_.lower + distance; });
    }
  }

 private:
  static constexpr std::uint64_t kFirstShare = 1 << 17;  // nodes
  static constexpr std::uint64_t kSideShare = 16;
  static constexpr std::uint64_t kTries = 4;
  static constexpr int kFirstDistance = 8;

  bool open(int beta) const { return bounds_.lower < beta && beta <= bounds_.upper; }

  // Is the question answered within so many nodes?
  bool ask_within(int beta, std::uint64_t nodes) {
    control_.pause_at(control_.nodes() + nodes);
    try {
      bounds_ = bounds_ & Bounds::proved(reaches_(beta), beta);
    } catch (const Paused&) {
      return false;
    }
    return true;
  }

  // Asks easier questions, each at some distance from a bound, and at most half the room between
  // the bound and the hard question: further on after an answer, less far where it takes too long.
  template <class Room, class Question>
  void squeeze(int beta, std::uint64_t nodes, int& distance, Room room, Question question) {
    const std::uint64_t end = control_.nodes() + nodes;
    while (open(beta) && room() > 1 && control_.nodes() < end) {
      distance = std::clamp(distance, 1, room() / 2);
      const bool answered = ask_within(question(distance), std::max<std::uint64_t>(nodes / kTries, 1));
      distance = answered ? 2 * distance : distance / 2;
    }
  }

  Bounds& bounds_;
  Control& control_;
  Reaches reaches_;
  int above_ = kFirstDistance, below_ = kFirstDistance;
};

}  // namespace steppe
