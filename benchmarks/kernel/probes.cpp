// The transposition table's look-ups, beside bare loads from random places in as much memory.
//
//     probes ROUNDS MIB PROBES
//
//   found    look-ups of random keys, half of which were stored, none waiting for another
//   ahead    the same as the search does them: the places of a group of keys are fetched ahead
//   read     bare loads, one from a random line of the memory each, none waiting for another
//   chained  look-ups whose next key depends on what was found: of keys that were stored, since
//            where nothing is found the processor guesses so, and does not wait
//   walked   bare loads whose next place depends on what was loaded
//
// Both kinds of memory come from calloc, as the table's does, so from the same size of pages.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "measuring.hpp"
#include "table.hpp"

using namespace steppe;
using measuring::must_equal;

namespace {

constexpr std::uint64_t kGroup = 32;  // about as many as a node of the search has children
constexpr std::uint64_t kAhead = 16;  // when all entries are gone through, unmeasured
constexpr std::size_t kLine = 64;

// Numbers without order, the same ones for the same seed (splitmix64).
std::uint64_t mixed(std::uint64_t z) {
  z *= 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}
// The random number of probe i that depends on what the probes before it have found.
std::uint64_t chained_to(std::uint64_t i, std::int64_t sum) {
  return mixed(i + (static_cast<std::uint64_t>(sum) << 32));
}
std::uint64_t below(std::uint64_t random, std::uint64_t n) { return (random >> 32) * n >> 32; }

// Entry number i: its key, and what is stored under it.
Key key(std::uint64_t i) { return {mixed(i), i}; }
Bounds bounds(std::uint64_t i) {
  const int lower = static_cast<int>(i % 1000);
  return {lower, lower + 1};
}

// A table of which half the slots are filled. `stored[i]` says whether entry i is there still:
// few have had to make room. As many more entries were never stored.
struct Filled {
  Table table;
  std::uint64_t entries = 0, numbers = 0;
  std::vector<bool> stored;

  explicit Filled(std::size_t bytes) : table(bytes) {
    constexpr std::size_t kBucket = 128, kSlots = 5;
    const std::size_t slots = bytes / kBucket * kSlots;
    for (; table.use().entries < slots / 2; ++entries) {
      table.prefetch(key(entries + kAhead));
      table.store(key(entries), bounds(entries), kNoMove, 1);
    }
    must_equal("slots", table.use().slots, slots);
    numbers = 2 * entries;
    stored.resize(numbers);
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < numbers; ++i) {
      table.prefetch(key(i + kAhead));
      const Bounds known = table.find(key(i)).bounds;
      if (known.lower == Table::kLeast) continue;
      if (i >= entries) must_equal("entry never stored", 1, 0);
      must_equal("lower bound", known.lower, bounds(i).lower);
      must_equal("upper bound", known.upper, bounds(i).upper);
      stored[i] = true;
      ++found;
    }
    must_equal("entries found again", found, table.use().entries);
  }

  // What a look-up of the entry has to give.
  int lower(std::uint64_t i) const { return stored[i] ? bounds(i).lower : Table::kLeast; }
};

// As much memory as a table of so many bytes takes, every page of it touched.
struct Bare {
  explicit Bare(std::size_t bytes)
      : lines(bytes / kLine), memory(static_cast<std::byte*>(std::calloc(bytes, 1)), std::free) {
    if (!memory) throw std::bad_alloc();
    for (std::size_t i = 0; i < lines; ++i) memory.get()[i * kLine] = std::byte{1};
  }
  std::byte line(std::uint64_t random) const { return memory.get()[below(random, lines) * kLine]; }

  std::size_t lines;
  std::unique_ptr<std::byte, void (*)(void*)> memory;
};

}  // namespace

namespace loops {

// Each returns the sum of what it has found or loaded with the random numbers from `first` on. No
// two loops have numbers in common, so that none finds in the cache what another has brought there.
std::int64_t found(const Filled& filled, std::uint64_t first, std::uint64_t probes) {
  std::int64_t sum = 0;
  for (std::uint64_t i = first; i < first + probes; ++i)
    sum += filled.table.find(key(below(mixed(i), filled.numbers))).bounds.lower;
  return sum;
}
std::int64_t ahead(const Filled& filled, std::uint64_t first, std::uint64_t probes) {
  std::int64_t sum = 0;
  Key keys[kGroup];
  for (std::uint64_t i = first; i < first + probes; i += kGroup) {
    for (std::uint64_t j = 0; j < kGroup; ++j) {
      keys[j] = key(below(mixed(i + j), filled.numbers));
      filled.table.prefetch(keys[j]);
    }
    for (const Key& each : keys) sum += filled.table.find(each).bounds.lower;
  }
  return sum;
}
std::int64_t chained(const Filled& filled, std::uint64_t first, std::uint64_t probes) {
  std::int64_t sum = 0;
  for (std::uint64_t i = first; i < first + probes; ++i)
    sum += filled.table.find(key(below(chained_to(i, sum), filled.entries))).bounds.lower;
  return sum;
}
std::int64_t read(const Bare& bare, std::uint64_t first, std::uint64_t probes) {
  std::int64_t sum = 0;
  for (std::uint64_t i = first; i < first + probes; ++i)
    sum += static_cast<std::int64_t>(bare.line(mixed(i)));
  return sum;
}
std::int64_t walked(const Bare& bare, std::uint64_t first, std::uint64_t probes) {
  std::int64_t sum = 0;
  for (std::uint64_t i = first; i < first + probes; ++i)
    sum += static_cast<std::int64_t>(bare.line(chained_to(i, sum)));
  return sum;
}

}  // namespace loops

int main(int count, char** words) {
  Arguments arguments(count, words);
  const int rounds = static_cast<int>(arguments.next());
  const std::size_t bytes = static_cast<std::size_t>(arguments.next()) << 20;
  const std::uint64_t probes = static_cast<std::uint64_t>(arguments.next()) / kGroup * kGroup;
  const Filled filled(bytes);
  const Bare bare(bytes);

  // A loop of look-ups, and what it has to find.
  std::uint64_t first = 0;
  const auto looked_up = [&](auto loop, bool in_chain) {
    std::int64_t sum = 0;
    std::uint64_t hits = 0;
    for (std::uint64_t i = first; i < first + probes; ++i) {
      const std::uint64_t number = in_chain ? below(chained_to(i, sum), filled.entries)
                                            : below(mixed(i), filled.numbers);
      sum += filled.lower(number);
      hits += filled.stored[number];
    }
    const std::uint64_t from = std::exchange(first, first + probes);
    return [&filled, probes, loop, from, sum, hits] {
      const TableUse before = filled.table.use();
      must_equal("sum of bounds found", loop(filled, from, probes), sum);
      const TableUse after = filled.table.use();
      must_equal("probes", after.probes - before.probes, probes);
      must_equal("hits", after.hits - before.hits, hits);
      return probes;
    };
  };
  const auto loaded = [&](auto loop) {
    const std::uint64_t from = std::exchange(first, first + probes);
    return [&bare, probes, loop, from] {
      must_equal("sum of lines", loop(bare, from, probes), probes);
      return probes;
    };
  };
  measuring::take_turns({{"found", looked_up(loops::found, false)},
                         {"ahead", looked_up(loops::ahead, false)},
                         {"read", loaded(loops::read)},
                         {"chained", looked_up(loops::chained, true)},
                         {"walked", loaded(loops::walked)}},
                        rounds);
}
