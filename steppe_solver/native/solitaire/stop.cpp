#include "stop.hpp"

#include <utility>

#include "line.hpp"
#include "solver.hpp"

namespace steppe::solitaire {

CardsUp Solver::cards_up(const Game& game, int beaten, const Control::Limits& limits,
                         Control::Tick stop) {
  game.check();
  const Board board(game), relaxed = board.relaxed();
  Layout root = make_layout(board, game);
  settle(board, root, [](Card, Goal, Play) {});
  Control control(limits, std::move(stop));
  Stopping aim(board, beaten), relaxed_aim(relaxed, beaten);
  Search relaxed_search(relaxed, seen_relaxed_, control, relaxed_aim);
  Search search(board, seen_, control, aim, board.free_stock ? nullptr : &relaxed_search);
  if (board.variant.locked && !board.variant.buffers) search.watch();
  CardsUp answer;
  std::optional<std::vector<Step>> steps;
  try {
    Outcome outcome = search.run(root, Control::kNever, {}, 1);
    while (outcome == Outcome::kWinnable) {
      beaten = std::popcount(plainly_up(board, search.end()));
      steps = search.line();
      outcome = search.go_on();
    }
    answer.complete = true;
  } catch (const Stopped&) {
  }
  if (steps) answer.line = moves_to_stop(board, game, *steps);
  answer.nodes = control.nodes();
  answer.seconds = control.seconds();
  answer.interrupted = control.interrupted();
  return answer;
}

}  // namespace steppe::solitaire
