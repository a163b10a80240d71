#include "cooperation.hpp"

#include <algorithm>
#include <array>

namespace steppe {

namespace {

constexpr Bounds as_value(Bounds tiles) { return seen_by(true, tiles); }

// A lower bound of the tiles with which a level is completed, so that tens are left for the next.
class LeastFilling {
 public:
  LeastFilling(const Position& position, int attacker, int wanted, const Packer& packer)
      : position_(position) {
    const Cells open = position.open;
    for (int player : {0, 1}) {
      const Cells ends = position.ends(player);
      const Reserve& hand = position.reserve[player];
      const int tens = hand[kTen] - (player == attacker ? wanted : 0);
      const int places = count(tens_lying(ends, open)) + count(tens_standing(ends, open));
      tens_[player] = std::min(tens, places);
      fives_[player] = std::min<int>(hand[kFive], packer.matching(ends));
    }
    all_tens_ = std::min(tens_[0] + tens_[1], count(open) / 3);
    all_fives_ = std::min(fives_[0] + fives_[1], packer.matching(open));
  }

  // The least number of tiles that is not refuted. Until the level is complete its mover lays one.
  int tiles() const {
    int tiles = 1;
    while (!enough(tiles)) ++tiles;
    return tiles;
  }

  // Is nobody ever skipped while the level is completed with so many tiles, nor in the first so
  // many if it takes more? Each player has a single left at every turn, and it can be laid on any
  // open cell.
  bool alternates(int tiles) const {
    for (int player : {0, 1}) {
      const bool anywhere = position_.ends(player) == position_.open;
      if (position_.reserve[player][kNeutral] <= tiles &&
          !(anywhere && singles(player) > tiles))
        return false;
    }
    return true;
  }

  // How many of the first so many tiles a player lays, if the turns alternate.
  int turns(int player, int tiles) const { return (tiles + (position_.mover == player)) / 2; }

 private:
  int singles(int player) const {
    return position_.reserve[player][kOne] + position_.reserve[player][kNeutral];
  }

  // Who has a neutral left when the level is complete has left no cell open; who has a one left, no
  // cell that is theirs to use. All these cells are covered: a ten covers three of them at most and
  // a five two, and no more tens and fives are laid than fit together, alone or with the other's.
  bool enough(int tiles) const {
    Cells filled = 0;
    for (int player : {0, 1}) {
      if (position_.reserve[player][kNeutral] > tiles) filled |= position_.open;
      if (singles(player) > tiles) filled |= position_.ends(player);
    }
    int most = most_covered(tiles, all_tens_, all_fives_);
    if (alternates(tiles)) {
      int each = 0;
      for (int player : {0, 1})
        each += most_covered(turns(player, tiles), tens_[player], fives_[player]);
      most = std::min(most, each);
    }
    return count(filled) <= most;
  }

