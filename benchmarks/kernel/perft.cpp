// Move generation and make, beside the least that a program of this kind has to do.
//
//     perft ROUNDS DEPTH SEQUENCES POSITION...
//
//   made     every sequence of DEPTH moves, each position on it made, the last one too
//   copied   as many copies of a position with the changes that no move goes without: a cell
//            filled, marked as the player's, a tile less in hand, the turn passed on
//   counted  the same sequences as `perft` of the core counts them: the last moves are found, but
//            not made
//   stepped  as many copies as that has positions to make, and one step from bit to bit of a mask
//            for each last move
#include <algorithm>
#include <cstdint>

#include "arguments.hpp"
#include "measuring.hpp"
#include "position.hpp"

using namespace steppe;
using measuring::keep;
using measuring::must_equal;
using measuring::unknown;

namespace {

struct Count {
  std::uint64_t made = 0, sequences = 0;
};

void make_all(const Position& position, int depth, Count& count) {
  if (position.mover == kNobody) return;
  position.each_move([&](Move move) {
    Position after = position;
    after.play(move);
    ++count.made;
    if (depth > 1)
      make_all(after, depth - 1, count);
    else {
      keep(after);
      ++count.sequences;
    }
  });
}

void copy_often(const Position& position, std::uint64_t times) {
  const int player = position.mover;
  for (std::uint64_t i = 0; i < times; ++i) {
    Position after = position;
    const Cells cell = after.open & (0 - after.open);
    after.open ^= cell;
    after.laid[player] |= cell;
    after.reserve[player].lay(kOne);
    after.mover = static_cast<std::int8_t>(1 - player);
    keep(after);
  }
}

void step_often(std::uint64_t times) {
  while (times) {
    const auto steps = std::min<std::uint64_t>(times, kCells);
    for (Cells cells = kAll >> (kCells - steps); cells; cells &= cells - 1) unknown(cells);
    times -= steps;
  }
}

}  // namespace

// Whole loops as functions of their own, to count instructions by.
namespace loops {

[[gnu::noinline]] Count made(const Position& position, int depth) {
  Count count;
  make_all(position, depth, count);
  return count;
}
[[gnu::noinline]] void copied(const Position& position, std::uint64_t times) {
  copy_often(position, times);
}
[[gnu::noinline]] std::uint64_t counted(const Position& position, int depth) {
  return perft(position, depth);
}
[[gnu::noinline]] void stepped(const Position& position, std::uint64_t copies,
                               std::uint64_t steps) {
  copy_often(position, copies);
  step_often(steps);
}

}  // namespace loops

int main(int count, char** words) {
  Arguments arguments(count, words);
  const int rounds = static_cast<int>(arguments.next());
  const int depth = static_cast<int>(arguments.next());
  const auto known = static_cast<std::uint64_t>(arguments.next());
  const Position position = arguments.position();

  std::uint64_t all = 0, inner = 0;
  for (int moves = 1; moves <= depth; ++moves) {
    inner = all;
    all += perft(position, moves);
  }
  must_equal("sequences", all - inner, known);
  const auto make = [&] {
    const Count found = loops::made(position, depth);
    must_equal("positions made", found.made, all);
    must_equal("sequences made", found.sequences, known);
    return all;
  };
  const auto copy = [&] {
    loops::copied(position, all);
    return all;
  };
  const auto count_sequences = [&] {
    must_equal("sequences counted", loops::counted(position, depth), known);
    return known;
  };
  const auto step = [&] {
    loops::stepped(position, inner, known);
    return known;
  };
  measuring::take_turns(
      {{"made", make}, {"copied", copy}, {"counted", count_sequences}, {"stepped", step}}, rounds);
}
