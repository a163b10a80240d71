// The threads of one call of `solve`, and how they begin and end a question together.
//
// A question that is answered at once is for one thread alone. Then all search it in rounds. A
// round ends for all threads when it ends for one of them: with the answer, by a limit or a wish
// to stop, because a share of nodes is used up, because a table should grow, or by an error. What
// has been proved is in the table, so that the next round is soon where the last one was.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "control.hpp"
#include "packing.hpp"
#include "position.hpp"
#include "search.hpp"
#include "table.hpp"
#include "techniques.hpp"
#include "together.hpp"

namespace steppe {

struct Threads {
  int number = 1;
  std::uint64_t alone = 512;  // questions that take fewer nodes are for one thread
};

class Team {
 public:
  // What the calling thread searches with; the others are given the like.
  struct Lead {
    const Position& root;
    const Packer& packer;
    Table& upper_levels;
    Table& last_level;
    Control& control;
    Search& search;
    const Techniques& use;
  };
  Team(const Lead& lead, const Threads& threads) : lead_(lead), threads_(threads) {}

  // Is the value at least beta? As Search::search, by all threads.
  int search(const Position& position, int beta);
  // Nodes of the other threads that are not in the control yet, since their round is on: rather too
  // few than too many.
  std::uint64_t nodes_elsewhere() const {
    return std::max(nodes_.load(std::memory_order_relaxed), added_) - added_;
  }

 private:
  struct Helper;
  std::optional<int> round(const Position& position, int beta, std::uint64_t nodes_each);

  // Room for so many entries of each thread before a round.
  static constexpr std::size_t kRoom = 1 << 13;

  const Lead lead_;
  const Threads threads_;
  std::unique_ptr<Marks> marks_;
  std::vector<std::shared_ptr<Helper>> helpers_;
  std::atomic<std::uint64_t> nodes_ = 0;  // of the other threads in all rounds, by Worker::kLook
  std::uint64_t added_ = 0;               // those of them that are in the control
};

}  // namespace steppe
