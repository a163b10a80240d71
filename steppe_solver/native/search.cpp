#include "search.hpp"

#include <algorithm>
#include <utility>

#include "symmetry.hpp"

namespace steppe {

namespace {

constexpr int kLevelBits = 4;
constexpr int kReserveBits = 64 - 11 - kLevelBits;

constexpr int ceil_div(int a, int b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

Layout layout(const Position& position) {
  const auto marks = [&](int player) { return position.ends(player) | position.laid[player]; };
  return {position.open, marks(position.mover), marks(1 - position.mover)};
}

// Symmetric positions are worth looking for only from a position that is symmetric itself. From
// any other hardly two of them are ever met, while turning every position costs time, and takes
// from the order of moves its regularity, which costs nodes.
Techniques suited_to(const Position& root, Techniques use) {
  if (root.mover != kNobody) use.symmetry = use.symmetry && symmetric(layout(root));
  return use;
}

}  // namespace

Search::Search(const Position& root, const Packer& packer, Table& upper_levels, Table& last_level,
               Control& control, const Techniques& use)
    : packer_(packer),
      control_(control),
      use_(suited_to(root, use)),
      nowhere_(0),
      last_(packer, use.table ? last_level : nowhere_, control, use_),
      code_(root),
      table_(use.table && code_.fits() ? upper_levels : nowhere_) {}

Position canonical(const Position& position, const Techniques& use) {
  const int me = position.mover, other = 1 - me;
  const Layout seen = layout(position), image = use.symmetry ? canonical(seen) : seen;
  return {image.a,
          {image.b & image.a, image.c & image.a},
          {image.b & ~image.a, image.c & ~image.a},
          {position.reserve[me], position.reserve[other]},
          0,
          position.level,
          position.levels};
}

ReserveCode::ReserveCode(const Position& root) : fits_(true) {
  std::uint64_t product = 1;
  for (int tile = 0; tile < 4; ++tile) {
    radix_[tile] = std::max(root.reserve[0].held[tile], root.reserve[1].held[tile]) + 1u;
    for (int player = 0; player < 2; ++player) {
      if (fits_) product *= radix_[tile];  // below 2^(kReserveBits + 8): does not wrap
      fits_ = fits_ && product <= std::uint64_t{1} << kReserveBits;
    }
  }
}

std::uint64_t ReserveCode::operator()(const std::array<Reserve, 2>& reserves) const {
  std::uint64_t code = 0;
  for (const Reserve& reserve : reserves)
    for (int tile = 0; tile < 4; ++tile) code = code * radix_[tile] + reserve.held[tile];
  return code;
}

// 75 bits of cells, the level and the reserves. An open cell is marked by who may use it, a filled
// one by whose it is, a hole by nothing.
Key Search::key(const Position& canonical) const {
  const std::uint64_t mine = canonical.usable[0] | canonical.laid[0];
  const std::uint64_t theirs = canonical.usable[1] | canonical.laid[1];
  return {canonical.open | mine << 25 | theirs << 50,
          theirs >> 14 | std::uint64_t{canonical.level} << 11 |
              code_(canonical.reserve) << (11 + kLevelBits)};
}

// Before the last level. On this level a player lays at most the best packing of what they can
// use. On the next, at most the best packing of the cells that are theirs or neutral already or
// can still become so (by a tile of theirs, or by anyone's neutral); above that, of all cells that
// are not holes now. All levels together take at most the units in hand. So the dearest levels
// first, each up to its packing, until the hand is empty: no split of the hand gives more.
Search::Hopes Search::hopes(const Position& position, int player) const {
  const Reserve& hand = position.reserve[player];
  const Cells open = position.open;
  const Cells ends = position.ends(player);
  const Cells solid = position.laid[0] | position.laid[1] | open;
  const int here = packer_.best(ends, open, hand).value();
  if (!use_.packing) return {hand.units() * position.levels, here};

  Cells reach = open;
  if (!position.reserve[0][kNeutral] && !position.reserve[1][kNeutral]) {
    reach = hand[kOne] ? ends : 0;
    if (hand[kFive]) reach |= covered_by_fives(ends);
    if (hand[kTen]) reach |= ends_of_tens(ends, open) | middles_of_tens(ends, open);
  }
  const int next = packer_.best(position.laid[player] | reach, solid, hand).value();
  int left = hand.units();
  int most = 0;
  const auto take = [&](int level, int packing) {
    const int units = std::min(packing, left);
    left -= units;
    most += level * units;
  };
  if (position.levels - position.level >= 2) {
    const int anywhere = packer_.best(solid, solid, hand).value();
    for (int level = position.levels; level > position.level + 1; --level) take(level, anywhere);
  }
  take(position.level + 1, next);
  take(position.level, here);
  return {most, here};
}

// The same sum as the most a player can hope for, with the next level's packing on the cells that
// are the player's already or that only a tile of their own need cover, and a share for what the
// opponent cannot use there. It is for ordering only: a tighter bound in it orders worse.
int Search::outlook(const Position& position, int player, int here) const {
  const Reserve& hand = position.reserve[player];
  const Cells solid = position.laid[0] | position.laid[1] | position.open;
  const Cells own = position.laid[player] | position.ends(player);
  const Cells others = position.laid[1 - player] | position.ends(1 - player);
  const int likely = packer_.best(own, solid, hand).value();
  const int exclusive = packer_.best(own & ~others, solid, hand).value();
  const int estimate = (position.level + 1) * likely +
                       position.level * std::min(here, hand.units() - likely);
  return 20 * estimate + 13 * exclusive;
}

Bounds Search::static_bounds(const Position& position) const {
  if (position.mover == kNobody) return {0, 0};
  if (position.last_level()) return last_.static_bounds(position) * position.level;
  const int me = position.mover;
  const Hopes mine = hopes(position, me), theirs = hopes(position, 1 - me);
  return {-theirs.most, mine.most};
}

Bounds Search::known(const Position& position) const {
  if (position.mover == kNobody) return {0, 0};
  if (position.last_level()) return last_.known(position) * position.level;
  const Position state = canonical(position, use_);
  const Bounds bounds = static_bounds(position) & table_.find(key(state)).bounds;
  if (!use_.forced) return bounds;
  // The search passes by what is forced, and stores where it leads to.
  Position after = state;
  const int points = play_forced(after, 0);
  return after == state ? bounds : bounds & known(after).before(points, after.mover == 0);
}

bool Search::searched(const Position& position) const {
  return known(position) != static_bounds(position);
}

int Search::estimate(const Position& position) const {
  const Bounds bounds = known(position);
  if (position.mover == kNobody || position.last_level()) return (bounds.lower + bounds.upper) / 2;
  const int me = position.mover;
  const auto seen = [&](int player) {
    return outlook(position, player, hopes(position, player).here);
  };
  const int guess = (seen(me) - seen(1 - me)) / 20;
  return std::clamp(guess, bounds.lower, bounds.upper);
}

// On the last level every value is a multiple of the level: it is at least beta exactly when it is
// at least the next multiple.
int Search::search_last(const Position& position, int beta) {
  return position.level * last_.search(position, ceil_div(beta, position.level));
}

int Search::search(const Position& position, int beta) {
  if (position.mover == kNobody) return 0;
  if (position.last_level()) return search_last(position, beta);
  const Position state = canonical(position, use_);
  return search_node(*this, table_, control_, state, key(state), static_bounds(position), beta);
}

Search::Node Search::make_child(const Position& state, Move move, int) const {
  Node child;
  child.state = state;
  child.move = move.code();
  child.gain = child.state.play(move);
  if (use_.forced) child.gain += play_forced(child.state, state.mover);
  const Position& after = child.state;
  child.same_mover = after.mover == state.mover;
  if (after.mover == kNobody) {
    child.bounds = {child.gain, child.gain};
  } else if (after.last_level()) {
    child.bounds =
        (last_.look(after, child.key) * after.level).before(child.gain, child.same_mover);
  } else {
    child.bounds = {-kFar, kFar};
  }
  return child;
}

void Search::prepare(Node& child) const {
  if (child.state.last_level()) return;
  child.state = canonical(child.state, use_);
  child.key = key(child.state);
  table_.prefetch(child.key);
}

void Search::look_up(Node& child, int beta) const {
  const Position& after = child.state;
  if (after.last_level()) {
    child.bounds =
        child.bounds & (last_.find(child.key) * after.level).before(child.gain, child.same_mover);
    child.order = 10 * (child.bounds.lower + child.bounds.upper);
  } else {
    if (use_.child_lookup)
      child.bounds = table_.find(child.key).bounds.before(child.gain, child.same_mover);
    if (child.bounds.decide(beta)) return;
    const Hopes own = hopes(after, 0), others = hopes(after, 1);
    child.bounds =
        child.bounds & Bounds{-others.most, own.most}.before(child.gain, child.same_mover);
    const int seen = outlook(after, 0, own.here) - outlook(after, 1, others.here);
    child.order = 20 * child.gain + (child.same_mover ? seen : -seen);
  }
  if (!use_.ordering) child.order = 0;
}

// A position at the start of the last level is told by what may be used and what is in hand.
std::uint64_t Search::mark(const Node& child) const {
  const Position& state = child.state;
  if (!state.last_level()) return mixed(child.key.low, child.key.high);
  return mixed(state.usable[0] | std::uint64_t{state.usable[1]} << 32,
               code_(state.reserve) << 1 | static_cast<std::uint64_t>(state.mover));
}

int Search::descend(const Node& child, int beta) {
  const int target = child.own_beta(beta);
  if (child.state.last_level()) return child.value(search_last(child.state, target));
  return child.value(search_node(*this, table_, control_, child.state, child.key,
                                 child.own_bounds(), target));
}

}  // namespace steppe
