// Packings against trying everything.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "cases.hpp"

using namespace steppe;

namespace {

// Leaves the lowest cell out, or pairs it with either neighbour.
int plain_matching(Cells cells) {
  if (!cells) return 0;
  const int cell = lowest(cells);
  const Cells rest = cells & (cells - 1);
  int most = plain_matching(rest);
  for (const int step : {1, 5}) {
    if (step == 1 && cell % 5 == 4) continue;
    const Cells partner = Cells{1} << (cell + step);
    if (rest & partner) most = std::max(most, 1 + plain_matching(rest & ~partner));
  }
  return most;
}

// All (tens, fives, ones) that can be laid, by laying one tile after the other in every way.
using Counts = std::array<int, 3>;
void lay_everything(Cells ends, Cells open, Reserve hand, int lone, Counts laid,
                    std::set<std::pair<std::array<Cells, 2>, Counts>>& seen,
                    std::set<Counts>& all) {
  if (!seen.insert({{ends, open | Cells(lone) << 25}, laid}).second) return;
  all.insert(laid);
  hand.held[kNeutral] = 0;
  each_placement(ends, open, hand, [&](Move move) {
    Reserve less = hand;
    less.lay(move.tile);
    Counts more = laid;
    ++more[static_cast<std::size_t>(2 - move.tile)];
    lay_everything(ends & ~move.covers(), open & ~move.covers(), less, lone, more, seen, all);
  });
  if (lone && hand[kOne]) {
    hand.lay(kOne);
    lay_everything(ends, open, hand, lone - 1, {laid[0], laid[1], laid[2] + 1}, seen, all);
  }
}

// The most the owner of the tiles is sure of, where the other may spoil one of them a turn, so
// many times, or wait, and the owner lays one a turn; by trying everything.
int plain_rest(std::vector<int> tiles, int kills, bool owners_turn) {
  if (tiles.empty()) return 0;
  int best = owners_turn ? 0 : plain_rest(tiles, kills, true);
  if (!owners_turn && !kills) return best;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    std::vector<int> left = tiles;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    if (owners_turn)
      best = std::max(best, tiles[i] + plain_rest(left, kills, false));
    else
      best = std::min(best, plain_rest(left, kills - 1, true));
  }
  return best;
}

struct Ask {
  Cells ends, open;
  Reserve hand;
  int lone;
};
Ask random_ask(Random& random) {
  const Cells open = random_cells(random, 8);
  const Cells ends = open & static_cast<Cells>(random.next() | random.next());
  return {ends, open, random_hand(random, 6), random.below(3)};
}
Packing answer(const Ask& ask) { return packer().best(ask.ends, ask.open, ask.hand, ask.lone); }
std::string text(const Ask& ask) {
  return "ends " + ::text(ask.ends) + " open " + ::text(ask.open) + " hand " +
         std::to_string(ask.hand[kOne]) + "," + std::to_string(ask.hand[kFive]) + "," +
         std::to_string(ask.hand[kTen]) + " lone " + std::to_string(ask.lone);
}

}  // namespace

CLAIM(matchings, "The largest matching is what pairing every cell in every way gives.") {
  for_cases(3000, [](Random& random) {
    const Cells cells = random_cells(random, random.between(1, 18));
    const Shown shown([&] { return text(cells); });
    const int expected = plain_matching(cells);
    CHECK_EQUAL(packer().matching(cells), expected);
    CHECK_EQUAL(packer().matching(cells), expected);
  });
  for (const Cells cells : {kAll, kAll ^ 1u, kAll ^ 2u, Cells{0b01010'10101'01010'10101'01010}})
    CHECK_EQUAL(packer().matching(cells), Packer().matching(cells));
  CHECK_EQUAL(packer().matching(kAll), 12);
}

CLAIM(best_packings,
      "The best packing is worth what laying tiles in every way gives, and can be laid.") {
  for_cases(2000, [](Random& random) {
    const Ask ask = random_ask(random);
    const Shown shown([&] { return text(ask); });
    std::set<Counts> all;
    std::set<std::pair<std::array<Cells, 2>, Counts>> seen;
    lay_everything(ask.ends, ask.open, ask.hand, ask.lone, {}, seen, all);
    int most = 0;
    for (const auto& [tens, fives, ones] : all) most = std::max(most, 10 * tens + 5 * fives + ones);
    for (int again = 0; again < 2; ++again) {
      const Packing best = answer(ask);
      CHECK_EQUAL(best.value(), most);
      CHECK(all.contains({best.tens, best.fives, best.ones}));
    }
  });
}

CLAIM(caches_change_nothing,
      "An answer from a cache warm with thousands of other packings, on few cells and on many, is "
      "the answer of a new packer.") {
  const auto any = [](Random& random) {
    const Cells open = static_cast<Cells>(random.next() | random.next()) & kAll;
    const Cells ends = open & static_cast<Cells>(random.next() | random.next());
    Reserve hand{};
    for (auto& held : hand.held) held = static_cast<std::uint8_t>(random.below(5));
    return Ask{random.chance(50) ? ends : open, open, hand, random.below(3)};
  };
  std::vector<Ask> asks;
  for_cases(100, [&](Random& random) {
    Ask ask = any(random);
    for (int i = 0; i < 8; ++i) {
      asks.push_back(ask);
      // Asks that differ only in a hand's counts tempt a cache most.
      random.pick(ask.hand.held) = static_cast<std::uint8_t>(random.one_of({0, 1, 3, 9, 255}));
    }
  });
  for (const Ask& ask : asks) answer(ask);
  for (const Ask& ask : asks) {
    const Shown shown([&] { return text(ask); });
    const Packing warm = answer(ask), first = Packer().best(ask.ends, ask.open, ask.hand, ask.lone);
    CHECK_EQUAL(warm.tens, first.tens);
    CHECK_EQUAL(warm.fives, first.fives);
    CHECK_EQUAL(warm.ones, first.ones);
  }
}

CLAIM(what_kills_leave,
      "What is left of a packing after kills is what playing the kills out in every way leaves.") {
  for_cases(1500, [](Random& random) {
    const Packing packing{static_cast<std::uint8_t>(random.below(3)),
                          static_cast<std::uint8_t>(random.below(3)),
                          static_cast<std::uint8_t>(random.below(3))};
    std::vector<int> tiles;
    for (int i = 0; i < packing.tens; ++i) tiles.push_back(10);
    for (int i = 0; i < packing.fives; ++i) tiles.push_back(5);
    for (int i = 0; i < packing.ones; ++i) tiles.push_back(1);
    const int kills = random.below(5);
    const bool owner_first = random.chance(50);
    const Shown shown([&] {
      return std::to_string(packing.tens) + "," + std::to_string(packing.fives) + "," +
             std::to_string(packing.ones) + " kills " + std::to_string(kills) +
             (owner_first ? ", owner first" : ", owner second");
    });
    CHECK_EQUAL(packing.value_after_kills(kills, owner_first),
                plain_rest(tiles, kills, owner_first));
  });
}
