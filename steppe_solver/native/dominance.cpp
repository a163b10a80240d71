#include "dominance.hpp"

#include <array>

#include "last_level.hpp"

namespace steppe {

namespace {

// A direction and its opposite differ in the last bit.
enum Direction : int { kRight, kLeft, kUp, kDown };
constexpr int opposite(int d) { return d ^ 1; }
constexpr Cells step(Cells cells, int d) {
  switch (d) {
    case kRight: return cells << 1;
    case kLeft: return cells >> 1;
    case kUp: return cells << kSide;
    default: return cells >> kSide;
  }
}
// The cells whose neighbour there is one of these.
constexpr Cells beside(Cells cells, int d) { return step(cells, opposite(d)); }

// One step, or two.
struct Path {
  int first, second = -1;

  constexpr Cells forth(Cells cells) const {
    const Cells there = step(cells, first);
    return second < 0 ? there : step(there, second);
  }
  constexpr Cells back(Cells cells) const {
    const Cells there = step(cells, opposite(first));
    return second < 0 ? there : step(there, opposite(second));
  }
};

// Where the fives and tens of a player can lie.
struct Ways {
  std::array<Cells, 4> five;    // cells with a five that goes on in that direction
  std::array<Cells, 4> ten;     // ends of a ten that goes on in that direction
  std::array<Cells, 2> middle;  // middles of tens, lying and standing
  Cells tens, all;              // covered by any ten, by anything

  Ways(Cells marks, Cells open, const Reserve& hand) {
    const Cells fives_across = hand[kFive] ? fives_lying(marks) : 0;
    const Cells fives_along = hand[kFive] ? fives_standing(marks) : 0;
    const Cells tens_across = hand[kTen] ? tens_lying(marks, open) : 0;
    const Cells tens_along = hand[kTen] ? tens_standing(marks, open) : 0;
    five = {fives_across, fives_across << 1, fives_along, fives_along << kSide};
    ten = {tens_across, tens_across << 2, tens_along, tens_along << 2 * kSide};
    middle = {tens_across << 1, tens_along << kSide};
    tens = ten[0] | ten[1] | ten[2] | ten[3] | middle[0] | middle[1];
    all = five[0] | five[1] | five[2] | five[3] | tens;
  }

  // The cells that are covered, and only ever together with their neighbour there.
  Cells lean(int d) const {
    const int across = 2 - (d & 2);  // a direction at right angles
    return (five[d] | ten[d] | middle[d / 2]) &
           ~(five[opposite(d)] | ten[opposite(d)] | five[across] | five[opposite(across)] |
             ten[across] | ten[opposite(across)] | middle[across / 2]);
  }

  // Calls `visit(poor, path)` for sets of cells, where the path leads from each to a rich cell: what
  // covers the poor one and not the rich one also lies when moved to the rich one. That is
  //  - the neighbour to which it leans: then there is nothing of the kind;
  //  - the next in line, or the one round a corner: then there are only fives, and the rich cell
  //    has fives with the same cells. (A ten over a cell that leans and is no middle covers the
  //    next in line.)
  template <class Visit>
  void each_poor(Visit visit) const {
    for (int d = 0; d < 4; ++d) visit(lean(d), Path{d});
    if (!(five[kRight] | five[kUp])) return;
    for (int d = 0; d < 4; ++d)
      visit(lean(d) & five[d] & ~middle[d / 2] & beside(five[d], d), Path{d, d});
    for (const int d : {kRight, kLeft})
      for (const int e : {kUp, kDown})
        visit((five[d] | five[e]) & ~(tens | five[opposite(d)] | five[opposite(e)]) &
                  (~five[d] | beside(five[e], d)) & (~five[e] | beside(five[d], e)),
              Path{d, e});
  }
};

class Selection {
 public:
  explicit Selection(const LastLevel& state)
      : state_(state),
        my_(state.mine, state.open, state.me),
        their_(state.theirs, state.open, state.other),
        quiet_(state.open & ~(their_.all | state.theirs)),
        poor_(state.open & ~my_.all),
        poor_of_class_{poor_ & ~state.mine & ~state.theirs, poor_ & state.mine & ~state.theirs,
                       poor_ & ~state.mine & state.theirs, poor_ & state.mine & state.theirs} {}

  Choices choices() {
    keep_ = {my_.ten[kRight], my_.ten[kUp], my_.five[kRight], my_.five[kUp], 0, 0, 0, 0, 0};
    keep_.wanted = state_.open & ~quiet_;
    if (my_.tens) drop_tens();
    if (my_.five[kRight] | my_.five[kUp]) {
      drop_fives_beside();
      drop_fives_elsewhere();
    }
    if (state_.me[kOne]) choose_ones();
    if (state_.me[kNeutral]) choose_neutrals();
    return keep_;
  }

 private:
  // Along a line of four cells, a ten leaves the cell at one end or at the other. Where a cell at
  // the end leans to the others, the ten that covers it leaves no fewer placements than the ten
  // that leaves it to a one: then at most a one goes there, as on the cell at the far end. There
  // the opponent must have none.
  void drop_tens() {
    const auto drop = [&](Cells& tens, int forth, int back) {
      tens &= ~(step(tens & my_.lean(forth), forth) & beside(beside(quiet_, forth), forth));
      const Cells ends = step(step(tens, forth), forth) & my_.lean(back);
      tens &= ~(step(step(step(ends, back), back), back) & quiet_);
    };
    drop(keep_.tens_lying, kRight, kLeft);
    drop(keep_.tens_standing, kUp, kDown);
  }

