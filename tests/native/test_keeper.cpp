// Moves that keep a value, against plain minimax: with tables of every size, along whole games.
#include <cstddef>
#include <optional>
#include <vector>

#include "cases.hpp"
#include "keeper.hpp"
#include "reference.hpp"

using namespace steppe;

namespace {

// What the mover gets more than the opponent by the move and what follows, as far as it is known.
std::optional<int> value_of(Minimax& minimax, const Position& position, Move move) {
  Position after = position;
  const int gain = after.play(move);
  if (after.mover == kNobody) return gain;
  const std::optional<int> rest = minimax.value(plain(after), 2000);
  if (!rest) return std::nullopt;
  return after.mover == position.mover ? gain + *rest : gain - *rest;
}

// Asks at a position whose value is known; returns the position after the move that keeps it.
Position check_at(Keeper& keeper, Minimax& minimax, const Position& position, int value) {
  const Shown shown([&] { return text(position); });
  CHECK(!keeper.keeping(position, value + 1));
  for (const int target : {value - 7, value}) {
    const std::optional<Move> move = keeper.keeping(position, target);
    CHECK(move.has_value());
    if (const auto kept = value_of(minimax, position, *move)) CHECK(*kept >= target);
  }
  Position after = position;
  after.play(*keeper.keeping(position, value));
  return after;
}

}  // namespace

CLAIM(keeping, "At every position of a game that is played out, the move that is named keeps as "
               "much as there is to keep, and none is named that keeps more.") {
  Minimax minimax;
  int asked = 0;
  for_cases(400, [&](Random& random) {
    Position position = random_position(random, random.between(1, 3), 6, 4);
    if (position.mover == kNobody) return;
    const std::size_t bytes = random.chance(30) ? 0 : std::size_t{1} << random.between(10, 20);
    Keeper keeper(position, bytes, {});
    while (position.mover != kNobody) {
      const auto value = minimax.value(plain(position), 2000);
      if (!value) return;
      position = check_at(keeper, minimax, position, *value);
      ++asked;
    }
  });
  CHECK(asked > 400);
}

CLAIM(stopping_the_keeper, "A search that would never end stops when it is asked to.") {
  Keeper keeper(standard_start(), 1 << 20, [] { return true; });
  bool stopped = false;
  try {
    keeper.keeping(standard_start(), 1);
  } catch (const Stopped&) {
    stopped = true;
  }
  CHECK(stopped);
}
