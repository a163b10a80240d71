#include "cooperation_level.hpp"

namespace steppe {

namespace {

constexpr Bounds as_value(Bounds tiles) { return seen_by(true, tiles); }

}  // namespace

// Look at any line in which the attacker lays the tens, up to the last of them, and at the moment
// when the defender is to have the k-th turn, after k - 1 tiles of the defender's. If the attacker
// begins, and no turn before was skipped, the attacker has laid k tiles; else k - 1.
//  - A neutral is left if there were k. A ten is still to be laid, so its cells are open, and a
//    neutral goes there.
//  - A one or a neutral is left if there were k of both together; a neutral can be laid, and so can
//    a one if an own cell is left. A tile of the attacker's covers one own cell at most: as a
//    neutral or with the middle of a ten, whose ends are elsewhere. A defender's covers three.
// So the defender is not skipped. The attacker needs as many turns as there are tens, with one of
// the defender's between any two of them, and one before the first if the defender begins.
int least_interruptions(int wanted, int ones, int neutrals, int own, bool attacker_first) {
  const int most = attacker_first ? wanted - 1 : wanted;
  for (int k = 1; k <= most; ++k) {
    const int covered = 3 * (k - 1) + (attacker_first ? k : k - 1);
    if (neutrals < k && (ones + neutrals < k || own <= covered)) return k - 1;
  }
  return most;
}

// What a level holds only shrinks. So:
//  - Where fewer tens fit together than are wanted, or are in hand, never.
//  - One ten, the attacker to move: at once if it fits. The defender to move: after one tile, if
//    any leaves a place for it. (An attacker for whom a ten fits is not skipped, and more tiles
//    leave no place that the first of them has not left.)
//  - Else the attacker lays each ten, and the defender is not always skipped.
Bounds tiles_to_go(const GoalLevel& state, const Packer& packer) {
  const int wanted = state.wanted, tens = state.attacker()[kTen];
  if (tens < wanted || state.places() < wanted) return kHopeless;
  if (wanted == 1) {
    if (state.attacking) return {1, 1};
    bool spares = false;
    state.level.each_move([&](Move move) {
      if (spares) return;
      GoalLevel after = state;
      after.level.lay(move);
      spares = after.places() > 0;
    });
    return spares ? Bounds{2, 2} : kHopeless;
  }
  const Cells ends = state.attacker_ends();
  if (most_tens(ends, state.level.open, tens, packer) < wanted) return kHopeless;
  const int own = count(state.defender_ends() & ~ends) +
                  state.level.lone[state.attacking ? kTheirs : kMine];
  const Reserve& other = state.defender();
  const int interruptions =
      least_interruptions(wanted, other[kOne], other[kNeutral], own, state.attacking);
  return {wanted + interruptions, kFar - kNever};
}

Bounds CooperationLevelSearch::known(GoalLevel state) const {
  const Bounds proved = as_value(tiles_to_go(state, packer_));
  if (state.attacker()[kTen] < state.wanted) return proved;  // has no key
  state.level.turn_to_canonical();
  return proved & table_.find(state.key()).bounds;
}

int CooperationLevelSearch::search(GoalLevel state, int beta) {
  const Bounds known = as_value(tiles_to_go(state, packer_));
  if (known.lower >= beta) return known.lower;
  if (known.upper < beta) return known.upper;
  state.level.turn_to_canonical();
  return search_node(*this, table_, control_, state, state.key(), known, beta);
}

CooperationLevelSearch::Node CooperationLevelSearch::make_child(const GoalLevel& state,
                                                                Move move, int) const {
  Node child;
  child.state = state;
  child.gain = -1;
  child.move = move.code();
  child.same_mover = true;
  child.order = 0;
  const Turn turn = child.state.play(move, packer_);
  Bounds tiles = kHopeless;
  if (turn != Turn::kOver) {
    tiles = tiles_to_go(child.state, packer_);
    // Tens first, then by the places that are left for more.
    child.order = child.state.places() - 100 * child.state.wanted;
  } else if (!child.state.wanted) {
    tiles = {0, 0};
  }
  child.bounds = as_value(tiles).before(child.gain, true);
  return child;
}

void CooperationLevelSearch::prepare(Node& child) const {
  child.state.level.turn_to_canonical();
  child.key = child.state.key();
  table_.prefetch(child.key);
}

void CooperationLevelSearch::look_up(Node& child, int) const {
  child.bounds = child.bounds & table_.find(child.key).bounds.before(child.gain, true);
}

int CooperationLevelSearch::descend(const Node& child, int beta) {
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), child.own_beta(beta)));
}

}  // namespace steppe
