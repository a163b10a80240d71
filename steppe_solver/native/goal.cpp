#include "goal.hpp"

#include <algorithm>

namespace steppe {

// 75 bits of cells as in search.cpp, then the level (at most 8, since the wanted one is later), who
// attacks, and the reserves. The wanted level, the attacker and the tens are the same for all
// positions in a table, so only whether the mover attacks need be said.
Key goal_key(const GoalState& canonical, const ReserveCode& code) {
  const Position& position = canonical.position;
  const std::uint64_t mine = position.usable[0] | position.laid[0];
  const std::uint64_t theirs = position.usable[1] | position.laid[1];
  return {position.open | mine << 25 | theirs << 50,
          theirs >> 14 | std::uint64_t{position.level - 1u} << 11 |
              std::uint64_t{canonical.attacking} << 14 | code(position.reserve) << 15};
}

int most_covered(int tiles, int tens, int fives) {
  tens = std::min(tens, tiles);
  fives = std::min(fives, tiles - tens);
  return tiles + 2 * tens + fives;
}

namespace {

// How many moves the attacker makes on this level at least, before the next begins, if as many tens
// are to be left as are wanted.
//
// Call E the open cells where the attacker's ones can go, and m the number of moves. If m is less
// than the attacker's ones and neutrals together, one of them is left when the level is complete,
// and then no cell of E is open. Until all of them are covered, the attacker can place and is not
// skipped, so that the defender makes no more than m moves up to then, or one more if to move
// first. So the two of them cover E with so many tiles. And the cells of E that are not the
// defender's to use are covered by the attacker, but for one each by the defender's neutrals and
// by the middles of tens.
int least_turns(const Position& position, int attacker, int wanted) {
  const Reserve& hand = position.reserve[attacker];
  const Reserve& other = position.reserve[1 - attacker];
  const Cells open = position.open, ends = position.ends(attacker);
  const Cells other_ends = position.ends(1 - attacker);
  const auto fives = [](Cells cells, const Reserve& reserve) {
    return fives_lying(cells) | fives_standing(cells) ? reserve[kFive] : 0;
  };
  const auto tens = [&](Cells cells, int in_hand) {
    return tens_lying(cells, open) | tens_standing(cells, open) ? in_hand : 0;
  };
  const int my_tens = tens(ends, hand[kTen] - wanted), my_fives = fives(ends, hand);
  const int their_tens = tens(other_ends, other[kTen]), their_fives = fives(other_ends, other);
  const int all = count(ends), own = count(ends & ~other_ends);
  const int enough = hand[kOne] + hand[kNeutral];
  const bool defender_first = position.mover != attacker;
  for (int turns = position.mover == attacker; turns < enough; ++turns) {
    const int replies = turns + defender_first;
    const int mine = most_covered(turns, my_tens, my_fives);
    const int theirs = most_covered(replies, their_tens, their_fives);
    if (all <= mine + theirs && own <= mine + std::min(replies, other[kNeutral] + their_tens))
      return turns;
  }
  return std::max<int>(enough, position.mover == attacker);
}

}  // namespace

// Never, where fewer tens are in hand than wanted, or fewer fit together on the wanted level at
// best. There, nothing stands over a cell that is a hole now. On the very next level, the ends of a
// ten stand only on cells that are the attacker's or neutral already or can still become so: by a
// tile of the attacker's, or by anyone's neutral.
bool out_of_reach(const Position& position, int attacker, int wanted, const Packer& packer) {
  const Reserve& hand = position.reserve[attacker];
  if (position.mover == kNobody || hand[kTen] < wanted) return true;
  const Cells open = position.open;
  const Cells solid = position.laid[0] | position.laid[1] | open;
  const bool next = position.levels - position.level == 1;
  Cells reach = solid;
  if (next) {
    reach = open;
    if (!position.reserve[0][kNeutral] && !position.reserve[1][kNeutral]) {
      const Cells ends = position.ends(attacker);
      reach = hand[kOne] ? ends : 0;
      if (hand[kFive]) reach |= covered_by_fives(ends);
      if (hand[kTen]) reach |= ends_of_tens(ends, open) | middles_of_tens(ends, open);
    }
    reach |= position.laid[attacker];
  }
  return most_tens(reach, solid, hand[kTen], packer) < wanted;
}

// Places for tens over what is the attacker's already, and over what may still become so. The
// weights are those with the fewest nodes on levels 1 and 2 with 10 to 16 open cells.
int hope_for_tens(const Position& position, int attacker) {
  const Cells solid = position.open | position.laid[0] | position.laid[1];
  const auto places = [&](Cells ends) {
    return count(tens_lying(ends, solid)) + count(tens_standing(ends, solid));
  };
  const bool on_it = position.last_level();
  const Cells sure = on_it ? position.ends(attacker) : position.laid[attacker];
  const Cells maybe = on_it ? sure : sure | position.ends(attacker);
  return 4 * places(sure) + places(maybe) + 4 * position.reserve[attacker][kTen];
}

// Before the wanted level each ten takes a move, and so does each of the attacker's turns there.
Bounds GoalSearch::cost(const Position& position, int attacker) const {
  const int wanted = goal_.wanted;
  if (out_of_reach(position, attacker, wanted, packer_)) return kHopeless;
  return {wanted + least_turns(position, attacker, wanted), kFar - kNever};
}

Bounds GoalSearch::known(const Position& position, int wanted) const {
  const int attacker = goal_.attacker;
  const bool attacking = position.mover == attacker;
  if (position.mover == kNobody) return kHopeless;
  if (position.last_level())
    return seen_by(attacking, last_.known(GoalLevel::of(position, attacker, wanted, packer_)));
  const Entry entry = table_.find(key({canonical(position), attacking}));
  return cost(position, attacker) & seen_by(attacking, entry.bounds);
}

Bounds GoalSearch::ask(const Position& position, int wanted, int moves) {
  if (position.mover == kNobody) return kHopeless;
  const bool attacking = position.mover == goal_.attacker;
  const int beta = attacking ? -moves : moves + 1;
  return seen_by(attacking, Bounds::proved(search(position, wanted, beta), beta));
}

int GoalSearch::search(const Position& position, int wanted, int beta) {
  const int attacker = goal_.attacker;
  if (position.last_level())
    return last_.search(GoalLevel::of(position, attacker, wanted, packer_), beta);
  const bool attacking = position.mover == attacker;
  const GoalState state{canonical(position), attacking};
  return search_node(*this, table_, control_, state, key(state),
                     seen_by(attacking, cost(position, attacker)), beta);
}

GoalSearch::Node GoalSearch::make_child(const GoalState& state, Move move, int) const {
  const int attacker = state.attacker();
  Node child;
  child.state = state;
  child.move = move.code();
  child.gain = state.attacking ? -1 : 0;
  child.order = 0;
  Position& after = child.state.position;
  after.play(move);
  child.same_mover = after.mover == state.position.mover;
  if (after.mover == kNobody) {
    child.same_mover = true;
    child.bounds = seen_by(state.attacking, kHopeless).before(child.gain, true);
    return child;
  }
  child.state.attacking = after.mover == attacker;
  Bounds value;
  if (after.last_level()) {
    value = last_.known(wanted_level(after, attacker));
  } else {
    value = seen_by(child.state.attacking, cost(after, attacker));
  }
  child.bounds = value.before(child.gain, child.same_mover);
  // For ordering: what is there for tens, and fewer open cells, since less is left to search.
  const int hope = hope_for_tens(after, attacker);
  child.order = (state.attacking ? hope : -hope) - 6 * count(after.open);
  return child;
}

void GoalSearch::prepare(Node& child) const {
  if (child.state.position.last_level()) return;
  child.state.position = canonical(child.state.position);
  child.key = key(child.state);
  table_.prefetch(child.key);
}

void GoalSearch::look_up(Node& child, int) const {
  if (child.state.position.last_level()) return;
  child.bounds =
      child.bounds & table_.find(child.key).bounds.before(child.gain, child.same_mover);
}

int GoalSearch::descend(const Node& child, int beta) {
  const int target = child.own_beta(beta);
  const Position& position = child.state.position;
  if (position.last_level())
    return child.value(last_.search(wanted_level(position, child.state.attacker()), target));
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), target));
}

}  // namespace steppe
