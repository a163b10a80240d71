#include "goal_level.hpp"

#include <algorithm>

#include "symmetry.hpp"

namespace steppe {

namespace {

constexpr Reserve only_tens(int tens) {
  return {{0, 0, static_cast<std::uint8_t>(tens), 0}};
}

int places_for_tens(Cells ends, Cells open) {
  return count(tens_lying(ends, open)) + count(tens_standing(ends, open));
}

}  // namespace

int most_tens(Cells ends, Cells open, int tens, const Packer& packer) {
  return packer.best(ends, open, only_tens(tens)).tens;
}

bool one_tile_blocks_all(Cells ends, const Reserve& hand, Cells ten_ends, Cells open) {
  bool blocks = false;
  each_placement(ends, open, hand, [&](Move move) {
    if (blocks) return;
    const Cells left = open & ~move.covers();
    blocks = !(tens_lying(ten_ends & left, left) | tens_standing(ten_ends & left, left));
  });
  return blocks;
}

// Call private what no coloured tile of the opponent can cover, now and so ever, and pack tens into
// the private cells. Only a neutral can spoil one of them, one a turn, and each neutral covers one
// cell and so spoils one. The owner lays one a turn, and is never skipped while one is left, so the
// opponent has one turn at most in between.
int safe_tens(Cells ends, Cells open, int tens, Cells other_ends, const Reserve& other,
              bool owner_first, const Packer& packer) {
  const Cells reach =
      other[kTen] ? other_ends | middles_of_tens(other_ends, open) : other_ends;
  const Cells own = open & ~reach;
  Packing packing;
  packing.tens = static_cast<std::uint8_t>(most_tens(ends & own, own, tens, packer));
  return packing.value_after_kills(other[kNeutral], owner_first) / kFace[kTen];
}

GoalLevel GoalLevel::of(const Position& position, int attacker, int wanted, const Packer& packer) {
  return {LastLevel::of(position, packer), static_cast<std::uint8_t>(wanted),
          position.mover == attacker};
}

int GoalLevel::places() const { return places_for_tens(attacker_ends(), level.open); }

Turn GoalLevel::play(Move move, const Packer& packer) {
  level.lay(move);
  if (attacking && move.tile == kTen && --wanted == 0) return Turn::kOver;
  level.simplify(packer);
  if (!level.other_can_place()) return level.i_can_place() ? Turn::kStays : Turn::kOver;
  level.swap_sides();
  attacking = !attacking;
  return Turn::kPasses;
}

// What a level holds only shrinks. So:
//  - Where fewer tens fit together than are wanted, or are in hand, never.
//  - One ten, the attacker to move: at once if it fits. The defender to move: never, if one tile
//    blocks every place; else a place is left and the attacker's next move takes it. (An attacker
//    for whom a ten fits is not skipped.)
//  - Each ten takes a move. As many as are safe take no more than that: see `safe_tens`.
Bounds GoalLevel::cost(const Packer& packer) const {
  const Cells ends = attacker_ends(), open = level.open;
  const int tens = attacker()[kTen];
  if (tens < wanted || places() < wanted) return kHopeless;
  if (wanted == 1) {
    if (!attacking && one_tile_blocks_all(defender_ends(), defender(), ends, open))
      return kHopeless;
    return {1, 1};
  }
  if (most_tens(ends, open, tens, packer) < wanted) return kHopeless;
  if (safe_tens(ends, open, tens, defender_ends(), defender(), attacking, packer) >= wanted)
    return {wanted, wanted};
  return {wanted, kFar - kNever};
}

// 75 bits of cells and 52 of the rest. After `simplify` there are at most 25 ones, 12 fives, 8 tens
// and 25 neutrals in a hand, and no more tens are wanted than in hand (others are never stored).
// The lone cells are 25 at most in all: their running sums s <= t <= u <= v are four numbers from
// 0 to 25 in order, and those are numbered without gaps by the binomial coefficients.
Key GoalLevel::key() const {
  const std::uint64_t s = level.lone[0], t = s + level.lone[1], u = t + level.lone[2],
                      v = u + level.lone[3];
  std::uint64_t rest = s + t * (t + 1) / 2 + u * (u + 1) * (u + 2) / 6 +
                       v * (v + 1) * (v + 2) * (v + 3) / 24;  // below 23751
  for (const Reserve* reserve : {&level.me, &level.other}) {
    rest = rest * 26 + reserve->held[kOne];
    rest = rest * 13 + reserve->held[kFive];
    rest = rest * 9 + reserve->held[kTen];
    rest = rest * 26 + reserve->held[kNeutral];
  }
  rest = rest * 9 + wanted;
  rest = rest * 2 + attacking;
  const std::uint64_t mine = level.mine, theirs = level.theirs;
  return {level.open | mine << 25 | theirs << 50, theirs >> 14 | rest << 11};
}

Bounds GoalLevelSearch::known(GoalLevel state) const {
  const Bounds proved = seen_by(state.attacking, state.cost(packer_));
  if (state.attacker()[kTen] < state.wanted) return proved;  // has no key
  state.level.turn_to_canonical();
  return proved & table_.find(state.key()).bounds;
}

int GoalLevelSearch::search(GoalLevel state, int beta) {
  const Bounds known = seen_by(state.attacking, state.cost(packer_));
  if (known.lower >= beta) return known.lower;
  if (known.upper < beta) return known.upper;
  state.level.turn_to_canonical();
  return search_node(*this, table_, control_, state, state.key(), known, beta);
}

GoalLevelSearch::Node GoalLevelSearch::make_child(const GoalLevel& state, Move move, int) const {
  Node child;
  child.state = state;
  child.gain = state.attacking ? -1 : 0;
  child.move = move.code();
  child.order = 0;
  const Turn turn = child.state.play(move, packer_);
  child.same_mover = turn != Turn::kPasses;
  if (turn == Turn::kOver) {
    child.bounds = child.state.wanted
                       ? seen_by(state.attacking, kHopeless).before(child.gain, true)
                       : Bounds{child.gain, child.gain};
    return child;
  }
  child.bounds = seen_by(child.state.attacking, child.state.cost(packer_))
                     .before(child.gain, child.same_mover);
  // Tens first, then by the places that are left for more.
  const int hope = child.state.places() - 100 * child.state.wanted;
  child.order = state.attacking ? hope : -hope;
  return child;
}

void GoalLevelSearch::prepare(Node& child) const {
  child.state.level.turn_to_canonical();
  child.key = child.state.key();
  table_.prefetch(child.key);
}

void GoalLevelSearch::look_up(Node& child, int) const {
  child.bounds =
      child.bounds & table_.find(child.key).bounds.before(child.gain, child.same_mover);
}

int GoalLevelSearch::descend(const Node& child, int beta) {
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), child.own_beta(beta)));
}

}  // namespace steppe
