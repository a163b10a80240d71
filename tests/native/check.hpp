// A runner for the native tests: claims that hold or fail, and random cases that can be repeated.
//
//     CLAIM(sums, "Adding is the same in either order.") {
//       for_cases(1000, [](Random& random) {
//         const int a = random.below(9), b = random.below(9);
//         const Shown shown([&] { return std::to_string(a) + " and " + std::to_string(b); });
//         CHECK_EQUAL(a + b, b + a);
//       });
//     }
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <string>

namespace check {

// Makes a claim known to the runner; see CLAIM.
struct Claim {
  Claim(const char* sentence, void (*test)());
};

// Ends the claim that is being tested. The message holds everything that is `Shown`.
[[noreturn]] void fail(const char* file, int line, const std::string& what);

// While it lives, a failure also says what `describe` returns.
class Shown {
 public:
  explicit Shown(std::function<std::string()> describe);
  ~Shown();
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
};

// The same numbers for the same seed on every machine (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  // From 0 to n - 1.
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  int between(int first, int last) { return first + below(last - first + 1); }
  bool chance(int percent) { return below(100) < percent; }
  int one_of(std::initializer_list<int> numbers) {
    return numbers.begin()[below(static_cast<int>(numbers.size()))];
  }
  template <class Container>
  auto& pick(Container& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }

 private:
  std::uint64_t state_;
};

// Calls `test(random)` so many times; each case has its own numbers and is named if it fails.
template <class Test>
void for_cases(int cases, Test test) {
  for (int i = 0; i < cases; ++i) {
    const Shown shown([&] { return "case " + std::to_string(i) + " of " + std::to_string(cases); });
    Random random(static_cast<std::uint64_t>(i) * 0xD1B54A32D192ED03 + 1);
    test(random);
  }
}

template <class A, class B>
void check_equal(const char* file, int line, const char* what, const A& a, const B& b) {
  if (a == b) return;
  std::ostringstream message;
  message << what << ": " << +a << " and " << +b;
  fail(file, line, message.str());
}

}  // namespace check

#define CLAIM(name, sentence)                             \
  static void name();                                     \
  static const check::Claim claim_##name(sentence, name); \
  static void name()
#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : check::fail(__FILE__, __LINE__, #condition))
#define CHECK_EQUAL(a, b) check::check_equal(__FILE__, __LINE__, #a " == " #b, a, b)
