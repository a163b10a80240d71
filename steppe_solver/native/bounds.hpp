// Proved bounds on a value.
#pragma once

#include <algorithm>

namespace steppe {

// Beyond every value, and still far from the limits of the tables' numbers.
inline constexpr int kFar = 30000;

struct Bounds {
  int lower, upper;

  // What a fail-soft answer to "is the value at least beta?" proves.
  static Bounds proved(int answer, int beta) {
    return answer >= beta ? Bounds{answer, kFar} : Bounds{-kFar, answer};
  }
  // The question that halves what is open.
  int middle() const { return lower + (upper - lower + 1) / 2; }
  // Do they answer the question "is the value at least beta?"
  bool decide(int beta) const { return lower >= beta || upper < beta; }
  bool exact() const { return lower == upper; }
  // Both are proved, so the tighter of each is.
  Bounds operator&(const Bounds& other) const {
    return {std::max(lower, other.lower), std::min(upper, other.upper)};
  }
  // Of a value that many times as large.
  Bounds operator*(int factor) const { return {lower * factor, upper * factor}; }
  // Of a position's value for whoever moved to it scoring `gain`, where these bounds are the new
  // mover's: the same player's, if the other was skipped.
  Bounds before(int gain, bool same_mover) const {
    return same_mover ? Bounds{gain + lower, gain + upper} : Bounds{gain - upper, gain - lower};
  }
  bool operator==(const Bounds&) const = default;
};

}  // namespace steppe
