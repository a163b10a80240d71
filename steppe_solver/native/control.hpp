// When to stop: node and time limits and the caller's wish, asked for at every node.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace steppe {

// Thrown out of a search that has to stop for good, or for now to ask something else first. What
// the tables hold stays proved, so that the same search asked again is soon where it was.
struct Stopped {};
struct Paused {};

class Control {
 public:
  using Clock = std::chrono::steady_clock;
  struct Limits {
    std::optional<std::uint64_t> nodes;
    std::optional<double> seconds;
  };
  // Called about twenty times a second; true stops the search.
  using Tick = std::function<bool()>;

  Control(const Limits& limits, Tick tick)
      : limits_(limits), tick_(std::move(tick)), start_(Clock::now()), next_tick_(start_ + kPeriod) {}

  // Counts a node; throws Stopped where a limit has struck.
  void count_node() {
    if (limited_ && limits_.nodes && nodes_ >= *limits_.nodes) throw Stopped{};
    if (nodes_ >= pause_at_) throw Paused{};
    if ((++nodes_ & 0xFF) == 0) look();
  }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  bool interrupted() const { return interrupted_; }

  // Throws Paused at this count of nodes.
  void pause_at(std::uint64_t nodes) { pause_at_ = nodes; }
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  // From here on only the caller's wish stops the search.
  void lift_limits() {
    limited_ = false;
    pause_at_ = kNever;
  }

 private:
  static constexpr auto kPeriod = std::chrono::milliseconds(50);

  void look() {
    const auto now = Clock::now();
    if (now >= next_tick_) {
      next_tick_ = now + kPeriod;
      interrupted_ = interrupted_ || (tick_ && tick_());
    }
    if (interrupted_) throw Stopped{};
    if (limited_ && limits_.seconds &&
        std::chrono::duration<double>(now - start_).count() >= *limits_.seconds)
      throw Stopped{};
  }

  Limits limits_;
  Tick tick_;
  Clock::time_point start_, next_tick_;
  std::uint64_t nodes_ = 0;
  std::uint64_t pause_at_ = kNever;
  bool limited_ = true;
  bool interrupted_ = false;
};

}  // namespace steppe
