// What a search leaves to another that goes on with it: the entries of its tables that were
// dearest to find. Each is proved by itself, under its complete key, so any selection is sound;
// what is left out costs no more than to be found again. Keys mean the same only for searches of
// the same root, with the same techniques, by the same version of this code.
//
// As bytes an entry is, with the lowest byte of each number first,
//
//     key.low (8) | key.high (8) | lower (2) | upper (2) | move (1) | effort (1)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bounds.hpp"
#include "table.hpp"

namespace steppe {

struct Remembered {
  Key key;
  Entry entry;
  std::uint8_t effort;
  bool operator==(const Remembered&) const = default;
};

// At most so many entries, those of the most effort, the cheapest first; of equal effort, those
// that come first in the table.
inline std::vector<Remembered> dearest(const Table& table, std::size_t most) {
  std::vector<Remembered> found;
  if (most == 0) return found;
  int least = 0;  // so many entries of at least this effort are not known yet
  const auto cut = [&] {
    std::stable_sort(found.begin(), found.end(), [](const Remembered& a, const Remembered& b) {
      return a.effort > b.effort;
    });
    if (found.size() < most) return;
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(most), found.end());
    least = found.back().effort + 1;
  };
  table.each([&](const Key& key, const Entry& entry, std::uint8_t effort) {
    if (effort < least) return;
    found.push_back({key, entry, effort});
    if (found.size() >= 2 * most) cut();
  });
  cut();
  std::reverse(found.begin(), found.end());
  return found;
}

// Adds them to a table. Where it has too little room, the last ones stay: the dearest.
inline void restore(Table& table, const std::vector<Remembered>& entries) {
  for (const auto& [key, entry, effort] : entries)
    table.store(key, entry.bounds, entry.move, effort ? std::uint64_t{1} << (effort - 1) : 0);
}

inline constexpr std::size_t kRememberedBytes = 22;

inline std::string to_bytes(const std::vector<Remembered>& entries) {
  std::string bytes;
  bytes.reserve(entries.size() * kRememberedBytes);
  const auto put = [&](std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xFF));
  };
  for (const auto& [key, entry, effort] : entries) {
    put(key.low, 8);
    put(key.high, 8);
    put(static_cast<std::uint16_t>(entry.bounds.lower), 2);
    put(static_cast<std::uint16_t>(entry.bounds.upper), 2);
    put(entry.move, 1);
    put(effort, 1);
  }
  return bytes;
}

// Throws std::invalid_argument for what cannot be entries.
inline std::vector<Remembered> from_bytes(std::string_view bytes) {
  if (bytes.size() % kRememberedBytes) throw std::invalid_argument("a part of an entry is missing");
  std::vector<Remembered> entries(bytes.size() / kRememberedBytes);
  std::size_t at = 0;
  const auto take = [&](int size) {
    std::uint64_t number = 0;
    for (int i = 0; i < size; ++i)
      number |= std::uint64_t{static_cast<unsigned char>(bytes[at++])} << 8 * i;
    return number;
  };
  for (Remembered& remembered : entries) {
    remembered.key.low = take(8);
    remembered.key.high = take(8);
    remembered.entry.bounds.lower = static_cast<std::int16_t>(take(2));
    remembered.entry.bounds.upper = static_cast<std::int16_t>(take(2));
    remembered.entry.move = static_cast<std::uint8_t>(take(1));
    remembered.effort = static_cast<std::uint8_t>(take(1));
    if (remembered.effort > 64) throw std::invalid_argument("an effort that no search can take");
  }
  return entries;
}

}  // namespace steppe
