// When to stop: node and time limits and the caller's wish, asked for at every node.
#pragma once

#include <algorithm>
#include <atomic>
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

// What one thread of several that search together tells the others; see together.hpp.
class Worker;

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
    if (nodes_ >= pause_at_.load(std::memory_order_relaxed)) throw Paused{};
    if ((++nodes_ & 0xFF) == 0) look();
  }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  bool interrupted() const { return interrupted_; }

  // Throws Paused at this count of nodes. The only thing that another thread may call.
  void pause_at(std::uint64_t nodes) { pause_at_.store(nodes, std::memory_order_relaxed); }
  std::uint64_t pause_at() const { return pause_at_.load(std::memory_order_relaxed); }
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  // How many nodes are left until a pause or the limit.
  std::uint64_t left() const {
    const std::uint64_t limit = limited_ && limits_.nodes ? *limits_.nodes : kNever;
    const std::uint64_t end = std::min(limit, pause_at());
    return end > nodes_ ? end - nodes_ : 0;
  }
  // Counts nodes that were searched elsewhere.
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }

  // While several threads search together: the one that this control is for. Else none.
  Worker* worker() const { return worker_; }
  void work_as(Worker* worker) { worker_ = worker; }

  // From here on only the caller's wish stops the search.
  void lift_limits() {
    limited_ = false;
    pause_at(kNever);
  }

 private:
  static constexpr auto kPeriod = std::chrono::milliseconds(50);

  void look() {
    if (worker_) look_at_others();
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

  void look_at_others();

  Limits limits_;
  Tick tick_;
  Clock::time_point start_, next_tick_;
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> pause_at_ = kNever;
  Worker* worker_ = nullptr;
  bool limited_ = true;
  bool interrupted_ = false;
};

}  // namespace steppe
