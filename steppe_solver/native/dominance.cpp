#include "dominance.hpp"

#include "last_level.hpp"

namespace steppe {

namespace {

// Right, left, up and down: a direction and its opposite differ in the last bit.
enum Direction : int { kRight, kLeft, kUp, kDown };
constexpr Direction opposite(int d) { return static_cast<Direction>(d ^ 1); }
constexpr Cells step(Cells cells, int d) {
  return d == kRight ? cells << 1 : d == kLeft ? cells >> 1 : d == kUp ? cells << kSide : cells >> kSide;
}
// The cells whose neighbour there is one of these.
constexpr Cells beside(Cells cells, int d) { return step(cells, opposite(d)); }

// Where a player's fives and tens can lie.
struct Ways {
  std::array<Cells, 4> five;  // cells with a five towards that direction
  std::array<Cells, 4> ten;   // ends of a ten towards that direction
  std::array<Cells, 2> middle;  // middles of tens, lying and standing
  Cells tens, all;              // covered by any ten, by anything

  Ways(Cells marks, Cells open, const Reserve& hand) {
    const Cells lying = hand[kFive] ? fives_lying(marks) : 0;
    const Cells standing = hand[kFive] ? fives_standing(marks) : 0;
    const Cells long_lying = hand[kTen] ? tens_lying(marks, open) : 0;
    const Cells long_standing = hand[kTen] ? tens_standing(marks, open) : 0;
    five = {lying, lying << 1, standing, standing << kSide};
    ten = {long_lying, long_lying << 2, long_standing, long_standing << 2 * kSide};
    middle = {long_lying << 1, long_standing << kSide};
    tens = ten[0] | ten[1] | ten[2] | ten[3] | middle[0] | middle[1];
    all = five[0] | five[1] | five[2] | five[3] | tens;
  }
  Cells of_axis(int axis) const {
    return five[2 * axis] | five[2 * axis + 1] | ten[2 * axis] | ten[2 * axis + 1] | middle[axis];
  }
  // Cells that nothing covers but together with their neighbour there.
  Cells lean(int d) const {
    return (five[d] | ten[d] | middle[d >> 1]) &
           ~(five[d ^ 1] | ten[d ^ 1] | of_axis(1 - (d >> 1)));
  }

