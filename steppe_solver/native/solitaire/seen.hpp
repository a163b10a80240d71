// The layouts that the search has been to, in bounded memory and under complete keys.
//
// An entry says: the search was here, with this supply (key.hpp). To come again with no more supply
// is of no use: what could be won from there is won from the first visit or from nowhere (the proof
// stands in search.hpp). Where the table is full the entry farthest from the root makes room; a
// layout that was forgotten is searched again, which costs time and changes no answer.
//
// Three entries of 20 bytes share a line of the cache. The table starts small and grows, and
// entries of an older generation count as empty, so that an easy deal touches little memory and
// nothing need be cleared.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "key.hpp"

namespace steppe::solitaire {

class Seen {
 public:
  explicit Seen(std::size_t bytes)
      : most_(std::max<std::size_t>(bytes / sizeof(Bucket), 2) - 1),
        memory_(std::calloc(most_ + 1, sizeof(Bucket))) {
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t space = (most_ + 1) * sizeof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), sizeof(Bucket), start, space));
    renew();
  }

  // Forgets everything.
  void renew() {
    if (++generation_ > kMostGenerations) {
      std::fill_n(table_, touched_, Bucket{});
      generation_ = 1;
      touched_ = 0;
    }
    buckets_ = std::min(most_, kFirst);
    touched_ = std::max(touched_, buckets_);
    used_ = forgotten_ = 0;
  }

  // Is this the first visit with so much supply? It is noted.
  bool first_visit(const Place& place, int depth) {
    if (used_ > 2 * buckets_ && buckets_ < most_) grow();
    Entry* oldest = nullptr;
    for (Entry& entry : bucket(place.key).entries) {
      if (entry.generation != generation_) {
        ++used_;
        fill(entry, place, depth);
        return true;
      }
      if (entry.key() == place.key) {
        if (entry.supply >= place.supply) return false;
        fill(entry, place, depth);
        return true;
      }
      if (!oldest || entry.depth > oldest->depth) oldest = &entry;
    }
    ++forgotten_;
    fill(*oldest, place, depth);
    return true;
  }

  // Forgets a visit, if it is still known.
  void forget(const Key& key) {
    for (Entry& entry : bucket(key).entries)
      if (entry.generation == generation_ && entry.key() == key) {
        entry.generation = 0;
        --used_;
      }
  }

  std::uint64_t entries() const { return used_; }
  std::uint64_t forgotten() const { return forgotten_; }

 private:
  struct Entry {
    std::uint32_t words[4];
    std::uint32_t supply : 12, depth : 8, generation : 12;
    Key key() const {
      return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
    }
  };
  struct alignas(64) Bucket {
    Entry entries[3];
  };
  static_assert(sizeof(Entry) == 20 && sizeof(Bucket) == 64);
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  static constexpr std::uint32_t kMostGenerations = 0xFFF;
  static constexpr std::size_t kFirst = 1024;
  static constexpr std::size_t kGrowth = 4;

  void fill(Entry& entry, const Place& place, int depth) const {
    const auto [low, high] = place.key;
    entry = {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
              static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)},
             place.supply,
             static_cast<std::uint32_t>(std::min(depth, 255)) & 0xFF,
             generation_ & kMostGenerations};
  }

  // No entry moves towards the start, so each bucket is emptied before anything can move there.
  void grow() {
    const std::size_t before = buckets_;
    buckets_ = std::min(buckets_ * kGrowth, most_);
    touched_ = std::max(touched_, buckets_);
    for (std::size_t i = before; i-- > 0;) {
      const Bucket old = std::exchange(table_[i], Bucket{});
      for (const Entry& entry : old.entries) {
        if (entry.generation != generation_) continue;
        Entry(&entries)[3] = bucket(entry.key()).entries;
        Entry* slot = std::find_if(std::begin(entries), std::end(entries), [&](const Entry& other) {
          return other.generation != generation_;
        });
        // Only where the new size is no multiple of the old can two buckets want one place.
        if (slot != std::end(entries)) *slot = entry;
        else ++forgotten_;
      }
    }
  }

  Bucket& bucket(const Key& key) const {
    std::uint64_t hash = (key.low ^ std::rotl(key.high * 0x9E3779B97F4A7C15, 32)) *
                         0xD6E8FEB86659FD93;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
    hash ^= hash >> 32;
    return table_[(hash >> 32) * buckets_ >> 32];
  }

  std::size_t most_;
  std::size_t buckets_ = 0;  // in use
  std::size_t touched_ = 0;  // that may hold entries of any generation
  std::size_t used_ = 0, forgotten_ = 0;
  std::unique_ptr<void, Free> memory_;
  Bucket* table_;
  std::uint32_t generation_ = 0;
};

}  // namespace steppe::solitaire
