// The search over all levels. Values are in points, to go, for the player to move.
#pragma once

#include <array>
#include <cstdint>

#include "bounds.hpp"
#include "control.hpp"
#include "forced.hpp"
#include "last_level.hpp"
#include "null_window.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "table.hpp"
#include "techniques.hpp"

namespace steppe {

// The same game with the mover as player 0 and the cells turned to the chosen symmetric image.
// The support of a filled cell no longer matters and is dropped.
Position canonical(const Position& position, const Techniques& use = {});

// Packs the reserves of a position into the bits that its key leaves free: a mixed radix, one more
// than the larger hand of either player at the root for each kind of tile, since hands only shrink.
class ReserveCode {
 public:
  explicit ReserveCode(const Position& root);
  // Do all hands fit? Where not (huge reserves on many levels) positions before the last level
  // are searched without a table.
  bool fits() const { return fits_; }
  std::uint64_t operator()(const std::array<Reserve, 2>& reserves) const;

 private:
  std::array<std::uint64_t, 4> radix_;
  bool fits_;
};

// The engine of the earlier levels, which hands over to the last; see null_window.hpp.
class Search {
 public:
  Search(const Position& root, const Packer& packer, Table& upper_levels, Table& last_level,
         Control& control, const Techniques& use = {});

  // What is known of the value of a position, from its look and from the table. Zero for an
  // ended game.
  Bounds static_bounds(const Position& position) const;
  Bounds known(const Position& position) const;
  // Has the search proved more of the position than is plain to see?
  bool searched(const Position& position) const;
  // Is the value at least beta?
  int search(const Position& position, int beta);
  // A guess at the value, to order moves by and to start from.
  int estimate(const Position& position) const;

  using Node = Child<Position>;
  const Techniques& use() const { return use_; }
  template <class Visit>
  void each_move(const Position& state, Visit visit) const {
    use_.forced ? each_choice(state, visit) : state.each_move(visit);
  }
  Node make_child(const Position& state, Move move, int beta) const;
  void prepare(Node& child) const;
  void look_up(Node& child, int beta) const;
  int descend(const Node& child, int beta);
  bool worth_sharing(const Position& position) const {
    return position.levels - position.level >= 2 || count(position.open) >= kWorthSharing;
  }
  std::uint64_t mark(const Node& child) const;

 private:
  // What a player can hope for, alone, both proved: the most points in all, and the most units on
  // this level.
  struct Hopes {
    int most, here;
  };
  Hopes hopes(const Position& position, int player) const;
  // A guess for ordering, in twentieths of a point.
  int outlook(const Position& position, int player, int here) const;
  Key key(const Position& canonical) const;
  int search_last(const Position& position, int beta);

  // Of open cells, on the last level but one: below, a search is too short to be shared.
  static constexpr int kWorthSharing = 8;

  const Packer& packer_;
  Control& control_;
  const Techniques use_;
  Table nowhere_;
  LastLevelSearch last_;
  ReserveCode code_;
  Table& table_;
};

}  // namespace steppe
