#include "solver.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "narrowing.hpp"

namespace steppe {

namespace {

// One call of `solve`. Inside, bounds are on the value to go for the player to move at the root.
class Run {
 public:
  Run(const Request& request, Search& search, Team& team, Control& control, Answer& answer)
      : request_(request),
        root_(request.root),
        search_(search),
        team_(team),
        control_(control),
        answer_(answer) {
    root_.each_move([&](Move move) { moves_.push_back(after(root_, move)); });
    value_ = search_.known(root_);
    for (Successor& successor : moves_) successor.bounds = known(successor);
  }

  // Adds what earlier searches have proved.
  void add(const Known& known) {
    earlier_nodes_ = known.nodes;
    value_ = agreed(value_, to_go(known.value));
    for (const auto& [move, bounds] : known.moves)
      for (Successor& successor : moves_)
        if (successor.move == move) successor.bounds = agreed(successor.bounds, to_go(bounds));
  }

  void go() {
    try {
      narrow(value_, search_.estimate(root_), [&](int beta) { return team_.search(root_, beta); });
      if (request_.all_moves) {
        cap_moves();
        for (Successor& successor : moves_)
          settle(successor.bounds, value_.lower,
                 [&](int beta) { return search(team_, successor, beta); });
        for (Successor& successor : moves_)
          narrow(successor.bounds, value_.lower,
                 [&](int beta) { return search(team_, successor, beta); });
      }
    } catch (const Stopped&) {
      fold_in_the_table();
    }
    answer_.moves = moves();
    answer_.value = final_margin(value_);
    answer_.nodes = control_.nodes();
    control_.lift_limits();
    try {
      decided() ? append_perfect_line() : append_best_line();
    } catch (const Stopped&) {
      // Interrupted while the line is read off: what stands of it is proved.
    }
  }

  Bounds value() const { return final_margin(value_); }
  std::vector<Answer::MoveBounds> moves() const {
    std::vector<Answer::MoveBounds> moves;
    for (const Successor& successor : moves_)
      moves.push_back({successor.move, final_margin(successor.bounds)});
    return moves;
  }

 private:
  // A move and the position after it; bounds are on its value for the mover, the gain included.
  struct Successor {
    Move move;
    Position position;
    int gain;
    bool same_mover;
    Bounds bounds;
  };

  static Successor after(const Position& position, Move move) {
    Successor successor{move, position, 0, false, {}};
    successor.gain = successor.position.play(move);
    successor.same_mover = successor.position.mover == position.mover;
    return successor;
  }
  Bounds known(const Successor& successor) const {
    return search_.known(successor.position).before(successor.gain, successor.same_mover);
  }
  // Is the value after the move at least beta, for its mover? Fail-soft.
  template <class Searcher>
  static int search(Searcher& searcher, const Successor& successor, int beta) {
    const int gain = successor.gain;
    return successor.same_mover ? gain + searcher.search(successor.position, beta - gain)
                                : gain - searcher.search(successor.position, gain - beta + 1);
  }

  Bounds final_margin(Bounds to_go) const { return to_go.before(request_.margin, root_.mover == 0); }
  Bounds to_go(Bounds final_margin) const {
    return final_margin.before(root_.mover == 0 ? -request_.margin : request_.margin,
                               root_.mover == 0);
  }
  static Bounds agreed(Bounds seen, Bounds remembered) {
    const Bounds both = seen & remembered;
    if (both.lower > both.upper) throw std::invalid_argument("bounds that the position refutes");
    return both;
  }

  // Does nothing more remain to be found out about a value with these bounds?
  bool decided(Bounds bounds) const {
    if (!request_.outcome_only) return bounds.exact();
    const Bounds margin = final_margin(bounds);
    return margin.lower > 0 || margin.upper < 0 || margin.exact();
  }
  bool decided() const { return decided(value_); }

  // Narrows the bounds until it is known who wins, by asking `reaches(beta)`: is the value at least
  // beta? That is cheap where the margin is not near.
  template <class Reaches>
  void settle(Bounds& bounds, int guess, Reaches reaches) {
    Narrowing<Reaches> narrowing(bounds, control_, reaches);
    const int even = root_.mover == 0 ? -request_.margin : request_.margin;
    for (const int beta : guess > even ? std::array{even + 1, even} : std::array{even, even + 1})
      narrowing.ask(beta);
  }

  // Narrows the bounds until they are decided. First who wins. Then from the guess on in
  // steps, until the value has been met from both sides, and from there by halving. Steps grow
  // while a question costs little beside all before it: questions beyond the value are dear, and
  // the table answers most of one that follows close upon the last.
  template <class Reaches>
  void narrow(Bounds& bounds, int guess, Reaches reaches) {
    settle(bounds, guess, reaches);
    if (decided(bounds)) return;
    Narrowing<Reaches> narrowing(bounds, control_, reaches);

    int beta = std::clamp(guess, bounds.lower + 1, bounds.upper);
    narrowing.ask(beta);
    const bool upwards = bounds.lower >= beta;
    for (int step = 1; !bounds.exact();) {
      beta = upwards ? std::min(bounds.lower + step, bounds.upper)
                     : std::max(bounds.upper - step + 1, bounds.lower + 1);
      const std::uint64_t before = earlier_nodes_ + control_.nodes();
      narrowing.ask(beta);
      if ((bounds.lower >= beta) != upwards) break;
      const std::uint64_t cost = earlier_nodes_ + control_.nodes() - before;
      step = cost <= before / kCheap ? 2 * step : 1;
    }
    while (!bounds.exact()) narrowing.ask(bounds.middle());
  }

