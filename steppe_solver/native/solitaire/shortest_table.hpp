// The nodes of a best-first search in bounded memory: a table by position, and queues of those that wait.
//
// An entry is 48 bytes, and each has a third more than one slot of 4 bytes in the hash table. A queue is
// a list linked in both directions through the entries, so that a node waits in one place at most and
// the queues need nothing beyond their heads.
//
//     three words of the key (shortest_position.hpp)
//     down (28) | frozen (4)     parent (32)     next (32)     previous (32)
//     moves (9) | estimate (9) | leaves (3 x 15) | waiting (1)
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "shortest_moves.hpp"

namespace steppe::solitaire::shortest {

inline constexpr std::uint32_t kNoNumber = ~std::uint32_t{0};
inline constexpr int kMostNoted = 0x1FF;  // moves and estimates

class Table {
 public:
  class Entry {
   public:
    Packed key() const { return {{words_[0], words_[1], words_[2], down_}}; }
    Leaves leaves() const;
    std::uint32_t parent() const { return parent_; }
    unsigned frozen() const { return frozen_; }
    int moves() const { return static_cast<int>(moves_); }
    int estimate() const { return static_cast<int>(estimate_); }
    bool waiting() const { return waiting_; }

   private:
    friend class Table;
    std::uint64_t words_[3];
    std::uint32_t down_ : 28, frozen_ : 4;
    std::uint32_t parent_, next_, previous_;
    std::uint64_t moves_ : 9, estimate_ : 9, leaves_ : 45, waiting_ : 1;
  };

  // Takes at most so many bytes, but room for a thousand nodes at least, and only as it is filled.
  // Throws std::bad_alloc where there are not so many.
  explicit Table(std::size_t bytes);

  void clear();
  bool full() const { return size_ == capacity_; }
  // The number of the node at this position, or kNoNumber.
  std::uint32_t find(const Packed& key) const;
  // Adds a node at a new position, which does not wait yet; there must be room.
  std::uint32_t add(const Node& node, int moves, std::uint32_t parent);
  // Changes what is known of how a node was reached.
  void reach(std::uint32_t number, const Node& node, int moves, std::uint32_t parent);
  void weaken(std::uint32_t number, unsigned frozen, const Leaves& leaves);
  const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
  Node node(const Ground& board, std::uint32_t number) const;

  // Lets a node wait in the queue with that number, as the first, and no more in any other.
  void wait(std::uint32_t number, int estimate, std::size_t queue);
  void wait(std::uint32_t number, int estimate) { wait(number, estimate, static_cast<std::size_t>(estimate)); }
  // The first node of a queue, or kNoNumber.
  std::uint32_t first(std::size_t queue) const {
    return queue < heads_.size() ? heads_[queue] : kNoNumber;
  }
  std::size_t queues() const { return heads_.size(); }
  void wait_no_more(std::uint32_t number);

 private:
  std::uint64_t start(const Packed& key) const;

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  // Both come from the system as pages that cost nothing before they are touched.
  std::unique_ptr<Entry[], Free> entries_;
  std::unique_ptr<std::uint32_t[], Free> slots_;  // numbers of entries + 1, or 0
  std::uint32_t capacity_ = 0, size_ = 0;
  std::uint64_t slot_count_ = 0;
  std::vector<std::uint32_t> heads_;
};

static_assert(sizeof(Table::Entry) == 48);

}  // namespace steppe::solitaire::shortest
