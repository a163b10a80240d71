#include "last_level.hpp"

#include <algorithm>
#include <utility>

#include "dominance.hpp"
#include "symmetry.hpp"

namespace steppe {

LastLevel LastLevel::of(const Position& position, const Packer& packer, const Techniques& use) {
  const int me = position.mover;
  LastLevel state{position.open,        position.ends(me),        position.ends(1 - me),
                  {},                   position.reserve[me],     position.reserve[1 - me]};
  state.simplify(packer, use);
  return state;
}

// What is dropped, and why the value stays the same:
//  - Fives beyond the largest number that fit together, and tens beyond the number of places or
//    a third of the cells: what fits only shrinks, so the surplus can never be laid.
//  - The mark of a player on a cell where none of their tiles can stand (no ones in hand, and no
//    five and no end of a ten of theirs reaches it): the mark allows nothing, now or later.
//  - The place of a cell that no five or ten of either player can cover, now or therefore later:
//    only single-cell tiles go there, and exchanging two such cells with equal marks exchanges
//    positions with the same moves. So their number is kept in place of their places.
//  - Lone cells of a class beyond the number of tiles in hand that can go there: a cell of the
//    class stays free as long as such a tile is left, so more of them change nothing.
//  - Ones and neutrals beyond the number of cells that can take them.
void LastLevel::simplify(const Packer& packer, const Techniques& use) {
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
  if (alone && use.lone_cells) {
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
  cap(me.held[kTen], count(open) / 3);
  cap(other.held[kTen], count(open) / 3);
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
// and 25 neutrals in a hand, and at most 25 lone cells of a class. (More would not only be wasted:
// two positions would share a key.)
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
// Lower bound, the *guarantee*: call a region private where no coloured tile of the opponent can
// lie (now, and so ever). I can lay the best packing of my cells there, dearest tile first. Only
// neutrals can spoil it: one neutral a turn, on one cell, spoils one tile. Spoiling the dearest
// left as early as possible costs me most (a later kill finds only cheaper tiles), and each of my
// turns saves the dearest left. Being skipped never happens to me while a tile of the packing is
// left, and a skipped opponent spoils nothing. So I get at least what is left; the opponent gets at
// most their packing.
// The same holds of a larger region: all cells that no tile of the opponent can cover but with the
// middle of a ten, the ends of which lie outside. Such a ten also takes a turn and covers one cell
// of the region, so that there are at most so many kills more as the opponent has tens, or there
// are *exposed* cells.
Bounds LastLevel::bounds(const Packer& packer, const Techniques& use) const {
  const int my_most =
      use.packing ? packer.best(mine, open, me, my_lone()).value() : me.units();
  const int their_most =
      use.packing ? packer.best(theirs, open, other, their_lone()).value() : other.units();
  if (!use.guarantee) return {-their_most, my_most};
  const auto least = [&](Cells marks, const Reserve& hand, int alone, Cells others,
                         const Reserve& other_hand, bool owner_first) {
    const auto after_kills = [&](Cells region, int kills) {
      return packer.best(marks & region, region, hand, alone).value_after_kills(kills, owner_first);
    };
    const Cells region = open & ~others;
    const Cells exposed = other_hand[kTen] ? region & middles_of_tens(others, open) : 0;
    const int safe = after_kills(region & ~exposed, other_hand[kNeutral]);
    if (!(exposed & marks)) return safe;
    const int tens = std::min<int>(other_hand[kTen], count(exposed));
    return std::max(safe, after_kills(region, other_hand[kNeutral] + tens));
  };
  const int my_least = least(mine, me, lone[kMine], theirs, other, true);
  const int their_least = least(theirs, other, lone[kTheirs], mine, me, false);
  return {my_least - their_most, my_most - their_least};
}

Bounds LastLevelSearch::static_bounds(const Position& position) const {
  return LastLevel::of(position, packer_, use_).bounds(packer_, use_);
}

Bounds LastLevelSearch::known(const Position& position) const {
  Key key;
  const Bounds proved = look(position, key);
  return proved & find(key);
}

Bounds LastLevelSearch::look(const Position& position, Key& key) const {
  LastLevel state = LastLevel::of(position, packer_, use_);
  const Bounds proved = state.bounds(packer_, use_);
  if (use_.symmetry) state.turn_to_canonical();
  key = state.key();
  table_.prefetch(key);
  return proved;
}

int LastLevelSearch::search(const Position& position, int beta) {
  LastLevel state = LastLevel::of(position, packer_, use_);
  const Bounds known = state.bounds(packer_, use_);
  if (use_.symmetry) state.turn_to_canonical();
  return search_node(*this, table_, control_, state, state.key(), known, beta);
}

std::size_t LastLevelSearch::moves_to_try(const LastLevel& state,
                                          std::array<Move, kMostMoves>& moves) const {
  if (use_.dominance) return undominated_moves(state, moves);
  std::size_t size = 0;
  state.each_move([&](Move move) { moves[size++] = move; });
  return size;
}

LastLevelSearch::Node LastLevelSearch::make_child(const LastLevel& state, Move move, int beta) const {
  Node child;
  child.state = state;
  child.gain = kFace[move.tile];
  child.move = move.code();
  child.state.lay(move);
  child.state.simplify(packer_, use_);
  child.same_mover = !child.state.other_can_place();
  if (child.same_mover && !child.state.i_can_place()) {
    child.bounds = {child.gain, child.gain};
    return child;
  }
  if (!child.same_mover) child.state.swap_sides();
  child.bounds = child.state.bounds(packer_, use_).before(child.gain, child.same_mover);
  if (child.bounds.decide(beta)) return child;
  // For ordering: what the move scores and what it takes from the opponent's fives and tens. The
  // weights, here and in look_up, are those with the fewest nodes on level-3 starts.
  child.order = 0;
  if (!use_.ordering) return child;
  const bool on_lone = move.standing && kLength[move.tile] == 1;
  const Cells contested = covered_by_fives(state.theirs) | ends_of_tens(state.theirs, state.open);
  child.order = child.gain + (on_lone ? 0 : 4 * count(move.covers() & contested));
  return child;
}

void LastLevelSearch::prepare(Node& child) const {
  if (use_.symmetry) child.state.turn_to_canonical();
  child.key = child.state.key();
  table_.prefetch(child.key);
}

void LastLevelSearch::look_up(Node& child, int) const {
  if (use_.child_lookup)
    child.bounds =
        child.bounds & table_.find(child.key).bounds.before(child.gain, child.same_mover);
  if (!use_.ordering) return;
  child.order += 2 * (child.bounds.lower + child.bounds.upper);
}

int LastLevelSearch::descend(const Node& child, int beta) {
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), child.own_beta(beta)));
}

}  // namespace steppe