  // No move gives its mover more than the position's value: that is the most of any of them.
  void cap_moves() {
    for (Successor& successor : moves_)
      successor.bounds.upper = std::min(successor.bounds.upper, value_.upper);
  }

  // After a stop: a proof inside the search may already say more than the last finished question.
  void fold_in_the_table() {
    value_ = value_ & search_.known(root_);
    Bounds best{-kFar, -kFar};
    for (Successor& successor : moves_) {
      successor.bounds = successor.bounds & known(successor);
      best.lower = std::max(best.lower, successor.bounds.lower);
      best.upper = std::max(best.upper, successor.bounds.upper);
    }
    value_ = value_ & best;
    cap_moves();
  }

  // The moves of a position, the most promising first.
  std::vector<Successor> ordered_moves(const Position& position) const {
    std::vector<Successor> moves;
    position.each_move([&](Move move) { moves.push_back(after(position, move)); });
    const auto promise = [&](const Successor& successor) {
      const int estimate = search_.estimate(successor.position);
      return successor.gain + (successor.same_mover ? estimate : -estimate);
    };
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < moves.size(); ++i) order.emplace_back(-promise(moves[i]), i);
    std::sort(order.begin(), order.end());
    std::vector<Successor> sorted;
    for (const auto& [minus_promise, i] : order) sorted.push_back(moves[i]);
    return sorted;
  }

  // Appends moves to the end of the game, none of which gives anything away. The final margins to
  // stay in: exactly the value, or, where only the outcome is asked for, all of that outcome.
  void append_perfect_line() {
    Bounds goal = final_margin(value_);
    if (request_.outcome_only)
      goal = goal.lower > 0 ? Bounds{1, kFar} : goal.upper < 0 ? Bounds{-kFar, -1} : Bounds{0, 0};
    int margin = request_.margin;
    for (Position position = root_; position.mover != kNobody;) {
      const int target = position.mover == 0 ? goal.lower - margin : margin - goal.upper;
      const Successor next = keeping(position, target);
      margin += position.mover == 0 ? next.gain : -next.gain;
      answer_.line.push_back(next.move);
      position = next.position;
    }
  }

  // A move whose value is proved to be at least the target, which the position's value is.
  // The proof of the position's value has left such a move in the table, almost always.
  Successor keeping(const Position& position, int target) {
    const std::vector<Successor> moves = ordered_moves(position);
    for (const Successor& successor : moves)
      if (known(successor).lower >= target) return successor;
    for (const Successor& successor : moves)
      if (search(search_, successor, target) >= target) return successor;
    throw std::logic_error("no move keeps the value");
  }

  // Appends the moves that look best, as far as anything has been searched.
  void append_best_line() {
    for (Position position = root_; position.mover != kNobody;) {
      const std::vector<Successor> moves = ordered_moves(position);
      const Successor* best = nullptr;
      bool searched = false;
      for (const Successor& successor : moves) {
        searched = searched || search_.searched(successor.position);
        if (!best || known(successor).lower > known(*best).lower) best = &successor;
      }
      if (!searched) return;
      answer_.line.push_back(best->move);
      position = Position(best->position);
    }
  }

  // A question is cheap that takes at most this part of all nodes before it.
  static constexpr std::uint64_t kCheap = 4;

  const Request& request_;
  const Position& root_;
  Search& search_;  // of this thread
  Team& team_;
  Control& control_;
  Answer& answer_;
  Bounds value_{};
  std::vector<Successor> moves_;
  std::uint64_t earlier_nodes_ = 0;
};

}  // namespace

Solver::Solver(std::size_t table_bytes, const Techniques& use, const Threads& threads)
    : use_(use), threads_(threads), upper_levels_(table_bytes / 2), last_level_(table_bytes / 2) {}

Answer Solver::solve(const Request& request, const Watch& watch, const Known* known) {
  upper_levels_.renew();
  last_level_.renew();
  if (known) {
    restore(upper_levels_, known->upper_levels);
    restore(last_level_, known->last_level);
  }
  Answer answer;
  const Run* running = nullptr;
  const Team* working = nullptr;
  Control control(request.limits, [&] {
    return watch && running &&
           watch({control.nodes() + working->nodes_elsewhere(), control.seconds(),
                  running->value(), running->moves()});
  });
  Search search(request.root, packer_, upper_levels_, last_level_, control, use_);
  Team team({request.root, packer_, upper_levels_, last_level_, control, search, use_}, threads_);
  working = &team;
  Run run(request, search, team, control, answer);
  if (known) run.add(*known);
  running = &run;
  run.go();
  answer.tables = upper_levels_.use() + last_level_.use();
  answer.seconds = control.seconds();
  answer.interrupted = control.interrupted();
  return answer;
}

}  // namespace steppe
