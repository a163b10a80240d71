// How many points one player can still lay on a level, alone: an upper bound on what they will.
//
// The best packing takes tens, fives and ones from a reserve. Fives before ones is right, since a
// five scores more than two ones and fits wherever they do; how many fives fit is a maximum
// matching. Tens are not greedy (one ten can destroy three fives), so every set of them is tried.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board.hpp"

namespace steppe {

// What a packing is made of. Its value is in units (faces, not yet times the level).
struct alignas(4) Packing {
  std::uint8_t tens = 0, fives = 0, ones = 0;

  int value() const { return 10 * tens + 5 * fives + ones; }

  // What is left of the value when an opponent spoils `kills` of the tiles, one a turn, always
  // the dearest left, while the owner lays one a turn, always the dearest left. `owner_first`
  // says who begins. See `guarantee` in last_level.cpp.
  int value_after_kills(int kills, bool owner_first) const {
    int rest = value();
    for (int i = owner_first ? 1 : 0; kills > 0 && i < tens + fives + ones; i += 2, --kills)
      rest -= i < tens ? 10 : i < tens + fives ? 5 : 1;
    return rest;
  }
};

class Packer {
 public:
  Packer();
  // For another thread: the matchings that either has found serve both.
  explicit Packer(const Packer& other);

  // The largest number of fives that fit into the cells.
  int matching(Cells cells) const;

  // The best packing with ends in `ends` and tens' middles in `open`; `lone` more cells take ones.
  Packing best(Cells ends, Cells open, const Reserve& reserve, int lone = 0) const;

 private:
  struct Cached {
    std::uint64_t key;
    Packing packing;
  };
  using Matching = std::atomic<std::uint8_t>;
  void try_tens(Cells ends, Cells open, Cells lying, Cells standing, int tens, int laid, int fives,
                int ones, Packing& best) const;
  // Finds a packing that may have tens, and keeps it in the cache.
  Packing with_tens(std::uint64_t key, Cells ends, Cells open, Cells lying, Cells standing,
                    int tens, int fives, int ones) const;
  Packing without_tens(Cells ends, int fives, int ones) const;

  // One byte a set of cells: the matching plus one, 0 while unknown. Filled as it is asked for,
  // so that only the pages in use take memory. Threads that share it all write the same.
  std::shared_ptr<Matching[]> matching_;
  mutable std::vector<Cached> cache_;
};

}  // namespace steppe
