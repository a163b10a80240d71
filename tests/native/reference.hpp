// A slow twin of the rules and plain minimax, with no bits and no cleverness: what the core is
// measured against. It shares nothing with the core but the names of the tiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "last_level.hpp"
#include "position.hpp"

// A game in progress. Cells are kept in order of their coordinates; holes are left out.
struct PlainGame {
  struct Cell {
    std::int8_t x, y;
    bool filled;
    // By player: an empty cell's support, or a filled cell's owner, is theirs or neutral.
    std::array<bool, 2> marks;
    bool operator==(const Cell&) const = default;
  };
  struct Placement {
    steppe::Tile tile;
    int length;
    std::array<std::size_t, 3> cells;  // numbers of cells, lower end first
  };
  // A list in place: minimax makes too many games for the heap.
  struct Cells {
    std::array<Cell, 32> all;  // the unused ones are all equal
    std::size_t size;
    bool operator==(const Cells&) const = default;

    void push_back(const Cell& cell) { all[size++] = cell; }
    Cell& operator[](std::size_t i) { return all[i]; }
    const Cell& operator[](std::size_t i) const { return all[i]; }
    const Cell* begin() const { return all.data(); }
    const Cell* end() const { return all.data() + size; }
  };

  Cells cells;
  std::array<std::array<int, 4>, 2> hands;  // by player and tile
  int mover;                                // -1 when the game has ended
  int level, levels;

  bool operator==(const PlainGame&) const = default;

  // Calls `visit(Placement)` for each until it returns true; returns whether it has.
  template <class Visit>
  bool any_placement(int player, Visit visit) const;
  std::vector<Placement> placements(int player) const;
  bool can_place(int player) const;
  // Lays a tile of the mover and finds out who is next; returns the points scored.
  int play(const Placement& placement);
  // Gives the turn to `first` or else the other, on this level or the next on which anyone can.
  void pass_turn(int first, int last_placer);
  // Every cell, hand and number, for people and for maps.
  std::string text() const;

 private:
  // The number of the empty cell there; only those after `start` are looked at.
  std::optional<std::size_t> empty_cell_at(int x, int y, std::size_t start) const;
};

// The same game. Lone cells lie far off, each by itself, and "me" is player 0.
PlainGame plain(const steppe::Position& position);
PlainGame plain(const steppe::LastLevel& state);

// The cells of a placement as the core's bits; for games on its 5x5 board.
steppe::Cells bits(const PlainGame& game, const PlainGame::Placement& placement);

// Plain minimax: the value to go for the mover. Remembers what it has valued, nothing else.
class Minimax {
 public:
  // Nothing where the game has more than that many positions.
  std::optional<int> value(const PlainGame& game, std::size_t most_positions = 20000);

 private:
  struct TooLarge {};
  int search(const PlainGame& game);

  std::unordered_map<std::string, int> known_;
  std::size_t most_positions_ = 0;
};
