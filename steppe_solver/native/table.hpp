// The transposition table: proved bounds on the value of positions, under complete keys.
//
// A key is the whole position in 128 bits, so an entry can never speak for another position. An
// entry is 24 bytes, a bucket five of them in two cache lines:
//
//     data: lower (16) | upper (16) | move (8) | effort (8) | generation (16)
//
// `lower` and `upper` bound the value to go for the player to move. `move` reaches `lower` if any
// move is known to; it is a hint until checked. `effort` is the logarithm of the nodes below it.
// Entries of an older generation count as empty: what was solved before never changes an answer,
// and the memory need not be cleared.
//
// A table starts small and grows as it fills: an easy position stays in the processor's cache and
// touches little memory. A bucket is found by multiplying the hash (as a fraction) with their
// number, so that growing keeps the order of entries and works in place, from the end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "board.hpp"
#include "bounds.hpp"

namespace steppe {

struct Key {
  std::uint64_t low, high;
  bool operator==(const Key&) const = default;
};

struct Entry {
  Bounds bounds;
  std::uint8_t move;
  bool operator==(const Entry&) const = default;
};

// How a table was used since it was renewed.
struct TableUse {
  std::uint64_t probes = 0, hits = 0;  // positions looked up, and how many were known
  std::uint64_t cutoffs = 0;           // decided by what was known
  std::uint64_t entries = 0, slots = 0;  // filled, and there to be filled at the present size

  TableUse operator+(const TableUse& other) const {
    return {probes + other.probes, hits + other.hits, cutoffs + other.cutoffs,
            entries + other.entries, slots + other.slots};
  }
};

class Table {
 public:
  // A table of no bytes holds nothing.
  explicit Table(std::size_t bytes)
      : most_buckets_(bytes / sizeof(Bucket)),
        memory_(std::calloc(most_buckets_ + 1, sizeof(Bucket))) {
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (most_buckets_ + 1) * sizeof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), sizeof(Bucket), start, space));
    renew();
  }

  // Forgets everything.
  void renew() {
    if (++generation_ == 0) {
      std::fill_n(table_, most_buckets_, Bucket{});
      generation_ = 1;
    }
    buckets_ = std::min(most_buckets_, kFirstBuckets);
    used_ = 0;
    use_ = {};
  }

  TableUse use() const {
    TableUse use = use_;
    use.entries = used_;
    use.slots = buckets_ * std::size(Bucket{}.slots);
    return use;
  }
  // To be told when what was found here decided a position.
  void count_cutoff() { ++use_.cutoffs; }

  // What is known of the position; without bounds and move where nothing is.
  Entry find(const Key& key) const {
    if (!buckets_) return {{kLeast, kMost}, kNoMove};
    ++use_.probes;
    for (const Slot& slot : bucket(key).slots)
      if (slot.key == key && slot.generation == generation_) {
        ++use_.hits;
        return {{slot.lower, slot.upper}, slot.move};
      }
    return {{kLeast, kMost}, kNoMove};
  }

  // Starts to bring what `find` will read into the processor's cache.
  void prefetch(const Key& key) const {
#if defined(__GNUC__)
    if (!buckets_) return;
    const char* lines = reinterpret_cast<const char*>(&bucket(key));
    __builtin_prefetch(lines);
    __builtin_prefetch(lines + 64);
#else
    static_cast<void>(key);
#endif
  }

  // Adds what has been proved: never loosens a bound. A move is kept only with a better lower
  // bound than before. The entry with the least effort makes room.
  void store(const Key& key, Bounds proved, std::uint8_t move, std::uint64_t nodes) {
    if (!buckets_) return;
    if (used_ > 2 * buckets_ && buckets_ < most_buckets_) grow();
    Slot& slot = slot_for(key);
    const auto effort = static_cast<std::uint8_t>(std::bit_width(nodes));
    const auto lower = static_cast<std::int16_t>(proved.lower);
    const auto upper = static_cast<std::int16_t>(proved.upper);
    if (slot.generation != generation_ || slot.key != key) {
      used_ += slot.generation != generation_;
      slot = {key, lower, upper, move, effort, generation_};
      return;
    }
    if (lower > slot.lower || slot.move == kNoMove) slot.move = move;
    slot.lower = std::max(slot.lower, lower);
    slot.upper = std::min(slot.upper, upper);
    slot.effort = std::max(slot.effort, effort);
  }

  // Calls `visit(key, entry, effort)` for everything that is known.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < buckets_; ++i)
      for (const Slot& slot : table_[i].slots)
        if (slot.generation == generation_)
          visit(slot.key, Entry{{slot.lower, slot.upper}, slot.move}, slot.effort);
  }

  static constexpr int kLeast = std::numeric_limits<std::int16_t>::min();
  static constexpr int kMost = std::numeric_limits<std::int16_t>::max();

 private:
  struct Slot {
    Key key;
    std::int16_t lower, upper;
    std::uint8_t move, effort;
    std::uint16_t generation;
  };
  struct alignas(64) Bucket {
    Slot slots[5];
  };
  static_assert(sizeof(Slot) == 24 && sizeof(Bucket) == 128);
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  static constexpr std::size_t kFirstBuckets = 1024;
  static constexpr std::size_t kGrowth = 8;

  // Where the key is, or else where it may go. Slots fill in order.
  Slot& slot_for(const Key& key) {
    Slot* least = nullptr;
    for (Slot& slot : bucket(key).slots) {
      if (slot.generation != generation_ || slot.key == key) return slot;
      if (!least || slot.effort < least->effort) least = &slot;
    }
    return *least;
  }

  // No entry moves towards the start, so each bucket is emptied before anything can move there.
  void grow() {
    const std::size_t before = buckets_;
    buckets_ = std::min(buckets_ * kGrowth, most_buckets_);
    for (std::size_t i = before; i-- > 0;) {
      const Bucket bucket = std::exchange(table_[i], Bucket{});
      for (const Slot& slot : bucket.slots)
        if (slot.generation == generation_) slot_for(slot.key) = slot;
    }
  }

  Bucket& bucket(const Key& key) const {
    std::uint64_t hash = (key.low ^ std::rotl(key.high * 0x9E3779B97F4A7C15, 32)) *
                         0xD6E8FEB86659FD93;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
    hash ^= hash >> 32;
    // The upper half of hash * buckets, without 128-bit numbers: the table is below 2^32 buckets.
    return table_[(hash >> 32) * buckets_ >> 32];
  }

  std::size_t most_buckets_;
  std::size_t buckets_ = 0;  // in use
  std::size_t used_ = 0;     // slots in use
  std::unique_ptr<void, Free> memory_;
  Bucket* table_;
  std::uint16_t generation_ = 0;
  mutable TableUse use_;
};

}  // namespace steppe
