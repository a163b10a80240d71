// The search and its bounds against plain minimax: every answer is a proof, at every beta, with
// tables of every size and whatever they hold.
#include <algorithm>
#include <vector>

#include "cases.hpp"
#include "reference.hpp"
#include "search.hpp"

using namespace steppe;

namespace {

// A search without limits, with tables of so many bytes.
struct Rig {
  explicit Rig(std::size_t bytes) : upper(bytes), last(bytes), control({}, {}) {}

  Search on(const Position& root) {
    upper.renew();
    last.renew();
    return Search(root, packer(), upper, last, control);
  }

  Table upper, last;
  Control control;
};

// Betas around the value, below and above all margins, in any order.
std::vector<int> some_betas(Random& random, int value) {
  std::vector<int> betas{-5000, 5000};
  for (int beta = value - 5; beta <= value + 6; ++beta) betas.push_back(beta);
  for (int i = 0; i < 4; ++i) betas.push_back(value + random.between(-60, 60));
  for (std::size_t i = betas.size() - 1; i > 0; --i)
    std::swap(betas[i], betas[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
  if (random.chance(20)) std::sort(betas.begin(), betas.end());
  return betas;
}

void check_contract(Search& search, const Position& position, int beta, int value) {
  const Shown shown([&] { return text(position) + " beta " + std::to_string(beta); });
  const int answer = search.search(position, beta);
  if (answer >= beta)
    CHECK(value >= answer);
  else
    CHECK(value <= answer);
}

void check_known(const Search& search, const Position& position, int value) {
  const Shown shown([&] { return text(position); });
  const Bounds known = search.known(position), at_a_glance = search.static_bounds(position);
  CHECK(at_a_glance.lower <= value);
  CHECK(value <= at_a_glance.upper);
  CHECK(known.lower <= value);
  CHECK(value <= known.upper);
  CHECK(known.lower >= at_a_glance.lower && known.upper <= at_a_glance.upper);
  CHECK_EQUAL(search.searched(position), known != at_a_glance);
  const int estimate = search.estimate(position);
  CHECK(known.lower <= estimate && estimate <= known.upper);
}

// Calls `test(random, position, value)` for so many positions, from openings to last moves, of
// games with one to four levels.
template <class Test>
void for_positions(int cases, Test test) {
  Minimax minimax;
  int valued = 0;
  for_cases(cases, [&](Random& random) {
    const int levels = random.between(1, 4);
    const Position position = random.chance(20) ? random_start(random, levels, 6, 4)
                                                : random_position(random, levels, 6, 4);
    const auto value = minimax.value(plain(position), 1500);
    if (!value) return;
    ++valued;
    test(random, position, *value);
  });
  CHECK(valued > cases / 2);
}

// A position that is nearly the same, and has someone to move.
Position neighbour(Random& random, Position position) {
  const Position before = position;
  switch (random.below(5)) {
    case 0:
      position.play([&] {
        std::vector<Move> moves;
        position.each_move([&](Move move) { moves.push_back(move); });
        return random.pick(moves);
      }());
      break;
    case 1:
      std::swap(position.reserve[0], position.reserve[1]);
      break;
    case 2: {
      auto& held = random.pick(random.pick(position.reserve).held);
      held = held ? held - 1 : held + 1;
      break;
    }
    case 3: {
      const Cells cell = Cells{1} << random.below(kCells);
      if (position.open & cell) {
        random.pick(position.usable) |= cell;
      } else {
        const auto players = random.chance(50) ? std::vector{0, 1} : std::vector{random.below(2)};
        for (Cells& laid : position.laid) laid &= ~cell;
        for (const int player : players) position.laid[static_cast<std::size_t>(player)] |= cell;
      }
      break;
    }
    default:
      position.level = static_cast<std::uint8_t>(random.between(1, position.levels));
  }
  if (position.mover != kNobody) position.settle(position.mover, random.below(2));
  return position.mover != kNobody ? position : before;
}

}  // namespace

CLAIM(static_bounds, "The static bounds contain the value, on earlier levels and on the last.") {
  Rig rig(0);
  for_positions(10000, [&](Random&, const Position& position, int value) {
    check_known(rig.on(position), position, value);
  });
}

CLAIM(forced_moves,
      "Before the last level some move of those that are tried is best, and playing on where one "
      "is left leads to a position of the same value, with the points on the way.") {
  Minimax minimax;
  int fewer = 0, played = 0;
  for_cases(6000, [&](Random& random) {
    Position position = random_position(random, random.between(2, 3), 6, 5);
    if (random.chance(70))
      for (Reserve& hand : position.reserve) hand.held[kNeutral] = 0;
    position.settle(position.mover, 0);
    if (position.mover == kNobody || position.last_level()) return;
    const auto value = minimax.value(plain(position), 1500);
    if (!value) return;
    const Shown shown([&] { return text(position); });
    const auto value_after = [&](const Position& after, int points, int player) {
      if (after.mover == kNobody) return points;
      const int rest = *minimax.value(plain(after));
      return points + (after.mover == player ? rest : -rest);
    };
    int best = -kFar, tried = 0, all = 0;
    position.each_move([&](Move) { ++all; });
    each_choice(position, [&](Move move) {
      ++tried;
      Position after = position;
      const int gain = after.play(move);
      best = std::max(best, value_after(after, gain, position.mover));
    });
    CHECK_EQUAL(best, *value);
    CHECK_EQUAL(one_choice(position), tried == 1);
    fewer += tried < all;
    for (const int player : {0, 1}) {
      Position after = position;
      const int points = play_forced(after, player);
      played += !(after == position);
      CHECK_EQUAL(value_after(after, points, player), player == position.mover ? *value : -*value);
    }
  });
  CHECK(fewer > 100);
  CHECK(played > 1000);
}

CLAIM(fail_soft,
      "At every beta an answer of at least beta is a lower bound of the value, any other an upper "
      "bound, and what is known afterwards is true, with no table, tiny tables and large ones.") {
  std::array<Rig, 4> rigs{Rig(0), Rig(128), Rig(1024), Rig(1 << 16)};
  for_positions(2500, [&](Random& random, const Position& position, int value) {
    for (Rig& rig : rigs) {
      Search search = rig.on(position);
      for (const int beta : some_betas(random, value)) {
        check_contract(search, position, beta, value);
        check_known(search, position, value);
      }
    }
  });
}

CLAIM(shared_tables,
      "One search serves hundreds of positions and their neighbours of one game in turn, in one "
      "pair of tables: what is known of one never speaks for another.") {
  Minimax minimax;
  int valued = 0;
  for_cases(100, [&](Random& random) {
    const int levels = random.between(1, 4);
    Position root = standard_start();
    root.levels = static_cast<std::uint8_t>(levels);
    root.reserve[0] = root.reserve[1] = Reserve{{25, 10, 9, 9}};
    Rig rig(std::size_t{1} << random.between(7, 20));
    Search search = rig.on(root);
    Position position = random_position(random, levels, 6, 4);
    for (int i = 0; i < 80; ++i) {
      position = random.chance(20) ? random_position(random, levels, random.between(2, 7), 4)
                                   : neighbour(random, position);
      const auto value = minimax.value(plain(position), 800);
      if (!value) continue;
      ++valued;
      check_known(search, position, *value);
      for (const int beta : {*value, *value + 1, *value + random.between(-9, 9)})
        check_contract(search, position, beta, *value);
      check_known(search, position, *value);
    }
  });
  CHECK(valued > 4000);
}

CLAIM(huge_hands, "Hands too large for the code are searched without a table, and right.") {
  Minimax minimax;
  Rig rig(1 << 16);
  int without = 0, valued = 0;
  for_cases(1000, [&](Random& random) {
    Position position = random_position(random, random.between(1, 3), 4, 3);
    for (Reserve& hand : position.reserve)
      for (auto& held : hand.held)
        held = static_cast<std::uint8_t>(random.one_of({0, 1, 100, 255}));
    position.settle(position.mover, 0);
    if (position.mover == kNobody) return;
    const auto value = minimax.value(plain(position), 2000);
    if (!value) return;
    ++valued;
    without += !ReserveCode(position).fits();
    Search search = rig.on(position);
    for (const int beta : some_betas(random, *value)) {
      check_contract(search, position, beta, *value);
      check_known(search, position, *value);
    }
  });
  CHECK(without > 60);
  CHECK(valued > 500);
}

CLAIM(images_and_colours,
      "In a search that begins at a symmetric position, turned, mirrored and shifted positions, and "
      "those with colours swapped, share their table entries: what was searched of one is known of "
      "all.") {
  Rig rig(1 << 20);
  for_cases(1000, [&](Random& random) {
    const Position position = random_position(random, 2, 6, 3);
    const Shown shown([&] { return text(position); });
    // Of the root a search takes only its hands and its symmetry.
    Position root = start(5, 5, 3, position.reserve[0], 0);
    root.reserve = position.reserve;
    Search search = rig.on(root);
    const int beta = search.estimate(position) + random.between(-1, 2);
    search.search(position, beta);
    Position image = position;
    const bool mirror = random.chance(50), turn = random.chance(50);
    for (Cells* cells :
         {&image.open, &image.usable[0], &image.usable[1], &image.laid[0], &image.laid[1]}) {
      Cells moved = 0;
      each(*cells, [&](std::uint8_t cell) {
        int x = cell % 5, y = cell / 5;
        if (mirror) x = 4 - x;
        if (turn) std::swap(x, y);
        moved |= Cells{1} << (5 * y + x);
      });
      *cells = moved;
    }
    if (random.chance(50)) {
      std::swap(image.usable[0], image.usable[1]);
      std::swap(image.laid[0], image.laid[1]);
      std::swap(image.reserve[0], image.reserve[1]);
      image.mover = static_cast<std::int8_t>(1 - image.mover);
    }
    CHECK(search.known(image) == search.known(position));
  });
}