  // Calls `visit(poor, d, e)` for cells, each of which can do no more than the cell one step in
  // direction d, and then one in direction e where that is not -1: whatever covers the poor cell
  // and not the rich one covers the rich one when moved to it.
  //  - One step: nothing covers the poor cell without the rich one.
  //  - Two in line, or round a corner: without the rich cell the poor one has fives only, and the
  //    rich one has fives with the same cells.
  template <class Visit>
  void each_poorer(Visit visit) const {
    for (int d = 0; d < 4; ++d) visit(lean(d), d, -1);
    if (!(five[0] | five[2])) return;
    for (int d = 0; d < 4; ++d)
      visit(lean(d) & five[d] & ~middle[d >> 1] & beside(five[d], d), d, d);
    for (int d : {kRight, kLeft})
      for (int e : {kUp, kDown})
        visit((five[d] | five[e]) & ~(tens | five[d ^ 1] | five[e ^ 1]) &
                  (~five[d] | beside(five[e], d)) & (~five[e] | beside(five[d], e)),
              d, e);
  }
};

constexpr Cells step(Cells cells, int d, int e) {
  return e < 0 ? step(cells, d) : step(step(cells, d), e);
}
constexpr Cells beside(Cells cells, int d, int e) {
  return e < 0 ? beside(cells, d) : beside(beside(cells, e), d);
}

}  // namespace

Choices worthwhile(const LastLevel& state) {
  const Cells open = state.open, mine = state.mine, theirs = state.theirs;
  const Ways my(mine, open, state.me), their(theirs, open, state.other);
  // Cells on which the opponent can lay nothing but neutrals.
  const Cells quiet = open & ~(their.all | theirs);

  Choices keep{};
  keep.tens_lying = my.ten[kRight];
  keep.tens_standing = my.ten[kUp];
  keep.fives_lying = my.five[kRight];
  keep.fives_standing = my.five[kUp];

  // A ten one step further along its line, where it leaves only a cell for single tiles behind it.
  keep.tens_lying &= ~(step(keep.tens_lying & my.lean(kRight), kRight) &
                       beside(beside(quiet, kRight), kRight));
  keep.tens_lying &= ~(step(keep.tens_lying << 2 & my.lean(kLeft), kLeft, kLeft) >> 1 & quiet);
  keep.tens_standing &=
      ~(step(keep.tens_standing & my.lean(kUp), kUp) & beside(beside(quiet, kUp), kUp));
  keep.tens_standing &=
      ~(step(keep.tens_standing << 2 * kSide & my.lean(kDown), kDown, kDown) >> kSide & quiet);

  if (my.five[kRight] | my.five[kUp]) {
    const auto kept = [&](int d) {
      return d == kRight  ? keep.fives_lying
             : d == kLeft ? keep.fives_lying << 1
             : d == kUp   ? keep.fives_standing
                          : keep.fives_standing << kSide;
    };
    const auto drop = [&](Cells cells, int d) {
      Cells& fives = d < kUp ? keep.fives_lying : keep.fives_standing;
      fives &= ~(d & 1 ? step(cells, d) : cells);
    };
    for (int d = 0; d < 4; ++d)
      if (const Cells pin = step(my.lean(d) & kept(d), d))
        for (int e = 0; e < 4; ++e)
          if (e != opposite(d)) drop(pin & beside(quiet, e), e);

    const Cells alone_lying = keep.fives_lying & my.lean(kRight) & beside(my.lean(kLeft), kRight);
    const Cells alone_standing = keep.fives_standing & my.lean(kUp) & beside(my.lean(kDown), kUp);
    if (alone_lying | alone_standing) {
      const Cells quiet_lying = keep.fives_lying & quiet & beside(quiet, kRight);
      const Cells quiet_standing = keep.fives_standing & quiet & beside(quiet, kUp);
      Cells best_lying = 0, best_standing = 0;
      if (!((alone_lying & ~quiet_lying) | (alone_standing & ~quiet_standing))) {
        best_lying = alone_lying & (0 - alone_lying);
        if (!best_lying) best_standing = alone_standing & (0 - alone_standing);
      }
      keep.fives_lying &= ~quiet_lying | best_lying;
      keep.fives_standing &= ~quiet_standing | best_standing;
    }
  }

  const auto of_class = [&](Cells cells) {
    return std::array<Cells, 4>{cells & ~mine & ~theirs, cells & mine & ~theirs,
                                cells & ~mine & theirs, cells & mine & theirs};
  };
  const Cells better = open & ~my.all, worse = open & ~their.all & ~better;
  const std::array<Cells, 4> placed = of_class(better);
  const auto any = [&](Lone kind) { return state.lone[kind] || placed[kind]; };
  const auto lone_only = [&](Lone kind) { return state.lone[kind] && !placed[kind]; };
  if (state.me[kOne]) {
    keep.ones = mine;
    if (any(kBoths))
      keep.ones &= ~worse;
    else if (any(kMine))
      keep.ones &= ~(worse & ~theirs);
    my.each_poorer([&](Cells poor, int d, int e) {
      keep.ones &= ~(step(poor & keep.ones, d, e) & quiet);
    });
    if (lone_only(kBoths)) keep.lone_ones |= 1 << kBoths;
    if (lone_only(kMine) && !any(kBoths)) keep.lone_ones |= 1 << kMine;
  }
  if (state.me[kNeutral]) {
    keep.neutrals = open;
    if (any(kTheirs)) {
      keep.neutrals &= ~worse;
      if (lone_only(kTheirs)) keep.lone_neutrals = 1 << kTheirs;
    } else {
      if (any(kNobodys)) keep.neutrals &= ~(worse & ~theirs);
      if (any(kBoths)) keep.neutrals &= ~(worse & mine);
      if (any(kMine)) keep.neutrals &= ~(worse & mine & ~theirs);
      if (lone_only(kBoths)) keep.lone_neutrals |= 1 << kBoths;
      if (lone_only(kNobodys)) keep.lone_neutrals |= 1 << kNobodys;
      if (lone_only(kMine) && !any(kBoths) && !any(kNobodys)) keep.lone_neutrals |= 1 << kMine;
    }
    their.each_poorer([&](Cells poor, int d, int e) {
      const Cells rich = keep.neutrals & better;
      keep.neutrals &= ~(poor & ((beside(rich & theirs & ~mine, d, e)) |
                                 (beside(rich & theirs & mine, d, e) & mine) |
                                 (beside(rich & ~theirs & ~mine, d, e) & ~theirs) |
                                 (beside(rich & ~theirs & mine, d, e) & mine & ~theirs)));
    });
  }
  return keep;
}

}  // namespace steppe
