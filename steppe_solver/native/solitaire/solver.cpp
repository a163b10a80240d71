#include "solver.hpp"

#include <utility>

#include "line.hpp"

namespace steppe::solitaire {

namespace {

// Most games that can be won are won soon if begun well. So the search first tries its luck: many
// short attempts, each with another mind, find a win sooner than a long one. Then it looks
// everywhere.
struct Attempts {
  int count;
  std::uint64_t nodes;
  Taste taste;
};

constexpr Attempts kFirst[] = {{1, 300, {}}, {4, 500, {.noise = 160}}};
constexpr Attempts kMore[] = {{16, 500, {.noise = 160}}, {10, 3000, {.noise = 160}}};
// Between them it sees whether the game is lost even with a free stock.
constexpr std::uint64_t kRelaxedNodes = 20000;

template <class All>
Outcome try_luck(Search& search, const Layout& root, const All& all, std::uint64_t& seed) {
  for (const auto& [count, nodes, taste] : all)
    for (int i = 0; i < count; ++i)
      if (const Outcome outcome = search.run(root, nodes, taste, seed++);
          outcome != Outcome::kUnknown)
        return outcome;
  return Outcome::kUnknown;
}

Outcome look(Search& search, const Board& board, const Layout& root) {
  std::uint64_t seed = 1;
  Outcome outcome = try_luck(search, root, kFirst, seed);
  if (outcome != Outcome::kUnknown) return outcome;
  if (search.lost_relaxed(root, kRelaxedNodes)) return Outcome::kUnwinnable;
  outcome = try_luck(search, root, kMore, seed);
  if (outcome != Outcome::kUnknown) return outcome;
  // With few recycles a free stock is too much of a relaxation to be asked about everything.
  const Variant& variant = board.variant;
  if (variant.locked && !variant.buffers && variant.recycles == kUnlimited) search.watch();
  return search.run(root, Control::kNever, {}, seed);
}

}  // namespace

Answer Solver::solve(const Game& game, const Control::Limits& limits, Control::Tick stop) {
  game.check();
  const Board board(game);
  Layout root = make_layout(board, game);
  settle(board, root, [](Card, Goal, Play) {});
  Control control(limits, std::move(stop));
  const Board relaxed = board.relaxed();
  Winning aim(board), relaxed_aim(relaxed);
  Search relaxed_search(relaxed, seen_relaxed_, control, relaxed_aim);
  Search search(board, seen_, control, aim, board.free_stock ? nullptr : &relaxed_search);
  Answer answer;
  try {
    answer.outcome = look(search, board, root);
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
