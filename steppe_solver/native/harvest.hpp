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
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bounds.hpp"
#include "table.hpp"

namespace steppe {

struct Remembered {
  Key key;
  Entry entry;
  std::uint8_t effort;
  bool operator==(const Remembered&) const = default;

  static constexpr std::size_t kBytes = 22;

  void write(char* to) const {
    const auto put = [&](std::uint64_t number, int size) {
      for (int i = 0; i < size; ++i) *to++ = static_cast<char>(number >> 8 * i & 0xFF);
    };
    put(key.low, 8);
    put(key.high, 8);
    put(static_cast<std::uint16_t>(entry.bounds.lower), 2);
    put(static_cast<std::uint16_t>(entry.bounds.upper), 2);
    put(entry.move, 1);
    put(effort, 1);
  }
  static Remembered read(const char* from) {
    const auto take = [&](int size) {
      std::uint64_t number = 0;
      for (int i = 0; i < size; ++i)
        number |= std::uint64_t{static_cast<unsigned char>(*from++)} << 8 * i;
      return number;
    };
    Remembered read;
    read.key.low = take(8);
    read.key.high = take(8);
    read.entry.bounds.lower = static_cast<std::int16_t>(take(2));
    read.entry.bounds.upper = static_cast<std::int16_t>(take(2));
    read.entry.move = static_cast<std::uint8_t>(take(1));
    read.effort = static_cast<std::uint8_t>(take(1));
    return read;
  }
};

// The logarithm of a number of nodes is at most that.
inline constexpr std::size_t kMostEffort = 64;

// At most so many entries as bytes, those of the most effort, the cheapest first; of equal effort,
// those that come first in the table. It takes no memory but theirs: one pass counts, another
// collects. Others may be at work on the table: what has come up between the passes is left out
// where there is no room for it, and room that nothing has filled is taken out.
inline std::string dearest(const Table& table, std::size_t most) {
  std::array<std::size_t, kMostEffort + 1> room{}, next, end;  // by effort, in entries
  table.each([&](const Key&, const Entry&, std::uint8_t effort) { ++room[effort]; });
  std::size_t kept = 0;
  for (std::size_t effort = room.size(); effort-- > 0;) {
    room[effort] = std::min(room[effort], most - kept);
    kept += room[effort];
  }
  std::size_t place = 0;
  for (std::size_t effort = 0; effort < room.size(); ++effort) {
    next[effort] = place;
    end[effort] = place += room[effort];
  }
  std::string bytes(kept * Remembered::kBytes, '\0');
  table.each([&](const Key& key, const Entry& entry, std::uint8_t effort) {
    if (next[effort] < end[effort])
      Remembered{key, entry, effort}.write(&bytes[Remembered::kBytes * next[effort]++]);
  });
  for (std::size_t effort = room.size(); effort-- > 0;)
    bytes.erase(Remembered::kBytes * next[effort],
                Remembered::kBytes * (end[effort] - next[effort]));
  return bytes;
}

// Adds entries to a table. Where it has too little room, the last ones stay: the dearest. Throws
// std::invalid_argument for what cannot be entries.
inline void restore(Table& table, std::string_view bytes) {
  if (bytes.size() % Remembered::kBytes)
    throw std::invalid_argument("a part of an entry is missing");
  for (std::size_t at = 0; at < bytes.size(); at += Remembered::kBytes) {
    const Remembered remembered = Remembered::read(&bytes[at]);
    if (remembered.effort > kMostEffort)
      throw std::invalid_argument("an effort that no search can take");
    table.store(remembered.key, remembered.entry.bounds, remembered.entry.move,
                remembered.effort ? std::uint64_t{1} << (remembered.effort - 1) : 0);
  }
}

}  // namespace steppe
