#include "search.hpp"

#include <algorithm>
#include <utility>

#include "symmetry.hpp"

namespace steppe {

namespace {

constexpr int kLevelBits = 4;
constexpr int kReserveBits = 64 - 11 - kLevelBits;

// The same game with the mover as player 0 and the cells turned to the chosen symmetric image.
// The support of a filled cell no longer matters and is dropped.
Position canonical(const Position& position) {
  const int me = position.mover, other = 1 - me;
  const auto marks = [&](int player) { return position.ends(player) | position.laid[player]; };
  const Layout image = steppe::canonical(Layout{position.open, marks(me), marks(other)});
  return {image.a,
          {image.b & image.a, image.c & image.a},
          {image.b & ~image.a, image.c & ~image.a},
          {position.reserve[me], position.reserve[other]},
          0,
          position.level,
          position.levels};
}

constexpr int ceil_div(int a, int b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

}  // namespace

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
//
// The estimate adds a share for what the opponent can never use.
Search::Outlook Search::outlook(const Position& position, int player) const {
  const Reserve& reserve = position.reserve[player];
  const Cells ends = position.ends(player);
  const bool neutrals = position.reserve[0][kNeutral] || position.reserve[1][kNeutral];
  const Cells filled = position.laid[0] | position.laid[1];
  const auto next_ends = [&](int side) {
    if (neutrals) return position.laid[side] | position.open;
    const Cells own = position.ends(side);
    const Reserve& hand = position.reserve[side];
    Cells reach = hand[kOne] ? own : 0;
    if (hand[kFive]) reach |= covered_by_fives(own);
    if (hand[kTen])
      reach |= ends_of_tens(own, position.open) | middles_of_tens(own, position.open);
    return position.laid[side] | reach;
  };
  const Cells mine = next_ends(player);
  const Cells solid = filled | position.open;

  int in_hand = reserve.units();
  int most = 0;
  const auto take = [&](int level, int packing) {
    const int units = std::min(packing, in_hand);
    in_hand -= units;
    most += level * units;
  };
  if (position.levels - position.level >= 2) {
    const int anywhere = packer_.best(solid, solid, reserve).value();
    for (int level = position.levels; level > position.level + 1; --level) take(level, anywhere);
  }
  take(position.level + 1, packer_.best(mine, solid, reserve).value());
  take(position.level, packer_.best(ends, position.open, reserve).value());

  const int exclusive = packer_.best(mine & ~next_ends(1 - player), solid, reserve).value();
  return {most, 20 * most + 13 * exclusive};
}

Bounds Search::static_bounds(const Position& position) const {
  if (position.mover == kNobody) return {0, 0};
  if (position.last_level()) return last_.static_bounds(position) * position.level;
  const int me = position.mover;
  return {-outlook(position, 1 - me).most, outlook(position, me).most};
}

Bounds Search::known(const Position& position) const {
  if (position.mover == kNobody) return {0, 0};
  if (position.last_level()) return last_.known(position) * position.level;
  const Bounds proved = static_bounds(position);
  return code_.fits() ? proved & table_.find(key(canonical(position))).bounds : proved;
}

bool Search::searched(const Position& position) const {
  return known(position) != static_bounds(position);
}

int Search::estimate(const Position& position) const {
  const Bounds bounds = known(position);
  if (position.mover == kNobody || position.last_level()) return (bounds.lower + bounds.upper) / 2;
  const int me = position.mover;
  const int guess = (outlook(position, me).estimate - outlook(position, 1 - me).estimate) / 20;
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
  return search(position, known(position), beta);
}

Search::Child Search::make_child(const Position& state, Move move) const {
  Child child;
  child.state = state;
  child.move = move.code();
  child.gain = child.state.play(move);
  const Position& after = child.state;
  child.same_mover = after.mover == state.mover;
  if (after.mover == kNobody) {
    child.bounds = {child.gain, child.gain};
    child.order = 20 * child.gain;
  } else if (after.last_level()) {
    child.bounds = (last_.known(after) * after.level).before(child.gain, child.same_mover);
    child.order = 10 * (child.bounds.lower + child.bounds.upper);
  } else {
    const Outlook mine = outlook(after, state.mover), theirs = outlook(after, 1 - state.mover);
    child.bounds = {child.gain - theirs.most, child.gain + mine.most};
    child.order = 20 * child.gain + mine.estimate - theirs.estimate;
  }
  return child;
}

// Is the child's value for me at least beta? Fail-soft, the gain included.
int Search::visit(const Child& child, int beta) {
  if (child.bounds.lower >= beta) return child.bounds.lower;
  if (child.bounds.upper < beta) return child.bounds.upper;
  const int gain = child.gain;
  const int target = child.same_mover ? beta - gain : gain - beta + 1;
  const Bounds theirs = child.bounds.before(child.same_mover ? -gain : gain, child.same_mover);
  const int value = child.state.last_level() ? search_last(child.state, target)
                                             : search(child.state, theirs, target);
  return child.same_mover ? gain + value : gain - value;
}

int Search::search(Position state, Bounds known, int beta) {
  control_.count_node();
  if (known.lower >= beta) return known.lower;
  if (known.upper < beta) return known.upper;
  state = canonical(state);
  const Key key = code_.fits() ? this->key(state) : Key{};
  Entry entry{{Table::kLeast, Table::kMost}, kNoMove};
  if (code_.fits()) entry = table_.find(key);
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
    if (code_.fits()) table_.store(key, known, best_move, control_.nodes() - before);
    return best >= beta ? known.lower : known.upper;
  };

  if (entry.move != kNoMove) {
    const Child child = make_child(state, Move::decode(entry.move));
    if (reaches(visit(child, beta), child.move)) return settle();
  }

  std::array<Child, 128> children;
  int size = 0;
  bool reached = false;
  state.each_move([&](Move move) {
    if (reached || move.code() == entry.move) return;
    Child& child = children[size] = make_child(state, move);
    if (child.bounds.lower >= beta || child.bounds.upper < beta) {
      reached = reaches(child.bounds.lower >= beta ? child.bounds.lower : child.bounds.upper,
                        child.move);
      return;
    }
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
