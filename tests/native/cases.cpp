#include "cases.hpp"

#include <algorithm>

#include "reference.hpp"

using namespace steppe;

namespace {

bool on_board(int x, int y, int width, int height) {
  return x >= 0 && y >= 0 && x < width && y < height;
}

Cells rectangle(int width, int height) {
  Cells cells = 0;
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y) cells |= Cells{1} << (5 * y + x);
  return cells;
}

Cells random_subset(Random& random, Cells cells, int percent) {
  Cells kept = 0;
  each(cells, [&](std::uint8_t cell) {
    if (random.chance(percent)) kept |= Cells{1} << cell;
  });
  return kept;
}

Cells thinned(Random& random, Cells cells, int most) {
  while (count(cells) > most) cells &= ~(Cells{1} << random.below(kCells));
  return cells;
}

}  // namespace

Cells random_cells(Random& random, int most) {
  if (random.chance(50)) {
    const int width = random.between(1, 5), height = random.between(1, 5);
    const int right = random.below(6 - width), up = random.below(6 - height);
    return thinned(random, rectangle(width, height) << (5 * up + right), most);
  }
  Cells cells = 0;
  for (int tries = random.between(1, most); tries; --tries) {
    const int x = random.below(5), y = random.below(5);
    const int dx = random.below(2), length = random.between(1, 3);
    for (int i = 0; i < length; ++i)
      if (on_board(x + i * dx, y + i * (1 - dx), 5, 5))
        cells |= Cells{1} << (5 * (y + i * (1 - dx)) + x + i * dx);
  }
  return thinned(random, cells, most);
}

Reserve random_hand(Random& random, int most_tiles) {
  Reserve hand{};
  const std::array<int, 4> weight = {random.below(4), random.below(4), random.below(3),
                                     random.below(3)};
  const int all = weight[0] + weight[1] + weight[2] + weight[3];
  if (!all) return hand;
  for (int tiles = random.between(0, most_tiles); tiles; --tiles) {
    int which = random.below(all), tile = 0;
    while (which >= weight[static_cast<std::size_t>(tile)])
      which -= weight[static_cast<std::size_t>(tile++)];
    ++hand.held[static_cast<std::size_t>(tile)];
  }
  return hand;
}

LastLevel random_last_level(Random& random, int most_cells, int most_tiles) {
  for (;;) {
    LastLevel state{};
    const int lone_cells = random.chance(50) ? random.below(most_cells) : 0;
    if (lone_cells < most_cells && random.chance(90))
      state.open = random_cells(random, most_cells - lone_cells);
    const int mine = random.one_of({0, 30, 60, 90, 100});
    const int theirs = random.one_of({0, 30, 60, 90, 100});
    state.mine = random_subset(random, state.open, mine);
    state.theirs = random_subset(random, state.open, theirs);
    if (random.chance(30)) state.theirs = state.open & ~state.mine;
    for (int i = 0; i < lone_cells; ++i) ++random.pick(state.lone);
    state.me = random_hand(random, most_tiles);
    state.other = random_hand(random, most_tiles);
    if (plain(state).can_place(0)) return state;
  }
}

Position random_position(Random& random, int levels, int most_cells, int most_tiles) {
  for (;;) {
    Position position{};
    const Cells cells = random_cells(random, most_cells);
    position.open = random_subset(random, cells, random.one_of({20, 50, 80, 100}));
    const int neutral = random.one_of({0, 20, 50, 100});
    each(cells, [&](std::uint8_t cell) {
      const bool both = random.chance(neutral);
      const int player = random.below(2);
      const bool empty = (position.open >> cell & 1) != 0;
      for (int p = 0; p < 2; ++p) {
        if (!both && p != player) continue;
        (empty ? position.usable : position.laid)[static_cast<std::size_t>(p)] |= Cells{1} << cell;
      }
      // What a filled cell lies on must not matter.
      if (!empty) random.pick(position.usable) |= Cells{1} << cell;
    });
    for (Reserve& reserve : position.reserve) reserve = random_hand(random, most_tiles);
    position.levels = static_cast<std::uint8_t>(levels);
    position.level = static_cast<std::uint8_t>(random.between(1, levels));
    position.settle(random.below(2), random.below(2));
    if (position.mover != kNobody) return position;
  }
}

Position random_start(Random& random, int levels, int most_cells, int most_tiles) {
  for (;;) {
    const int width = random.between(1, 5), height = random.between(1, 5);
    if (width * height > most_cells) continue;
    const Cells board = rectangle(width, height);
    const Position position = start(width, height, levels, random_hand(random, most_tiles),
                                    random_subset(random, board, random.one_of({0, 0, 20, 50})));
    if (position.mover != kNobody) return position;
  }
}

Position start(int width, int height, int levels, Reserve hand, Cells neutral) {
  const Cells board = rectangle(width, height);
  Position position{board & ~neutral,
                    {board, board},
                    {neutral, neutral},
                    {hand, hand},
                    kNobody,
                    1,
                    static_cast<std::uint8_t>(levels)};
  position.settle(0, 1);
  return position;
}

Position standard_start() { return start(5, 5, 3, Reserve{{15, 5, 3, 3}}, Cells{1} << 12); }

const Packer& packer() {
  static const Packer shared;
  return shared;
}

std::string text(Cells cells) {
  std::string text;
  for (int row = 4; row >= 0; --row) {
    for (int column = 0; column < 5; ++column)
      text += (cells >> (5 * row + column) & 1) != 0 ? '#' : '.';
    if (row) text += '/';
  }
  return text;
}

namespace {
std::string text(const std::array<std::uint8_t, 4>& counts) {
  std::string text;
  for (const int number : counts) {
    if (!text.empty()) text += ',';
    text += std::to_string(number);
  }
  return text;
}
}  // namespace

std::string text(const LastLevel& state) {
  return "open " + text(state.open) + " mine " + text(state.mine) + " theirs " +
         text(state.theirs) + " lone " + text(state.lone) + " me " + text(state.me.held) +
         " other " + text(state.other.held);
}

std::string text(const Position& position) {
  return "open " + text(position.open) + " usable " + text(position.usable[0]) + " " +
         text(position.usable[1]) + " laid " + text(position.laid[0]) + " " +
         text(position.laid[1]) + " hands " + text(position.reserve[0].held) + " " +
         text(position.reserve[1].held) + " mover " + std::to_string(position.mover) + " level " +
         std::to_string(position.level) + " of " + std::to_string(position.levels);
}

std::array<int, 15> all_of(const LastLevel& state) {
  std::array<int, 15> all{static_cast<int>(state.open), static_cast<int>(state.mine),
                          static_cast<int>(state.theirs)};
  std::copy(state.lone.begin(), state.lone.end(), all.begin() + 3);
  std::copy(state.me.held.begin(), state.me.held.end(), all.begin() + 7);
  std::copy(state.other.held.begin(), state.other.held.end(), all.begin() + 11);
  return all;
}
