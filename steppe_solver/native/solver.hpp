// The driver: exact values, or proved bounds where a limit strikes, and a line that shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "harvest.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"
#include "team.hpp"
#include "techniques.hpp"

namespace steppe {

struct Request {
  Position root;
  int margin = 0;             // points on the board, the first player's minus the second's
  bool outcome_only = false;  // only the sign of the final margin is asked for
  bool all_moves = false;     // also the value of every legal move
  Control::Limits limits;
};

// All bounds are on the final margin, first player's minus second's.
struct Answer {
  struct MoveBounds {
    Move move;
    Bounds bounds;
  };
  Bounds value;
  std::vector<Move> line;         // to the end of the game where the value is exact
  std::vector<MoveBounds> moves;  // every legal move
  std::uint64_t nodes = 0;        // searched for the values; reading off the line is not counted
  TableUse tables;  // both together
  double seconds = 0;
  bool interrupted = false;
};

struct Progress {
  std::uint64_t nodes;
  double seconds;
  Bounds value;
  std::vector<Answer::MoveBounds> moves;
};

// What earlier searches have proved of the same root, by the same techniques; see harvest.hpp.
struct Known {
  Bounds value;
  std::vector<Answer::MoveBounds> moves;
  std::uint64_t nodes = 0;  // searched so far
  std::string_view upper_levels, last_level;  // entries of the tables
};

class Solver {
 public:
  // `table_bytes` for all transposition tables together. The value never depends on the number of
  // threads; with several, nodes and lines differ from one call to the next.
  explicit Solver(std::size_t table_bytes, const Techniques& use = {}, const Threads& threads = {});

  // Called now and then while it searches, by the calling thread; true stops the search.
  using Watch = std::function<bool(const Progress&)>;
  // Goes on from what is known, if anything is. Throws std::invalid_argument where that
  // contradicts the position.
  Answer solve(const Request& request, const Watch& watch, const Known* known = nullptr);

  // At most so many of the dearest entries of a table: to be asked for after a search, or by
  // its watch.
  std::string dearest_of_upper_levels(std::size_t most) const {
    return dearest(upper_levels_, most);
  }
  std::string dearest_of_last_level(std::size_t most) const {
    return dearest(last_level_, most);
  }

 private:
  const Techniques use_;
  const Threads threads_;
  Packer packer_;
  Table upper_levels_, last_level_;
};

}  // namespace steppe
