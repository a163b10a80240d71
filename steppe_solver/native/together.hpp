// Several threads that search the same question together, by one table.
//
// All of them search the same tree, in about the same order, and each finds in the table what the
// others have proved. To share the work, a thread marks the child that it searches. The others put
// marked children off: they search the next ones first, and come back to what was put off when
// nothing else is left, by which time the table mostly knows it. The first child is never put off,
// since it most likely decides the node alone. (This is the idea of ABDADA, in the simple form of
// T. Kerrigan, 2013.) So no thread ever waits for another, and which children are put off changes
// nothing but the time it takes: every value is one that this thread has proved itself, from what
// the table says and from what it has searched.
//
// A thread may be below a node that another has decided meanwhile. So each knows the shared nodes
// that it is in, and looks now and then whether the table decides one of them; if so it leaves all
// that is below.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "table.hpp"

namespace steppe {

// A hash of two words.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ b * 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
  return hash ^ hash >> 32;
}

// The children that are being searched, by their marks. A mark that finds no room is left out.
class Marks {
 public:
  bool has(std::uint64_t mark) const {
    for (const auto& slot : bucket(mark))
      if (slot.load(std::memory_order_relaxed) == mark) return true;
    return false;
  }

  // Holds a mark as long as it lives. Others may hold the same.
  class Hold {
   public:
    Hold(Marks& marks, std::uint64_t mark) : slot_(marks.take(mark)) {}
    ~Hold() {
      if (slot_) slot_->store(0, std::memory_order_relaxed);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    std::atomic<std::uint64_t>* slot_;
  };

 private:
  static constexpr std::size_t kBuckets = 1 << 12;
  using Bucket = std::array<std::atomic<std::uint64_t>, 4>;

  const Bucket& bucket(std::uint64_t mark) const { return buckets_[mark % kBuckets]; }
  std::atomic<std::uint64_t>* take(std::uint64_t mark) {
    for (auto& slot : buckets_[mark % kBuckets]) {
      std::uint64_t free = 0;
      if (slot.load(std::memory_order_relaxed)) continue;
      if (slot.compare_exchange_strong(free, mark, std::memory_order_relaxed)) return &slot;
    }
    return nullptr;
  }

  std::vector<Bucket> buckets_ = std::vector<Bucket>(kBuckets);
};

// One of the threads.
class Worker {
 public:
  // A node whose children are shared: "is its value at least beta?"
  struct Shared {
    const Table* table;
    Key key;
    int beta;
  };
  // A table as this thread sees it, and how full it was when the search began.
  struct Filling {
    const Table* table;
    std::size_t before;  // with all threads
    std::size_t own;     // as this thread counts
  };

  // `nodes` counts those of this thread and others, never too many. Null where they are counted
  // otherwise.
  Worker(Marks& marks, std::atomic<std::uint64_t>* nodes, int threads,
         const std::array<Filling, 2>& tables)
      : marks_(marks), nodes_(nodes), threads_(static_cast<std::size_t>(threads)), tables_(tables) {}

  // Calls `search(i)` for each i below `size`, until one returns true. True, unless another thread
  // has decided the node before it was done.
  template <class Mark, class Search>
  bool search_together(const Shared& node, std::size_t size, Mark mark, Search search) {
    const std::size_t depth = inside_.size();
    inside_.push_back(node);
    try {
      in_turn(size, mark, search);
    } catch (const Decided& decided) {
      inside_.resize(depth);
      if (decided.depth < depth) throw;
      return false;
    } catch (...) {
      inside_.resize(depth);
      throw;
    }
    inside_.resize(depth);
    return true;
  }

  // Called after every kLook nodes. Throws Paused where a table should grow.
  void look();
  static constexpr std::uint64_t kLook = 256;

 private:
  // Thrown to the shared node at this depth, which another thread has decided.
  struct Decided {
    std::size_t depth;
  };

  template <class Mark, class Search>
  void in_turn(std::size_t size, Mark mark, Search search) {
    std::array<std::uint8_t, 128> put_off;
    std::size_t left = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t name = mark(i);
      if (i > 0 && marks_.has(name)) {
        put_off[left++] = static_cast<std::uint8_t>(i);
        continue;
      }
      const Marks::Hold hold(marks_, name);
      if (search(i)) return;
    }
    // First what nobody searches any more.
    while (left) {
      std::size_t at = 0;
      while (at < left && marks_.has(mark(put_off[at]))) ++at;
      if (at == left) at = 0;
      const std::size_t i = put_off[at];
      --left;
      for (; at < left; ++at) put_off[at] = put_off[at + 1];
      const Marks::Hold hold(marks_, mark(i));
      if (search(i)) return;
    }
  }

  Marks& marks_;
  std::atomic<std::uint64_t>* nodes_;
  std::size_t threads_;
  std::array<Filling, 2> tables_;
  std::vector<Shared> inside_;
};

}  // namespace steppe
