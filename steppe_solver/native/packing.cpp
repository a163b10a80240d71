#include "packing.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace steppe {

namespace {
constexpr std::size_t kCacheBits = 11;
constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
constexpr std::size_t slot(std::uint64_t key) {
  return (key * 0x9E3779B97F4A7C15) >> (64 - kCacheBits);
}
}  // namespace

Packer::Packer()
    : matching_(static_cast<Matching*>(std::calloc(std::size_t{1} << kCells, sizeof(Matching))),
                [](Matching* memory) { std::free(memory); }),
      cache_(std::size_t{1} << kCacheBits, Cached{kNoKey, {}}) {
  if (!matching_) throw std::bad_alloc();
}

Packer::Packer(const Packer& other)
    : matching_(other.matching_), cache_(std::size_t{1} << kCacheBits, Cached{kNoKey, {}}) {}

// The lowest cell has neighbours only to the right and above. If it has any, some maximum matching
// covers it: in one that does not, a neighbour's partner can be exchanged for it. So it is enough
// to try its (at most two) partners.
int Packer::matching(Cells cells) const {
  if (!cells) return 0;
  Matching& known = matching_.get()[cells];
  if (const int found = known.load(std::memory_order_relaxed)) return found - 1;
  const Cells cell = cells & (0 - cells);
  const Cells rest = cells ^ cell;
  const Cells right = rest & (cell & kNotColumnE) << 1;
  const Cells above = rest & cell << kSide;
  int most = 0;
  if (right) most = 1 + matching(rest ^ right);
  if (above && (!right || most < count(cells) / 2)) most = std::max(most, 1 + matching(rest ^ above));
  if (!right && !above) most = matching(rest);
  known.store(static_cast<std::uint8_t>(most + 1), std::memory_order_relaxed);
  return most;
}

Packing Packer::without_tens(Cells ends, int fives, int ones) const {
  const int size = count(ends);
  fives = fives ? std::min(fives, matching(ends)) : 0;
  return {0, static_cast<std::uint8_t>(fives),
          static_cast<std::uint8_t>(std::min(ones, size - 2 * fives))};
}

void Packer::try_tens(Cells ends, Cells open, Cells lying, Cells standing, int tens, int laid,
                      int fives, int ones, Packing& best) const {
  Packing here = without_tens(ends, fives, ones);
  here.tens = static_cast<std::uint8_t>(laid);
  if (here.value() > best.value()) best = here;
  // Each ten more adds 10 at most, and takes cells from the rest.
  for (; lying | standing;) {
    const int more = std::min(tens, count(lying) + count(standing));
    if (here.value() + 10 * more <= best.value()) return;
    Cells cells;
    if (lying) {
      cells = (lying & (0 - lying)) * 0b111;
      lying &= lying - 1;
    } else {
      cells = (standing & (0 - standing)) * 0b1'00001'00001;
      standing &= standing - 1;
    }
    const Cells ends_left = ends & ~cells, open_left = open & ~cells;
    try_tens(ends_left, open_left, lying & tens_lying(ends_left, open_left),
             standing & tens_standing(ends_left, open_left), tens - 1, laid + 1, fives, ones, best);
  }
}

Packing Packer::with_tens(std::uint64_t key, Cells ends, Cells open, Cells lying, Cells standing,
                          int tens, int fives, int ones) const {
  Packing best;
  try_tens(ends, open, lying, standing, tens, 0, fives, ones, best);
  cache_[slot(key)] = {key, best};
  return best;
}

Packing Packer::best(Cells ends, Cells open, const Reserve& reserve, int lone) const {
  const int on_lone = std::min<int>(reserve[kOne], lone);
  const int ones = reserve[kOne] - on_lone;
  Packing best;
  if (const Cells lying = reserve[kTen] ? tens_lying(ends, open) : 0,
      standing = reserve[kTen] ? tens_standing(ends, open) : 0;
      lying | standing) {
    const int some = std::min<int>(ones, count(ends));
    const int fives = std::min<int>(reserve[kFive], kCells / 2);
    const int tens = std::min<int>(reserve[kTen], kCells / 3);
    const std::uint64_t key = ends | std::uint64_t{open} << 25 | std::uint64_t(some) << 50 |
                              std::uint64_t(fives) << 55 | std::uint64_t(tens) << 59;
    const Cached& cached = cache_[slot(key)];
    best = cached.key == key ? cached.packing
                             : with_tens(key, ends, open, lying, standing, tens, fives, some);
  } else {
    best = without_tens(ends, reserve[kFive], ones);
  }
  best.ones = static_cast<std::uint8_t>(best.ones + on_lone);
  return best;
}

}  // namespace steppe
