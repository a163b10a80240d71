#include "solver.hpp"

#include <utility>

#include "line.hpp"

namespace steppe::solitaire {

namespace {

// Most games that can be won are won soon if begun well. So the search first tries its luck a few
// times, each time with another mind, before it settles down to look everywhere.
struct Attempt {
  std::uint64_t nodes;
  Taste taste;
};

constexpr Attempt kAttempts[] = {
    {300, {}},
    {1000, {.noise = 8}},
    {3000, {.noise = 16}},
    {10000, {.noise = 10}},
    {30000, {.noise = 20}},
};

// After the first of them it is time to see whether it is lost even with a free stock.
constexpr std::uint64_t kRelaxedNodes = 20000;

}  // namespace

Answer Solver::solve(const Game& game, const Control::Limits& limits, Control::Tick stop) {
  game.check();
  const Board board(game);
  Layout root = make_layout(board, game);
  settle(board, root, [](Card, Goal, Play) {});
  Control control(limits, std::move(stop));
  Board relaxed = board;
  relaxed.variant.draw = 1;
  relaxed.variant.recycles = kUnlimited;
  relaxed.free_stock = true;
  Search relaxed_search(relaxed, seen_relaxed_, control);
  Search search(board, seen_, control, board.free_stock ? nullptr : &relaxed_search);
  Answer answer;
  try {
    std::uint64_t seed = 1;
    for (const auto& [nodes, taste] : kAttempts) {
      answer.outcome = search.run(root, nodes, taste, seed++);
      if (answer.outcome != Outcome::kUnknown) break;
      if (nodes == kAttempts[1].nodes && search.lost_relaxed(root, kRelaxedNodes)) {
        answer.outcome = Outcome::kUnwinnable;
        break;
      }
    }
    if (answer.outcome == Outcome::kUnknown)
      answer.outcome = search.run(root, Control::kNever, {}, seed);
  } catch (const Stopped&) {
    answer.outcome = Outcome::kUnknown;
  }
  if (answer.outcome == Outcome::kWinnable) answer.line = single_moves(board, game, search.line());
  answer.nodes = control.nodes();
  answer.seconds = control.seconds();
  answer.interrupted = control.interrupted();
  return answer;
}

}  // namespace steppe::solitaire
