// Loops beside each other, in turns, so that what else the machine does strikes all of them alike.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace measuring {

// The compiler must have the object in memory here, and must take it for changed afterwards.
template <class Object>
void keep(Object& object) {
  asm volatile("" : : "r"(&object) : "memory");
}
// The compiler must have the number here, and must take it for changed; it may stay in a register.
template <class Number>
void unknown(Number& number) {
  asm volatile("" : "+r"(number));
}

// Ends the program with code 1 unless a figure is what it has to be.
template <class Found, class Known>
void must_equal(const char* what, Found found, Known known) {
  const auto a = static_cast<long long>(found), b = static_cast<long long>(known);
  if (a == b) return;
  std::fprintf(stderr, "WRONG: %s: %lld is not %lld\n", what, a, b);
  std::exit(1);
}

// A loop by name. `run` returns how often it has done the one thing that it is measured by.
struct Loop {
  std::string name;
  std::function<std::uint64_t()> run;
};

inline double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Runs each loop once, unmeasured; then all in turns, so many rounds, each as often in a row as
// takes about kTurn. Prints one line a loop: its name, its count in a turn, and the processor
// seconds of every turn. Without rounds each loop has run just once.
inline void take_turns(const std::vector<Loop>& loops, int rounds) {
  constexpr double kTurn = 0.01;
  struct Turns {
    int repeats = 1;
    std::uint64_t count = 0;
    std::vector<double> seconds;
  };
  std::vector<Turns> all(loops.size());
  const auto run = [](const Loop& loop, int repeats) {
    std::uint64_t count = 0;
    for (int i = 0; i < repeats; ++i) count += loop.run();
    return count;
  };
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const double start = processor_seconds();
    all[i].count = run(loops[i], 1);
    all[i].repeats += static_cast<int>(kTurn / (processor_seconds() - start + kTurn / 1000));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const double start = processor_seconds();
      all[i].count = run(loops[i], all[i].repeats);
      all[i].seconds.push_back(processor_seconds() - start);
    }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    std::printf("%s %llu", loops[i].name.c_str(), static_cast<unsigned long long>(all[i].count));
    for (const double seconds : all[i].seconds) std::printf(" %.6f", seconds);
    std::printf("\n");
  }
}

}  // namespace measuring
