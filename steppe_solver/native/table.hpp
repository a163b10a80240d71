// The transposition table: proved bounds on the value of positions, under complete keys.
//
// A key is the whole position in 128 bits, so an entry can never speak for another position. An
// entry is 24 bytes, three words, and a bucket five of them in two cache lines, with the version:
//
//     data: lower (16) | upper (16) | move (8) | effort (8) | generation (16), from the top
//     bucket: version | key low, key high, data | key low, ...
//
// `lower` and `upper` bound the value to go for the player to move. `move` reaches `lower` if any
// move is known to; it is a hint until checked. `effort` is the logarithm of the nodes below it.
// Entries of an older generation count as empty: what was solved before never changes an answer,
// and the memory need not be cleared.
//
// A table starts small and grows as it fills: an easy position stays in the processor's cache and
// touches little memory. A bucket is found by multiplying the hash (as a fraction) with their
// number, so that growing keeps the order of entries and works in place, from the end.
//
// Several threads may find and store at the same time, each by a Table of its own that shares the
// entries (`follow`), and none ever waits for another. All words are atomic. Who writes makes the
// version of the bucket odd before, and even again after: who finds it odd leaves the bucket alone
// (what was to be stored is lost, which costs time and nothing else), so that there is one writer
// at most. Who reads an entry looks at the version before and after, and takes what was read only
// if that was twice the same, and even. Proof that it then belongs together: say that a word read
// was written by a writer who set the version to an odd v before and to v + 1 after. The word was
// stored with release and loaded with acquire, so v is seen by the second look, or a later version
// is; as that is even, it is v + 1 or later. The first look saw the same, and it was an acquire
// of v + 1 or later, so that all the writer has written was there to be read. This holds for every
// word read; none is older than what was complete at the version, none newer. Versions have 64
// bits and do not come round. Growing and renewing is for one thread alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
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
#include "in_parts.hpp"

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
        memory_(std::calloc(most_buckets_ + 1, sizeof(Bucket)), std::free) {
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (most_buckets_ + 1) * sizeof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), sizeof(Bucket), start, space));
    renew();
  }

  // Forgets everything. Not while others follow.
  void renew() {
    if (++generation_ == 0) {
      for (std::size_t i = 0; i < most_buckets_; ++i) table_[i].clear();
      generation_ = 1;
    }
    buckets_ = std::min(most_buckets_, kFirstBuckets);
    used_ = 0;
    use_ = {};
    grow_beyond_ = beyond();
  }

  TableUse use() const {
    TableUse use = use_;
    use.entries = used_;
    use.slots = buckets_ * std::size(Bucket{}.slots);
    return use;
  }
  // To be told when what was found here decided a position.
  void count_cutoff() { ++use_.cutoffs; }

  // Makes this table another way into the entries of `other`, for another thread; its use is
  // counted from nothing. Until `leave` neither grows.
  void follow(Table& other) {
    most_buckets_ = other.most_buckets_;
    buckets_ = other.buckets_;
    generation_ = other.generation_;
    memory_ = other.memory_;
    table_ = other.table_;
    used_ = 0;
    use_ = {};
    grow_beyond_ = other.grow_beyond_ = kNever;
    shared_ = other.shared_ = true;
  }
  // When the other's thread has ended: its count of use goes to this table, which may grow again.
  void leave(Table& other) {
    used_ += std::exchange(other.used_, 0);
    use_ = use_ + std::exchange(other.use_, {});
    grow_beyond_ = beyond();
    shared_ = false;
  }
  // Before others follow: makes room for so many more entries, as far as there is memory.
  void make_room(std::size_t entries, int threads) {
    while (used_ + entries > beyond()) grow(threads);
  }
  // Entries that are new since `follow` or, where nobody follows, since `renew`.
  std::size_t used() const { return used_; }
  // Is it time to grow, with so many entries?
  bool crowded(std::size_t entries) const { return entries > beyond(); }

  // What is known of the position; without bounds and move where nothing is.
  Entry find(const Key& key) const {
    if (!buckets_) return kUnknown;
    ++use_.probes;
    return look(key, use_.hits);
  }
  // The same, not counted.
  Entry peek(const Key& key) const {
    std::uint64_t hits = 0;
    return buckets_ ? look(key, hits) : kUnknown;
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
    if (used_ > grow_beyond_) grow();
    Bucket& there = bucket(key);
    if (!begin_writing(there)) return;
    Slot& slot = slot_for(there, key);
    const auto effort = static_cast<std::uint8_t>(std::bit_width(nodes));
    const Data old = slot.held();
    if (old.generation() != generation_ || slot.key() != key) {
      used_ += old.generation() != generation_;
      slot.set(key, Data(proved, move, effort, generation_));
    } else {
      const Bounds before{old.lower(), old.upper()};
      const bool better = proved.lower > before.lower || old.move() == kNoMove;
      slot.set(Data(before & proved, better ? move : old.move(), std::max(effort, old.effort()),
                    generation_));
    }
    if (shared_) there.version.fetch_add(1, std::memory_order_release);
  }

  // Calls `visit(key, entry, effort)` for everything that is known, but for buckets to which
  // another thread writes at that moment. What is visited belongs together, as what is found does.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < buckets_; ++i) {
      const Bucket& there = table_[i];
      const std::uint64_t version = there.version.load(std::memory_order_acquire);
      std::array<std::pair<Key, Data>, 5> read;
      for (std::size_t k = 0; k < read.size(); ++k) {
        const Slot& slot = there.slots[k];
        read[k].first.low = slot.low.load(std::memory_order_acquire);
        read[k].first.high = slot.high.load(std::memory_order_acquire);
        read[k].second = Data(slot.data.load(std::memory_order_acquire));
      }
      if (version & 1 || there.version.load(std::memory_order_relaxed) != version) continue;
      for (const auto& [key, data] : read)
        if (data.generation() == generation_)
          visit(key, Entry{{data.lower(), data.upper()}, data.move()}, data.effort());
    }
  }

  static constexpr int kLeast = std::numeric_limits<std::int16_t>::min();
  static constexpr int kMost = std::numeric_limits<std::int16_t>::max();

 private:
  class Data {
   public:
    explicit Data(std::uint64_t word = 0) : word_(word) {}
    Data(Bounds bounds, std::uint8_t move, std::uint8_t effort, std::uint16_t generation)
        : word_(std::uint64_t(static_cast<std::uint16_t>(bounds.lower)) << 48 |
                std::uint64_t(static_cast<std::uint16_t>(bounds.upper)) << 32 |
                std::uint64_t(move) << 24 | std::uint64_t(effort) << 16 | generation) {}

    std::uint64_t word() const { return word_; }
    int lower() const { return static_cast<std::int16_t>(word_ >> 48); }
    int upper() const { return static_cast<std::int16_t>(word_ >> 32); }
    std::uint8_t move() const { return static_cast<std::uint8_t>(word_ >> 24); }
    std::uint8_t effort() const { return static_cast<std::uint8_t>(word_ >> 16); }
    std::uint16_t generation() const { return static_cast<std::uint16_t>(word_); }

   private:
    std::uint64_t word_;
  };
  struct Slot {
    std::atomic<std::uint64_t> low, high, data;

    // For the one who may write.
    Key key() const {
      return {low.load(std::memory_order_relaxed), high.load(std::memory_order_relaxed)};
    }
    Data held() const { return Data(data.load(std::memory_order_relaxed)); }
    void set(const Key& key, Data to) {
      low.store(key.low, std::memory_order_release);
      high.store(key.high, std::memory_order_release);
      set(to);
    }
    void set(Data to) { data.store(to.word(), std::memory_order_release); }
  };
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> version;
    Slot slots[5];

    void clear() {
      for (Slot& slot : slots) slot.set({0, 0}, Data(0));
    }
  };
  static_assert(sizeof(Slot) == 24 && sizeof(Bucket) == 128);
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  static constexpr std::size_t kFirstBuckets = 1024;
  static constexpr std::size_t kGrowth = 8;
  static constexpr std::size_t kAhead = 4;  // buckets, to prefetch
  static constexpr std::size_t kNever = ~std::size_t{0};
  static constexpr Entry kUnknown{{kLeast, kMost}, kNoMove};

  // With more entries than this the table grows.
  std::size_t beyond() const { return buckets_ < most_buckets_ ? 2 * buckets_ : kNever; }

  Entry look(const Key& key, std::uint64_t& hits) const {
    const Bucket& there = bucket(key);
    const std::uint64_t version = there.version.load(std::memory_order_acquire);
    for (const Slot& slot : there.slots) {
      if (slot.low.load(std::memory_order_acquire) != key.low ||
          slot.high.load(std::memory_order_acquire) != key.high)
        continue;
      const Data data(slot.data.load(std::memory_order_acquire));
      if (data.generation() != generation_) continue;
      if (version & 1 || there.version.load(std::memory_order_relaxed) != version) break;
      ++hits;
      return {{data.lower(), data.upper()}, data.move()};
    }
    return kUnknown;
  }

  // False where another thread is writing.
  bool begin_writing(Bucket& there) {
    if (!shared_) return true;
    std::uint64_t version = there.version.load(std::memory_order_relaxed);
    return !(version & 1) &&
           there.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire,
                                                 std::memory_order_relaxed);
  }

  // Where the key is, or else where it may go. Slots fill in order.
  Slot& slot_for(Bucket& bucket, const Key& key) {
    Slot* least = nullptr;
    for (Slot& slot : bucket.slots) {
      if (slot.held().generation() != generation_ || slot.key() == key) return slot;
      if (!least || slot.held().effort() < least->held().effort()) least = &slot;
    }
    return *least;
  }

  // No entry moves towards the start, so from the end on each bucket is emptied before anything can
  // move there. Where the size grows by a whole factor, what is in bucket i moves to the buckets
  // from factor * i to below factor * (i + 1); so of the last `end` buckets those from end / factor
  // on move beyond all that are still to be moved, and no two of them to the same place: several
  // threads can move them at once.
  void grow(int threads = 1) {
    const std::size_t before = buckets_;
    buckets_ = std::min(buckets_ * kGrowth, most_buckets_);
    grow_beyond_ = beyond();
    const auto move = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = end; i-- > begin;) {
        if (i >= begin + kAhead) prefetch_targets(table_[i - kAhead]);
        move_entries(i, i * buckets_ / before);
      }
    };
    std::size_t end = before;
    const std::size_t factor = buckets_ / before;
    while (threads > 1 && buckets_ % before == 0 && end > kFirstBuckets) {
      const std::size_t begin = (end + factor - 1) / factor;
      in_parts(begin, end, threads, move);
      end = begin;
    }
    move(0, end);
  }
  void prefetch_targets(const Bucket& from) const {
    for (const Slot& slot : from.slots)
      if (slot.held().generation() == generation_) prefetch(slot.key());
  }
  // From a bucket to those from `first` on. That one is written to before it is read: memory that
  // was never used is cheaper to come by for writing at once than for reading and then writing.
  void move_entries(std::size_t from, std::size_t first) {
    std::array<std::pair<Key, Data>, 5> held;
    for (std::size_t k = 0; k < held.size(); ++k)
      held[k] = {table_[from].slots[k].key(), table_[from].slots[k].held()};
    table_[from].clear();
    table_[first].version.store(0, std::memory_order_relaxed);
    for (const auto& [key, data] : held)
      if (data.generation() == generation_) slot_for(bucket(key), key).set(key, data);
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
  std::size_t grow_beyond_ = kNever;
  std::shared_ptr<void> memory_;
  Bucket* table_;
  std::uint16_t generation_ = 0;
  bool shared_ = false;  // with other threads, at this time
  mutable TableUse use_;
};

}  // namespace steppe
