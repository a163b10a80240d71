// Moves that keep a value which is known to be there: what a written proof consists of.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "control.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"

namespace steppe {

class Keeper {
 public:
  // Called now and then while it searches; true stops the search with Stopped.
  using Stop = std::function<bool()>;

  // For positions that can be reached from `root`. `table_bytes` for all tables together.
  Keeper(const Position& root, std::size_t table_bytes, Stop stop);

  // A move after which the mover is proved to get at least `target` points more than the opponent
  // from here on; nothing if no move does. Throws Stopped.
  std::optional<Move> keeping(const Position& position, int target);

 private:
  Packer packer_;
  Table upper_levels_, last_level_;
  Control control_;
  Search search_;
};

}  // namespace steppe