  // The same with fives: a cell leans to its neighbour, and a five covers both. Another five with
  // that neighbour, the rest of it quiet, leaves the leaning cell to a one.
  void drop_fives_beside() {
    for (int d = 0; d < 4; ++d) {
      const Cells fives = d < kUp ? keep_.fives_lying : keep_.fives_standing;
      const Cells neighbours = step(my_.lean(d) & (d & 1 ? step(fives, opposite(d)) : fives), d);
      if (!neighbours) continue;
      for (int e = 0; e < 4; ++e) {
        if (e == opposite(d)) continue;
        const Cells others = neighbours & beside(quiet_, e);
        (e < kUp ? keep_.fives_lying : keep_.fives_standing) &= ~(e & 1 ? step(others, e) : others);
      }
    }
  }

  // Two cells that lean to each other are good for one five, or for ones. A five on any two quiet
  // cells is no better than the five there: whatever can still be laid on the pair, can on them.
  // Of several such quiet pairs one will do.
  void drop_fives_elsewhere() {
    const auto pairs = [&](Cells fives, int d) {
      return fives & my_.lean(d) & beside(my_.lean(opposite(d)), d);
    };
    const auto quiet = [&](Cells fives, int d) { return fives & quiet_ & beside(quiet_, d); };
    const Cells lying = pairs(keep_.fives_lying, kRight), standing = pairs(keep_.fives_standing, kUp);
    if (!(lying | standing)) return;
    const Cells quiet_lying = quiet(keep_.fives_lying, kRight);
    const Cells quiet_standing = quiet(keep_.fives_standing, kUp);
    Cells one_lying = 0, one_standing = 0;
    if (!((lying & ~quiet_lying) | (standing & ~quiet_standing))) {
      one_lying = lying & (0 - lying);
      if (!one_lying) one_standing = standing & (0 - standing);
    }
    keep_.fives_lying &= ~quiet_lying | one_lying;
    keep_.fives_standing &= ~quiet_standing | one_standing;
  }

  // Is there a lone cell of the class, or one that is as good as lone for my tiles?
  bool any(Lone kind) const { return state_.lone[kind] || poor_of_class_[kind]; }
  // Those as good as lone are better: the opponent can do more with them.
  void keep_lone(std::uint8_t& classes, Lone kind) const {
    if (state_.lone[kind] && !poor_of_class_[kind])
      classes = static_cast<std::uint8_t>(classes | 1 << kind);
  }

  // A one goes best to a cell where I can lay nothing else; compared with a cell where the opponent
  // can at most lay a one. If the opponent can on the latter, he must on the former. Otherwise it
  // goes better to a poor cell of mine than to a rich one, if that is quiet.
  void choose_ones() {
    const Cells plain = state_.open & ~their_.all & ~poor_;
    keep_.ones = state_.mine;
    if (any(kBoths))
      keep_.ones &= ~plain;
    else if (any(kMine))
      keep_.ones &= ~(plain & ~state_.theirs);
    my_.each_poor([&](Cells poor, Path path) {
      keep_.ones &= ~(path.forth(poor & keep_.ones) & quiet_);
    });
    keep_lone(keep_.lone_ones, kBoths);
    if (!any(kBoths)) keep_lone(keep_.lone_ones, kMine);
  }

  // A neutral is the same, but its cell need not be mine: so the better cell may also be one that I
  // cannot use, while that with which it is compared must be mine if the better one is. And it goes
  // better to a rich cell of the opponent's than to a poor one, if I can lay at most a one there.
  void choose_neutrals() {
    const Cells mine = state_.mine, theirs = state_.theirs;
    const Cells plain = state_.open & ~their_.all & ~poor_;
    keep_.neutrals = state_.open;
    if (any(kTheirs)) {
      keep_.neutrals &= ~plain;
      keep_lone(keep_.lone_neutrals, kTheirs);
    } else {
      if (any(kNobodys)) keep_.neutrals &= ~(plain & ~theirs);
      if (any(kBoths)) keep_.neutrals &= ~(plain & mine);
      if (any(kMine)) keep_.neutrals &= ~(plain & mine & ~theirs);
      keep_lone(keep_.lone_neutrals, kBoths);
      keep_lone(keep_.lone_neutrals, kNobodys);
      if (!any(kBoths) && !any(kNobodys)) keep_lone(keep_.lone_neutrals, kMine);
    }
    their_.each_poor([&](Cells poor, Path path) {
      const Cells better = keep_.neutrals & poor_;
      const Cells for_any = path.back(better & ~mine & theirs), for_mine = path.back(better & theirs);
      const Cells for_not_theirs = path.back(better & ~mine), for_mine_alone = path.back(better);
      keep_.neutrals &= ~(poor & (for_any | (for_mine & mine) | (for_not_theirs & ~theirs) |
                                  (for_mine_alone & mine & ~theirs)));
    });
  }

  const LastLevel& state_;
  const Ways my_, their_;
  const Cells quiet_;  // the opponent can lay nothing there but neutrals
  const Cells poor_;   // of cells that no five or ten of mine covers
  const std::array<Cells, 4> poor_of_class_;  // by Lone
  Choices keep_{};
};

}  // namespace

Choices worthwhile(const LastLevel& state) { return Selection(state).choices(); }

}  // namespace steppe
