#include "duel_search.hpp"

#include <algorithm>
#include <utility>

namespace steppe::solitaire {

namespace {

constexpr int kWin = 2000, kDrawn = -10, kIdle = 2, kQuiet = 6;
constexpr int kLead = 20, kLeadPerCard = 3, kClear = 15;
constexpr int kInfinity = 30000;
constexpr std::size_t kTableSize = std::size_t{1} << 16;

enum Bound : std::uint8_t { kLower = 1, kUpper = 2, kExact = 3 };

bool same(const Move& move, bool passes, const Move& other, bool other_passes) {
  return passes == other_passes && (passes || move == other);
}

}  // namespace

std::uint64_t DuelSearch::key(const Duel& duel) {
  // What the value depends on beyond the position: who would win now, passes, idling, and which
  // cards may still earn for leaving a buffer.
  std::uint64_t rest = static_cast<std::uint64_t>(duel.scores[0] - duel.scores[1] + 4096);
  rest = rest * 4 + static_cast<unsigned>(duel.passes);
  rest = rest * 64 + static_cast<unsigned>(std::min(duel.still, 63));
  for (const auto earned : duel.unbuffered) rest = rest * 0x9E3779B97F4A7C15 + earned + 1;
  return duel.hash() ^ (rest * 0xD6E8FEB86659FD93 ^ rest >> 29);
}

int DuelSearch::ending(const Duel& duel) const {
  const auto me = static_cast<std::size_t>(duel.mover);
  const int ahead = duel.scores[me] - duel.scores[1 - me];
  if (ahead) return ahead > 0 ? kWin : -kWin;
  return duel.mover == root_.mover ? kDrawn : -kDrawn;
}

int DuelSearch::lead(const Duel& duel) {
  const auto me = static_cast<std::size_t>(duel.mover);
  const int ahead = std::clamp(duel.scores[me] - duel.scores[1 - me], -kClear, kClear);
  return ahead * (kLead + kLeadPerCard * (duel.deck_size - duel.waste)) / kClear;
}

DuelSearch::Turn DuelSearch::turn(const Duel& duel, Move move) const {
  const int brings = duel.points(move);
  const bool idle = brings <= 0 && duel.reversible(move);
  return {move, false, brings, idle ? brings - kIdle * (1 + duel.still) : brings};
}

// Has the position come before, after which so many turns in a row could be undone?
bool DuelSearch::repeats(const Duel& after, int still) const {
  if (still == 0) return false;
  const std::uint64_t hash = after.hash();
  const int length = static_cast<int>(path_.size());
  for (int back = 1; back <= std::min(still, length); ++back)
    if (path_[static_cast<std::size_t>(length - back)] == hash) return true;
  return still >= length && seen_.contains(hash);
}

// What the mover may do, those first that bring most; the pass where nothing brings anything.
void DuelSearch::list(const Duel& duel, Turns& turns) const {
  DuelMoves moves;
  duel.list(moves);
  bool scores = false;
  turns.size = 0;
  for (const Move move : moves) {
    const Turn found = turn(duel, move);
    if (duel.reversible(move)) {
      Duel after = duel;
      after.play(move);
      if (repeats(after, after.still)) continue;
    }
    scores |= found.brings > 0;
    turns.turns[static_cast<std::size_t>(turns.size++)] = found;
  }
  if (!scores) turns.turns[static_cast<std::size_t>(turns.size++)] = {{}, true, 0, 0};
  std::stable_sort(turns.turns.begin(), turns.turns.begin() + turns.size,
                   [](const Turn& a, const Turn& b) { return a.counts > b.counts; });
}

int DuelSearch::value_of(const Duel& after, int counts, int depth, int alpha, int beta) {
  path_.push_back(after.hash());
  const int found = counts - value(after, depth - 1, counts - beta, counts - alpha);
  path_.pop_back();
  return found;
}

int DuelSearch::value(const Duel& duel, int depth, int alpha, int beta) {
  if (duel.over()) return ending(duel);
  if (nodes_ >= most_nodes_) throw Spent{};
  ++nodes_;
  const bool quiet = depth <= 0;
  const std::uint64_t key = this->key(duel);
  Entry& entry = table_[key & (kTableSize - 1)];
  const bool known = entry.key == key && entry.depth >= -kQuiet;
  if (known && entry.depth == depth) {
    if (entry.bound == kExact || (entry.bound == kLower && entry.value >= beta) ||
        (entry.bound == kUpper && entry.value <= alpha))
      return entry.value;
  }
  Turns turns;
  list(duel, turns);
  if (known)
    for (int i = 1; i < turns.size; ++i) {
      auto* found = turns.turns.data() + i;
      if (!same(found->move, found->passes, entry.move, entry.passes)) continue;
      std::rotate(turns.turns.data(), found, found + 1);
      break;
    }
  int best = quiet ? lead(duel) : -kInfinity;
  Turn chosen = turns.turns[0];
  const int first_alpha = alpha;
  alpha = std::max(alpha, best);
  if (!quiet || depth > -kQuiet)
    for (int i = 0; i < turns.size && best < beta; ++i) {
      const Turn& turn = turns.turns[static_cast<std::size_t>(i)];
      if (quiet && turn.brings <= 0) continue;
      Duel after = duel;
      if (turn.passes) after.pass();
      else after.play(turn.move);
      const int found = value_of(after, turn.counts, depth, alpha, beta);
      if (found > best) {
        best = found;
        chosen = turn;
        alpha = std::max(alpha, best);
      }
    }
  Entry& kept = table_[key & (kTableSize - 1)];
  const auto bound = best >= beta ? kLower : best <= first_alpha ? kUpper : kExact;
  kept = {key, static_cast<std::int16_t>(best), static_cast<std::int8_t>(depth), bound, chosen.move,
          chosen.passes};
  return best;
}

DuelChoice DuelSearch::choose(const std::vector<std::optional<Move>>& turns, std::uint64_t nodes,
                              int deepest) {
  most_nodes_ = nodes;
  nodes_ = 0;
  table_.assign(kTableSize, Entry{});
  path_.clear();
  std::vector<Turn> order;
  for (const auto& move : turns)
    order.push_back(move ? turn(root_, *move) : Turn{{}, true, 0, 0});
  std::stable_sort(order.begin(), order.end(),
                   [](const Turn& a, const Turn& b) { return a.counts > b.counts; });
  DuelChoice choice;
  const auto take = [&](const Turn& turn, int value) {
    choice.move = turn.passes ? std::nullopt : std::optional(turn.move);
    choice.value = value;
  };
  take(order[0], order[0].counts);
  for (int depth = 1; depth <= deepest; ++depth) {
    int alpha = -kInfinity;
    std::size_t best = 0;
    bool spent = false;
    try {
      for (std::size_t i = 0; i < order.size(); ++i) {
        Duel after = root_;
        if (order[i].passes) after.pass();
        else after.play(order[i].move);
        path_.clear();
        const int found = value_of(after, order[i].counts, depth, alpha, kInfinity);
        if (found <= alpha) continue;
        alpha = found;
        best = i;
        take(order[i], found);
      }
    } catch (const Spent&) {
      spent = true;
    }
    if (spent) break;
    choice.depth = depth;
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best),
                order.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    if (order.size() == 1) break;
  }
  choice.nodes = nodes_;
  return choice;
}

int DuelSearch::plain(const Duel& duel, int depth) {
  if (duel.over()) return ending(duel);
  Turns turns;
  list(duel, turns);
  int best = depth <= 0 ? lead(duel) : -kInfinity;
  if (depth <= -kQuiet) return best;
  for (int i = 0; i < turns.size; ++i) {
    const Turn& turn = turns.turns[static_cast<std::size_t>(i)];
    if (depth <= 0 && turn.brings <= 0) continue;
    Duel after = duel;
    if (turn.passes) after.pass();
    else after.play(turn.move);
    path_.push_back(after.hash());
    best = std::max(best, turn.counts - plain(after, depth - 1));
    path_.pop_back();
  }
  return best;
}

int DuelSearch::searched_value(int depth) {
  most_nodes_ = ~std::uint64_t{0};
  table_.assign(kTableSize, Entry{});
  path_.clear();
  return value(root_, depth, -kInfinity, kInfinity);
}

int DuelSearch::plain_value(int depth) {
  path_.clear();
  return plain(root_, depth);
}

}  // namespace steppe::solitaire
