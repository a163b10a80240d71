// The rules of Steppe and its notation for positions, for `brute_force.cpp` alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace brute_force {

using Cells = std::uint32_t;  // a bit for every cell: row * width + column, a1 = bit 0
enum Tile { kOne, kFive, kTen, kNeutral };
inline constexpr std::array<int, 4> kFace = {1, 5, 10, 0};
inline constexpr int kNobody = -1;

// What is said of input that cannot be taken.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A place for a tile: the cells it covers, and those of them that need support of one's own.
struct Place {
  Cells ends, covered;
};

// Images of cells under a symmetry of the board, looked up by eight bits at a time.
using Symmetry = std::array<std::array<Cells, 256>, 4>;

// A moment of a game. Players are 0 (first) and 1 (second); points are kept by the caller.
struct State {
  std::array<Cells, 2> footing;  // empty cells whose support is the player's or neutral
  std::array<Cells, 2> laid;     // filled cells that are the player's or neutral
  std::array<std::array<int, 4>, 2> hand;
  int mover, level;

  // Whatever lies below, it is a player's or neutral: so these are the cells over no hole.
  Cells open() const { return footing[0] | footing[1]; }
};

// The rules, for a board and a number of levels.
struct Game {
  int top;
  std::array<std::vector<Place>, 4> places;
  std::vector<Symmetry> symmetries;

  Game(int width, int height, int levels) : top(levels) {
    const auto bit = [&](int x, int y) { return Cells{1} << (y * width + x); };
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const Cells cell = bit(x, y);
        places[kOne].push_back({cell, cell});
        places[kNeutral].push_back({0, cell});
        for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}}) {
          if (x + dx >= width || y + dy >= height) continue;
          const Cells two = cell | bit(x + dx, y + dy);
          places[kFive].push_back({two, two});
          if (x + 2 * dx >= width || y + 2 * dy >= height) continue;
          const Cells end = bit(x + 2 * dx, y + 2 * dy);
          places[kTen].push_back({cell | end, two | end});
        }
      }
    for (int kind = 0; kind < (width == height ? 8 : 4); ++kind) {
      Symmetry& symmetry = symmetries.emplace_back();
      for (int cell = 0; cell < width * height; ++cell) {
        int x = cell % width, y = cell / width;
        if (kind & 1) x = width - 1 - x;
        if (kind & 2) y = height - 1 - y;
        if (kind & 4) std::swap(x, y);
        for (unsigned byte = 0; byte < 256; ++byte)
          if (byte >> cell % 8 & 1) symmetry[static_cast<unsigned>(cell / 8)][byte] |= bit(x, y);
      }
    }
  }

  // Calls `visit(tile, covered cells)` for every way to lay a tile, large tiles first, until it
  // returns true; returns whether it did.
  template <class Visit>
  bool any_placement(const State& state, int player, Visit visit) const {
    const auto index = static_cast<unsigned>(player);
    const Cells no_footing = ~state.footing[index], not_open = ~state.open();
    for (const Tile tile : {kTen, kFive, kOne, kNeutral})
      if (state.hand[index][tile])
        for (const Place& place : places[tile])
          if (!(place.ends & no_footing) && !(place.covered & not_open))
            if (visit(tile, place.covered)) return true;
    return false;
  }

  bool can_place(const State& state, int player) const {
    return any_placement(state, player, [](Tile, Cells) { return true; });
  }
  int first_able(const State& state, int one, int other) const {
    return can_place(state, one) ? one : can_place(state, other) ? other : kNobody;
  }

  // The state after the mover has laid the tile, with skips and new levels seen to.
  State after(State state, Tile tile, Cells covered) const {
    const int last = state.mover;
    const auto index = static_cast<unsigned>(last);
    for (Cells& cells : state.footing) cells &= ~covered;
    // Nothing stands on the last level: whose its cells are does not matter.
    if (state.level < top) {
      state.laid[index] |= covered;
      if (tile == kNeutral) state.laid[1 - index] |= covered;
    }
    --state.hand[index][tile];
    state.mover = first_able(state, 1 - last, last);
    if (state.mover == kNobody && state.level < top) {
      // If nobody can place there either, nothing will lie there for a further level to stand on.
      state.footing = std::exchange(state.laid, {});
      ++state.level;
      state.mover = first_able(state, last, 1 - last);
    }
    return state;
  }
};

struct Position {
  Game game;
  State state;
  int margin;
};

// The position of a line as the package writes it. Throws Refused.
inline Position read(const std::string& line) {
  const auto must = [&](bool sound) {
    if (!sound) throw Refused("this is no position: " + line);
  };
  std::istringstream words(line);
  const auto number = [&](unsigned most) {
    unsigned found = 0;
    must(static_cast<bool>(words >> found));
    if (found > most) throw Refused("too large: " + std::to_string(found) + " in " + line);
    return static_cast<int>(found);
  };
  State state{};
  std::string text, letter;
  words >> text >> letter;
  constexpr std::array<unsigned, 4> limits = {15, 7, 7, 3};  // of the key in brute_force.cpp
  for (auto& hand : state.hand)
    for (const Tile tile : {kOne, kFive, kTen, kNeutral}) {
      must(tile == kOne || words.get() == ',');
      hand[tile] = number(limits[tile]);
    }
  int margin = number(9999);
  must(words.get() == '-');
  margin -= number(9999);
  std::string letters = "RBN";
  int top = 3;
  for (std::string word; words >> word;) {
    if (word == "dmr")
      letters = "WBN";
    else if (word.starts_with("levels=") && word.size() == 8)
      top = word.back() - '0';
    else
      must(word.starts_with("reserves=") || word.starts_with("start="));
  }
  const std::string first = text.substr(0, text.find('|'));
  const std::size_t width = std::min(first.find('/'), first.size());
  const std::size_t height = (first.size() + 1) / (width + 1);
  must(width && (text.size() + 1) % ((width + 1) * height) == 0);
  if (width * height > 25 || top > 7)
    throw Refused("too large: the board or the levels of " + line);

  std::array<Cells, 2> support;
  support.fill((Cells{1} << width * height) - 1);
  state.level = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t x = i % (width + 1), y = height - 1 - i / (width + 1) % height;
    if (x == width) {
      must(text[i] == (y ? '/' : '|'));
      if (y) continue;
      support = std::exchange(state.laid, {});
      ++state.level;
    } else if (text[i] != '.') {
      const std::size_t owner = letters.find(text[i]);
      must(owner != letters.npos);
      for (const unsigned player : {0U, 1U})
        if (owner != 1 - player) state.laid[player] |= Cells{1} << (y * width + x);
    }
  }
  must(state.level <= top);
  for (const unsigned player : {0U, 1U})
    state.footing[player] = support[player] & ~(state.laid[0] | state.laid[1]);
  if (state.level == top) state.laid = {};
  Game game(static_cast<int>(width), static_cast<int>(height), top);
  must(letter == "-" || letter == letters.substr(0, 1) || letter == "B");
  state.mover = letter == "-" ? kNobody : letter == "B" ? 1 : 0;
  must(state.mover == kNobody ? game.first_able(state, 0, 1) == kNobody
                              : game.can_place(state, state.mover));
  return {std::move(game), state, margin};
}

}  // namespace brute_force
