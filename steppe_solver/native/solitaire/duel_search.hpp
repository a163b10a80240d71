// What to play in a duel: alpha-beta over all that can be seen, the face-down cards and the stock
// too.
//
// VALUE. A value is of the player to move, in points from there on: what a turn brings less what
// the other player then gets. The end of the game adds kWin to the points for who is ahead, which
// is what the game is about; a drawn end counts a little against the player who thinks. A turn that
// brings nothing and only shifts cards costs kIdle for each such turn in a row (`still`): where
// every draw opens something for the other, shifting cards to and fro would otherwise fill the
// whole horizon.
//
// At the horizon only turns that bring something are followed, kQuiet of them; a player may also
// take nothing there. What is to come is then guessed from who is ahead: the one behind cannot
// answer a pass with a pass, which would end the game, so that who is ahead passes for nothing and
// the other has to draw. The more of the stock is left, the more that brings; a lead of kClear
// points counts in full.
//
// REPETITION. A position that has been is known by its hash, among those before the root and those
// on the way; after a move that cannot be undone none of them can come again, so only the turns
// since then are looked at. Two positions of one hash would only make the search shy of a move: the
// moves at the root are the caller's, who knows the rules in full.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "duel.hpp"

namespace steppe::solitaire {

struct DuelChoice {
  std::optional<Move> move;  // none: the pass
  int value = 0;
  int depth = 0;  // turns looked ahead in full
  std::uint64_t nodes = 0;
};

class DuelSearch {
 public:
  // `seen` has the hashes of all positions that have been, the root too.
  DuelSearch(const Duel& root, std::unordered_set<std::uint64_t> seen)
      : root_(root), seen_(std::move(seen)) {}

  // The best of these turns, deepened turn by turn until so many positions have been looked at or
  // so many turns ahead. The answer is of the last depth that was finished, or of the next where
  // that has found better. The same input gives the same answer.
  DuelChoice choose(const std::vector<std::optional<Move>>& turns, std::uint64_t nodes,
                    int deepest);

  // The value of the root, this many turns ahead; and the same without the table and cutting
  // nothing off.
  int searched_value(int depth);
  int plain_value(int depth);

 private:
  struct Spent {};
  struct Turn {
    Move move{Kind::kDraw};
    bool passes = false;
    int brings = 0;
    int counts = 0;  // what it brings, less what idling costs
  };
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t value = 0;
    std::int8_t depth = -1;
    std::uint8_t bound = 0;  // 1: the value is at least so much, 2: at most, 3: exactly
    Move move{Kind::kDraw};
    bool passes = false;
  };
  struct Turns {
    std::array<Turn, 161> turns;
    int size = 0;
  };

  Turn turn(const Duel& duel, Move move) const;
  bool repeats(const Duel& after, int still) const;
  void list(const Duel& duel, Turns& turns) const;
  int ending(const Duel& duel) const;
  static int lead(const Duel& duel);
  int value(const Duel& duel, int depth, int alpha, int beta);
  int value_of(const Duel& after, int counts, int depth, int alpha, int beta);
  int plain(const Duel& duel, int depth);
  static std::uint64_t key(const Duel& duel);

  Duel root_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::uint64_t> path_;  // hashes from the root to the position in hand
  std::vector<Entry> table_;
  std::uint64_t nodes_ = 0, most_nodes_ = 0;
};

}  // namespace steppe::solitaire
