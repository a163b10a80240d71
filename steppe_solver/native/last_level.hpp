// The last level: its state, with everything left out that cannot matter, and its search.
//
// On the last level the owners of filled cells no longer matter, points laid stand apart, and
// everything scales by the number of the level; so values here are in units (faces), to go, for
// the player to move ("me"; the opponent is "other").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "board.hpp"
#include "bounds.hpp"
#include "control.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "table.hpp"
#include "techniques.hpp"

namespace steppe {

// Who may lay a one on a lone cell: bit 0 me, bit 1 the other.
enum Lone : std::uint8_t { kNobodys, kMine, kTheirs, kBoths };

// Cells that a five or ten of either player can still cover are kept by place. All other open
// cells are *lone*: only single-cell tiles can still go there, so that cells with the same
// possible users are interchangeable and their number says everything.
struct LastLevel {
  Cells open, mine, theirs;  // mine and theirs are parts of open
  std::array<std::uint8_t, 4> lone;  // by Lone
  Reserve me, other;

  // The state of a position on its last level, seen by its mover.
  static LastLevel of(const Position& position, const Packer& packer, const Techniques& use = {});

  // Replaces the state by a simpler one of equal value. Proofs in last_level.cpp.
  void simplify(const Packer& packer, const Techniques& use = {});
  // Turns the cells to the chosen one of their symmetric images.
  void turn_to_canonical();
  void swap_sides();

  bool i_can_place() const;
  bool other_can_place() const;
  int my_lone() const { return lone[kMine] + lone[kBoths]; }
  int their_lone() const { return lone[kTheirs] + lone[kBoths]; }
  int open_cells() const { return count(open) + lone[0] + lone[1] + lone[2] + lone[3]; }
  Key key() const;
  // The static bounds on the value. Proofs in last_level.cpp.
  Bounds bounds(const Packer& packer, const Techniques& use = {}) const;

  // Calls `visit(Move)` for one move of each class of equal ones. A single-cell tile that is
  // `standing` goes to a lone cell, and its `cell` is the Lone class.
  template <class Visit>
  void each_move(Visit visit) const {
    each_placement(mine, open, me, visit);
    for (std::uint8_t kind : {kMine, kBoths})
      if (me[kOne] && lone[kind]) visit(Move{kOne, true, kind});
    for (std::uint8_t kind : {kNobodys, kMine, kTheirs, kBoths})
      if (me[kNeutral] && lone[kind]) visit(Move{kNeutral, true, kind});
  }
  void lay(Move move);
};

// The engine of the last level; see null_window.hpp.
class LastLevelSearch {
 public:
  LastLevelSearch(const Packer& packer, Table& table, Control& control, const Techniques& use)
      : packer_(packer), table_(table), control_(control), use_(use) {}

  // What is known of the value of a position (for its mover), from its look and from the table.
  Bounds static_bounds(const Position& position) const;
  Bounds known(const Position& position) const;
  // The same in two steps, so that the table can be read ahead.
  Bounds look(const Position& position, Key& key) const;
  Bounds find(const Key& key) const { return table_.find(key).bounds; }
  // Is the value (for the mover) at least beta?
  int search(const Position& position, int beta);

  using Node = Child<LastLevel>;
  const Techniques& use() const { return use_; }
  template <class Visit>
  void each_move(const LastLevel& state, Visit visit) const {
    std::array<Move, kMostMoves> moves;
    const std::size_t size = moves_to_try(state, moves);
    for (std::size_t i = 0; i < size; ++i) visit(moves[i]);
  }
  Node make_child(const LastLevel& state, Move move, int beta) const;
  void prepare(Node& child) const;
  void look_up(Node& child, int beta) const;
  int descend(const Node& child, int beta);
  bool worth_sharing(const LastLevel& state) const { return state.open_cells() >= kWorthSharing; }
  std::uint64_t mark(const Node& child) const { return mixed(child.key.low, child.key.high); }

 private:
  // How many they are.
  std::size_t moves_to_try(const LastLevel& state, std::array<Move, kMostMoves>& moves) const;

  // Of open cells: below, a search is too short to be shared.
  static constexpr int kWorthSharing = 18;

  const Packer& packer_;
  Table& table_;
  Control& control_;
  const Techniques use_;
};

}  // namespace steppe