  const Position& position_;
  std::array<int, 2> tens_, fives_;
  int all_tens_, all_fives_;
};

}  // namespace

// Before the wanted level: the tiles to complete this level, at least one for each level between,
// and those on the wanted one. On the next level these are the tens and the defender's turns
// between them (`least_interruptions`): with the cells that are the defender's alone already, and
// with the singles that are left when all of the defender's tiles on this level are singles.
//
// Call n the tiles that complete this level. Each of them costs 1, and takes at most one single and
// so at most one turn from the defender: n and the rest together do not shrink with n, as long as
// the same player begins. If the attacker begins, the rest is the least: the defender's first turn
// only comes sooner otherwise. (Where the defender should begin but cannot place, no turn is
// claimed of the defender's at all.) So only the least n has to be looked at, and where the
// defender begins after it, also the next.
Bounds CooperationSearch::tiles_to_go(const Position& position, int attacker) const {
  const int wanted = goal_.wanted;
  if (out_of_reach(position, attacker, wanted, packer_)) return kHopeless;
  const LeastFilling filling(position, attacker, wanted, packer_);
  const int tiles = filling.tiles(), between = position.levels - position.level - 1;
  if (between) return {tiles + between + wanted, kFar - kNever};

  const int defender = 1 - attacker;
  const Reserve& hand = position.reserve[defender];
  const int own = count(position.laid[defender] & ~position.laid[attacker]);
  const auto together = [&](int laid, bool attacker_first) {
    const int spent = filling.alternates(laid) ? filling.turns(defender, laid) : laid;
    const int neutrals = std::max(hand[kNeutral] - spent, 0);
    const int singles = std::max(hand[kOne] + hand[kNeutral] - spent, neutrals);
    return laid + wanted +
           least_interruptions(wanted, singles - neutrals, neutrals, own, attacker_first);
  };
  const bool mover_last = tiles % 2 == 1;
  const bool defender_first =
      filling.alternates(tiles) && mover_last == (position.mover == defender);
  int least = together(tiles, !defender_first);
  if (defender_first) least = std::min(least, together(tiles + 1, true));
  return {least, kFar - kNever};
}

Bounds CooperationSearch::known(const Position& position, int wanted) const {
  const int attacker = goal_.attacker;
  if (position.mover == kNobody) return kHopeless;
  if (position.last_level())
    return as_value(last_.known(GoalLevel::of(position, attacker, wanted, packer_)));
  const Entry entry =
      table_.find(goal_key({canonical(position), position.mover == attacker}, code_));
  return tiles_to_go(position, attacker) & as_value(entry.bounds);
}

Bounds CooperationSearch::ask(const Position& position, int wanted, int tiles) {
  if (position.mover == kNobody) return kHopeless;
  const int attacker = goal_.attacker, beta = -tiles;
  int value;
  if (position.last_level()) {
    value = last_.search(GoalLevel::of(position, attacker, wanted, packer_), beta);
  } else {
    const GoalState state{canonical(position), position.mover == attacker};
    value = search_node(*this, table_, control_, state, goal_key(state, code_),
                        as_value(tiles_to_go(position, attacker)), beta);
  }
  return as_value(Bounds::proved(value, beta));
}

CooperationSearch::Node CooperationSearch::make_child(const GoalState& state, Move move, int) const {
  const int attacker = state.attacker();
  Node child;
  child.state = state;
  child.move = move.code();
  child.gain = -1;
  child.same_mover = true;
  child.order = 0;
  Position& after = child.state.position;
  after.play(move);
  if (after.mover == kNobody) {
    child.bounds = as_value(kHopeless).before(child.gain, true);
    return child;
  }
  child.state.attacking = after.mover == attacker;
  const Bounds value = after.last_level() ? last_.known(wanted_level(after, attacker))
                                          : as_value(tiles_to_go(after, attacker));
  child.bounds = value.before(child.gain, true);
  // For ordering: what is there for tens, and fewer open cells, since less is left to search.
  child.order = hope_for_tens(after, attacker) - 6 * count(after.open);
  return child;
}

void CooperationSearch::prepare(Node& child) const {
  if (child.state.position.last_level()) return;
  child.state.position = canonical(child.state.position);
  child.key = goal_key(child.state, code_);
  table_.prefetch(child.key);
}

void CooperationSearch::look_up(Node& child, int) const {
  if (child.state.position.last_level()) return;
  child.bounds = child.bounds & table_.find(child.key).bounds.before(child.gain, true);
}

int CooperationSearch::descend(const Node& child, int beta) {
  const int target = child.own_beta(beta);
  const Position& position = child.state.position;
  if (position.last_level())
    return child.value(last_.search(wanted_level(position, child.state.attacker()), target));
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), target));
}

CooperationSolver::CooperationSolver(std::size_t table_bytes)
    : upper_levels_(table_bytes / 2), wanted_level_(table_bytes / 2) {}

// "Within one tile more?" from the least number on: a question with a near horizon is quickly
// answered. Where an answer did not meet the horizon it tells more than was asked, up to "never".
CooperationAnswer CooperationSolver::solve(const Position& root, const Goal& goal,
                                           const Control::Tick& stop) {
  upper_levels_.renew();
  wanted_level_.renew();
  Control control({}, stop);
  CooperationSearch search(root, goal, packer_, upper_levels_, wanted_level_, control);
  CooperationAnswer answer;
  root.each_move([&](Move move) { answer.moves.push_back({move, {1, kFar - kNever}}); });
  try {
    for (auto& [move, tiles] : answer.moves) {
      Position after = root;
      after.play(move);
      const bool counts = move.tile == kTen && root.mover == goal.attacker && root.last_level();
      const int wanted = goal.wanted - counts;
      Bounds rest = wanted ? search.known(after, wanted) : Bounds{0, 0};
      while (rest.lower < rest.upper && rest.lower < kNever)
        rest = rest & search.ask(after, wanted, rest.lower);
      tiles = {rest.lower + 1, rest.upper + 1};
    }
    answer.complete = true;
  } catch (const Stopped&) {
    // What stands is proved.
  }
  answer.nodes = control.nodes();
  return answer;
}

}  // namespace steppe
