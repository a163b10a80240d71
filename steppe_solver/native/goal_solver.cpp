#include "goal_solver.hpp"

#include <algorithm>

namespace steppe {

namespace {

// One call of `solve`.
class Run {
 public:
  Run(const GoalRequest& request, GoalSearch& search, Control& control, GoalAnswer& answer)
      : request_(request), search_(search), control_(control), answer_(answer) {
    const Position& root = request.root;
    root.each_move([&](Move move) {
      Successor successor{move, root, 0, 0, {}};
      successor.position.play(move);
      if (root.mover == request.goal.attacker) {
        successor.price = 1;
        successor.tens = root.last_level() && move.tile == kTen;
      }
      successors_.push_back(successor);
    });
    cost_ = search_.known(root, request.goal.wanted);
    for (Successor& successor : successors_) successor.cost = known(successor);
  }

  void go() {
    try {
      narrow(cost_, [&](int moves) {
        return search_.ask(request_.root, request_.goal.wanted, moves);
      });
      if (request_.all_moves)
        for (Successor& successor : successors_)
          narrow(successor.cost, [&](int moves) {
            return after(successor, search_.ask(successor.position, wanted_after(successor),
                                                moves - successor.price));
          });
      answer_.complete = true;
    } catch (const Stopped&) {
      // What stands is proved.
    }
    put_together();
    answer_.cost = cost_;
    for (const Successor& successor : successors_)
      answer_.moves.push_back({successor.move, successor.cost});
    answer_.nodes = control_.nodes();
  }

  Bounds cost() const { return cost_; }

 private:
  // A move and the position after it; the cost is the root's once the move is made.
  struct Successor {
    Move move;
    Position position;
    int price;  // the attacker's moves that it takes: one or none
    int tens;   // that it lays of those wanted
    Bounds cost;
  };

  bool attacking() const { return request_.root.mover == request_.goal.attacker; }
  int wanted_after(const Successor& successor) const {
    return request_.goal.wanted - successor.tens;
  }
  Bounds after(const Successor& successor, Bounds cost) const {
    return {cost.lower + successor.price, cost.upper + successor.price};
  }
  Bounds known(const Successor& successor) const {
    if (!wanted_after(successor)) return {1, 1};
    return after(successor, search_.known(successor.position, wanted_after(successor)));
  }

  // Is it within one move more? From the least number on: a question with a near horizon is quickly
  // answered, and all before the last two together cost less than the last. Where an answer did not
  // meet the horizon it tells more than was asked, up to "never".
  template <class Ask>
  void narrow(Bounds& cost, Ask ask) {
    while (cost.lower < cost.upper && cost.lower <= request_.most_moves)
      cost = cost & ask(cost.lower);
  }

  // All that has been proved, by whichever question: the root costs what its best move does, for
  // the attacker the cheapest and for the defender the dearest. After a stop, a proof inside the
  // search may say more than the last question that was answered.
  void put_together() {
    cost_ = cost_ & search_.known(request_.root, request_.goal.wanted);
    Bounds best = attacking() ? Bounds{kFar, kFar} : Bounds{0, 0};
    for (Successor& successor : successors_) {
      Bounds& cost = successor.cost;
      cost = cost & known(successor);
      if (attacking())
        best = {std::min(best.lower, cost.lower), std::min(best.upper, cost.upper)};
      else
        best = {std::max(best.lower, cost.lower), std::max(best.upper, cost.upper)};
    }
    cost_ = cost_ & best;
    for (Successor& successor : successors_)
      successor.cost = successor.cost &
                       (attacking() ? Bounds{cost_.lower, kFar} : Bounds{0, cost_.upper});
  }

  const GoalRequest& request_;
  GoalSearch& search_;
  Control& control_;
  GoalAnswer& answer_;
  Bounds cost_{};
  std::vector<Successor> successors_;
};

}  // namespace

GoalSolver::GoalSolver(std::size_t table_bytes)
    : upper_levels_(table_bytes / 2), wanted_level_(table_bytes / 2) {}

GoalAnswer GoalSolver::solve(const GoalRequest& request, const Watch& watch) {
  upper_levels_.renew();
  wanted_level_.renew();
  GoalAnswer answer;
  const Run* running = nullptr;
  Control control(request.limits, [&] {
    return watch && running && watch({control.nodes(), control.seconds(), running->cost()});
  });
  GoalSearch search(request.root, request.goal, packer_, upper_levels_, wanted_level_, control);
  Run run(request, search, control, answer);
  running = &run;
  run.go();
  answer.seconds = control.seconds();
  answer.interrupted = control.interrupted();
  return answer;
}

}  // namespace steppe
