#include "last_level.hpp"

#include <algorithm>
#include <utility>

#include "symmetry.hpp"

namespace steppe {

LastLevel LastLevel::of(const Position& position, const Packer& packer) {
  const int me = position.mover;
  LastLevel state{position.open,        position.ends(me),        position.ends(1 - me),
                  {},                   position.reserve[me],     position.reserve[1 - me]};
  state.simplify(packer);
  return state;
}

// What is dropped, and why the value stays the same:
//  - Fives beyond the largest number that fit together, and tens beyond the number of places:
//    what fits only shrinks, so the surplus can never be laid.
//  - The mark of a player on a cell where none of their tiles can stand (no ones in hand, and no
//    five and no end of a ten of theirs reaches it): the mark allows nothing, now or later.
//  - The place of a cell that no five or ten of either player can cover, now or therefore later:
//    only single-cell tiles go there, and exchanging two such cells with equal marks exchanges
//    positions with the same moves. So their number is kept in place of their places.
//  - Lone cells of a class beyond the number of tiles in hand that can go there: a cell of the
//    class stays free as long as such a tile is left, so more of them change nothing.
//  - Ones and neutrals beyond the number of cells that can take them.
void LastLevel::simplify(const Packer& packer) {
  const auto cap = [](std::uint8_t& held, int most) {
    if (held > most) held = static_cast<std::uint8_t>(most);
  };
  Cells covered = 0;
  const auto strip_marks = [&](Cells& marks, Reserve& reserve) {
    Cells ends = 0;
    if (reserve[kFive]) {
      ends = covered_by_fives(marks);
      cap(reserve.held[kFive], packer.matching(ends));
    }
    covered |= ends;
    if (reserve[kTen]) {
      const Cells lying = tens_lying(marks, open), standing = tens_standing(marks, open);
      cap(reserve.held[kTen], count(lying) + count(standing));
      const Cells tips = lying | lying << 2 | standing | standing << 2 * kSide;
      ends |= tips;
      covered |= tips | lying << 1 | standing << kSide;
    }
    if (!reserve[kOne]) marks = ends;
  };
  strip_marks(mine, me);
  strip_marks(theirs, other);

  const Cells alone = open & ~covered;
  if (alone) {
    lone[kBoths] = static_cast<std::uint8_t>(lone[kBoths] + count(alone & mine & theirs));
    lone[kMine] = static_cast<std::uint8_t>(lone[kMine] + count(alone & mine & ~theirs));
    lone[kTheirs] = static_cast<std::uint8_t>(lone[kTheirs] + count(alone & theirs & ~mine));
    lone[kNobodys] = static_cast<std::uint8_t>(lone[kNobodys] + count(alone & ~mine & ~theirs));
    open &= covered;
    mine &= covered;
    theirs &= covered;
  }
  const auto move_class = [&](Lone from, Lone to) {
    lone[to] = static_cast<std::uint8_t>(lone[to] + std::exchange(lone[from], 0));
  };
  if (!me[kOne]) {
    move_class(kMine, kNobodys);
    move_class(kBoths, kTheirs);
  }
  if (!other[kOne]) {
    move_class(kTheirs, kNobodys);
    move_class(kBoths, kMine);
  }
  cap(me.held[kOne], count(mine) + my_lone());
  cap(other.held[kOne], count(theirs) + their_lone());
  cap(me.held[kNeutral], open_cells());
  cap(other.held[kNeutral], open_cells());
  const int neutrals = me[kNeutral] + other[kNeutral];
  cap(lone[kNobodys], neutrals);
  cap(lone[kMine], neutrals + me[kOne]);
  cap(lone[kTheirs], neutrals + other[kOne]);
  cap(lone[kBoths], neutrals + me[kOne] + other[kOne]);
}

void LastLevel::turn_to_canonical() {
  const Layout image = canonical({open, mine, theirs});
  open = image.a;
  mine = image.b;
  theirs = image.c;
}

void LastLevel::swap_sides() {
  std::swap(mine, theirs);
  std::swap(lone[kMine], lone[kTheirs]);
  std::swap(me, other);
}

bool LastLevel::i_can_place() const {
  return any_placement(mine, open, me) || (me[kOne] && my_lone()) ||
         (me[kNeutral] && (lone[kNobodys] || lone[kMine] || lone[kTheirs] || lone[kBoths]));
}

bool LastLevel::other_can_place() const {
  LastLevel swapped = *this;
  swapped.swap_sides();
  return swapped.i_can_place();
}

// 75 bits of cells, and 52 of counts: after `simplify` there are at most 25 ones, 12 fives, 8 tens
// and 25 neutrals in a hand, and at most 25 lone cells of a class.
Key LastLevel::key() const {
  std::uint64_t counts = 0;
  for (const std::uint8_t cells : lone) counts = counts * 26 + cells;
  for (const Reserve* reserve : {&me, &other}) {
    counts = counts * 26 + reserve->held[kOne];
    counts = counts * 13 + reserve->held[kFive];
    counts = counts * 9 + reserve->held[kTen];
    counts = counts * 26 + reserve->held[kNeutral];
  }
  return {open | std::uint64_t{mine} << 25 | std::uint64_t{theirs} << 50,
          theirs >> 14 | counts << 11};
}

void LastLevel::lay(Move move) {
  me.lay(move.tile);
  if (kLength[move.tile] == 1 && move.standing) {
    --lone[move.cell];
    return;
  }
  const Cells left = ~move.covers();
  open &= left;
  mine &= left;
  theirs &= left;
}

// Upper bound: nobody lays more than the best packing of what they can use, alone.
// Lower bound, the *guarantee*: call private what no coloured tile of the opponent can cover (now,
// and so ever). I can lay the best packing of my private cells, dearest tile first. Only neutrals
// can spoil it: one neutral a turn, on one cell, spoils one tile. Spoiling the dearest left as
// early as possible costs me most (a later kill finds only cheaper tiles), and each of my turns
// saves the dearest left. Being skipped never happens to me while a tile of the packing is left,
// and a skipped opponent spoils nothing. So I get at least what is left; the opponent gets at
// most their packing.
Bounds LastLevel::bounds(const Packer& packer) const {
  const auto reach = [&](Cells marks, const Reserve& reserve) {
    return reserve[kTen] ? marks | middles_of_tens(marks, open) : marks;
  };
  const Cells my_private = open & ~reach(theirs, other);
  const Cells their_private = open & ~reach(mine, me);
  const int my_most = packer.best(mine, open, me, my_lone()).value();
  const int their_most = packer.best(theirs, open, other, their_lone()).value();
  const int my_least = packer.best(mine & my_private, my_private, me, lone[kMine])
                           .value_after_kills(other[kNeutral], true);
  const int their_least = packer.best(theirs & their_private, their_private, other, lone[kTheirs])
                              .value_after_kills(me[kNeutral], false);
  return {my_least - their_most, my_most - their_least};
}

Bounds LastLevelSearch::static_bounds(const Position& position) const {
  return LastLevel::of(position, packer_).bounds(packer_);
}

Bounds LastLevelSearch::known(const Position& position) const {
  LastLevel state = LastLevel::of(position, packer_);
  const Bounds proved = state.bounds(packer_);
  state.turn_to_canonical();
  return proved & table_.find(state.key()).bounds;
}

int LastLevelSearch::search(const Position& position, int beta) {
  const LastLevel state = LastLevel::of(position, packer_);
  return search(state, state.bounds(packer_), beta);
}

LastLevelSearch::Child LastLevelSearch::make_child(const LastLevel& state, Move move) const {
  Child child;
  child.state = state;
  child.gain = kFace[move.tile];
  child.move = move.code();
  child.state.lay(move);
  child.state.simplify(packer_);
  child.same_mover = !child.state.other_can_place();
  if (child.same_mover && !child.state.i_can_place()) {
    child.bounds = {child.gain, child.gain};
  } else {
    if (!child.same_mover) child.state.swap_sides();
    child.bounds = child.state.bounds(packer_).before(child.gain, child.same_mover);
  }
  return child;
}

// Is the child's value for me at least beta? Fail-soft, the gain included.
int LastLevelSearch::visit(const Child& child, int beta) {
  if (child.bounds.lower >= beta) return child.bounds.lower;
  if (child.bounds.upper < beta) return child.bounds.upper;
  // `before` is its own inverse where the sides change.
  if (child.same_mover)
    return child.gain +
           search(child.state, child.bounds.before(-child.gain, true), beta - child.gain);
  return child.gain -
         search(child.state, child.bounds.before(child.gain, false), child.gain - beta + 1);
}

int LastLevelSearch::search(LastLevel state, Bounds known, int beta) {
  control_.count_node();
  if (known.lower >= beta) return known.lower;
  if (known.upper < beta) return known.upper;
  state.turn_to_canonical();
  const Key key = state.key();
  const Entry entry = table_.find(key);
  known = known & entry.bounds;
  if (known.lower >= beta) return known.lower;
  if (known.upper < beta) return known.upper;

  const std::uint64_t before = control_.nodes();
  int best = Table::kLeast;
  std::uint8_t best_move = kNoMove;
  const auto reaches = [&](int value, std::uint8_t move) {
    if (value > best) {
      best = value;
      best_move = move;
    }
    return value >= beta;
  };
  const auto settle = [&] {
    // Fail-soft: children cut by their bounds count with their upper bound in `best`.
    known = known & (best >= beta ? Bounds{best, Table::kMost} : Bounds{Table::kLeast, best});
    table_.store(key, known, best_move, control_.nodes() - before);
    return best >= beta ? known.lower : known.upper;
  };

  if (entry.move != kNoMove) {
    const Child child = make_child(state, Move::decode(entry.move));
    if (reaches(visit(child, beta), child.move)) return settle();
  }

  std::array<Child, 128> children;
  int size = 0;
  bool reached = false;
  const Cells contested = covered_by_fives(state.theirs) | ends_of_tens(state.theirs, state.open);
  state.each_move([&](Move move) {
    if (reached || move.code() == entry.move) return;
    Child& child = children[size] = make_child(state, move);
    if (child.bounds.lower >= beta || child.bounds.upper < beta) {
      reached = reaches(child.bounds.lower >= beta ? child.bounds.lower : child.bounds.upper, child.move);
      return;
    }
    const bool lone = move.standing && kLength[move.tile] == 1;
    child.order = child.bounds.lower + child.bounds.upper +
                  (lone ? 0 : count(move.covers() & contested));
    ++size;
  });
  if (reached) return settle();

  std::array<std::uint8_t, 128> order;
  for (int i = 0; i < size; ++i) order[i] = static_cast<std::uint8_t>(i);
  std::sort(order.begin(), order.begin() + size, [&](int a, int b) {
    return children[a].order != children[b].order ? children[a].order > children[b].order : a < b;
  });
  for (int i = 0; i < size; ++i) {
    const Child& child = children[order[i]];
    if (reaches(visit(child, beta), child.move)) break;
  }
  return settle();
}

}  // namespace steppe
