#include "team.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

namespace steppe {

// On cache lines of its own, as is each Part below: threads write to theirs at every node.
struct alignas(64) Team::Helper {
  explicit Helper(const Lead& lead)
      : packer(lead.packer),
        search(lead.root, packer, upper_levels, last_level, control, lead.use) {}

  Packer packer;
  Table upper_levels{0}, last_level{0};
  Control control{Control::Limits{}, nullptr};
  Search search;
};

int Team::search(const Position& position, int beta) {
  Control& control = lead_.control;
  if (threads_.number == 1) return lead_.search.search(position, beta);
  const std::uint64_t pause = control.pause_at();
  if (control.left() > threads_.alone) {
    control.pause_at(control.nodes() + threads_.alone);
    try {
      const int answer = lead_.search.search(position, beta);
      control.pause_at(pause);
      return answer;
    } catch (const Paused&) {
      control.pause_at(pause);
    }
  }
  // Each round takes a node at least, or else makes a table grow.
  const auto number = static_cast<std::uint64_t>(threads_.number);
  while (control.left() > std::max(threads_.alone, number))
    if (const auto answer = round(position, beta, control.left() / number)) return *answer;
  return lead_.search.search(position, beta);
}

std::optional<int> Team::round(const Position& position, int beta, std::uint64_t nodes_each) {
  if (!marks_) {
    marks_ = std::make_unique<Marks>();
    for (int i = 1; i < threads_.number; ++i) helpers_.push_back(std::make_shared<Helper>(lead_));
  }
  struct alignas(64) Part {
    Search& search;
    Control& control;
    Worker worker;
    std::optional<int> answer = {};
    std::exception_ptr error = {};
  };
  const std::uint64_t pause = lead_.control.pause_at();
  const std::size_t room = kRoom * static_cast<std::size_t>(threads_.number);
  lead_.upper_levels.make_room(room, threads_.number);
  lead_.last_level.make_room(room, threads_.number);
  const std::size_t upper = lead_.upper_levels.used(), last = lead_.last_level.used();

  std::vector<Part> parts;
  parts.reserve(static_cast<std::size_t>(threads_.number));
  const auto join = [&](Search& search, Control& control, const Worker& worker) {
    control.pause_at(control.nodes() + nodes_each);
    parts.push_back({search, control, worker});
    control.work_as(&parts.back().worker);
  };
  join(lead_.search, lead_.control,
       Worker(*marks_, nullptr, threads_.number,
              {{{&lead_.upper_levels, upper, upper}, {&lead_.last_level, last, last}}}));
  for (const auto& helper : helpers_) {
    helper->upper_levels.follow(lead_.upper_levels);
    helper->last_level.follow(lead_.last_level);
    join(helper->search, helper->control,
         Worker(*marks_, &nodes_, threads_.number,
                {{{&helper->upper_levels, upper, 0}, {&helper->last_level, last, 0}}}));
  }
  const auto work = [&](Part& part) {
    try {
      part.answer = part.search.search(position, beta);
    } catch (const Paused&) {
      // The round is over; see below.
    } catch (...) {
      part.error = std::current_exception();
    }
    for (Part& each : parts) each.control.pause_at(0);
  };
  std::vector<std::thread> threads;
  threads.reserve(helpers_.size());
  try {
    for (std::size_t i = 1; i < parts.size(); ++i)
      threads.emplace_back([&work, &part = parts[i]] { work(part); });
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do the work.
  }
  work(parts.front());
  for (std::thread& thread : threads) thread.join();

  std::uint64_t nodes = 0;
  for (const auto& helper : helpers_) {
    lead_.upper_levels.leave(helper->upper_levels);
    lead_.last_level.leave(helper->last_level);
    nodes += helper->control.nodes();
  }
  for (Part& part : parts) part.control.work_as(nullptr);
  lead_.control.add_nodes(nodes - std::exchange(added_, nodes));
  lead_.control.pause_at(pause);
  for (const Part& part : parts)
    if (part.error) std::rethrow_exception(part.error);
  for (const Part& part : parts)
    if (part.answer) return part.answer;
  return std::nullopt;
}

}  // namespace steppe
