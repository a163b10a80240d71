// The search of one node, the same on every level: is the value at least beta?
//
// Values are for the player to move. Results are fail-soft: r >= beta proves value >= r, and
// r < beta proves value <= r. Only such null windows are searched; the driver (solver.cpp) finds
// exact values by asking several times, which the table makes cheap.
//
// An engine brings the rules and bounds of its levels:
//   each_move(state, visit)        calls visit(Move) for the moves to try
//   make_child(state, move, beta)  the Child, with static bounds, at least so good as to decide it
//                                  where any do; an order only where they do not
//   prepare(child)                 gives a child that may have to be searched its key
//   look_up(child)                 adds what the table knows, and gives the child its final order
//   descend(child, beta)           searches below it
//   use()                          which techniques to use
// and, where several threads may search together,
//   worth_sharing(state)           is the search below it long enough?
//   mark(child)                    64 bits that tell one child from another, almost always
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <new>

#include "board.hpp"
#include "bounds.hpp"
#include "control.hpp"
#include "table.hpp"
#include "together.hpp"

namespace steppe {

template <class State>
struct Child {
  State state;
  Key key;
  Bounds bounds;      // of the value for whoever moved here, the gain included
  int order;          // the higher, the earlier
  int gain;
  bool same_mover;    // the opponent was skipped
  std::uint8_t move;

  // The bounds of the state itself, for its mover.
  Bounds own_bounds() const { return bounds.before(same_mover ? -gain : gain, same_mover); }
  // What the state has to reach for its mover where the child has to reach beta, and back.
  int own_beta(int beta) const { return same_mover ? beta - gain : gain - beta + 1; }
  int value(int own_value) const { return same_mover ? gain + own_value : gain - own_value; }
};

// 25 ones, 40 fives, 30 tens, 25 neutrals, and 6 more with lone cells on the last level.
inline constexpr std::size_t kMostMoves = 126;

template <class Engine, class State>
concept Shares = requires(const Engine& engine, const State& state, const Child<State>& child) {
  { engine.worth_sharing(state) } -> std::same_as<bool>;
  { engine.mark(child) } -> std::same_as<std::uint64_t>;
};

template <class Engine, class State>
int search_node(Engine& engine, Table& table, Control& control, const State& state, const Key& key,
                Bounds known, int beta) {
  control.count_node();
  const std::uint64_t nodes_before = control.nodes();
  const Entry entry = table.find(key);
  known = known & entry.bounds;
  if (known.decide(beta)) {
    table.count_cutoff();
    return known.lower >= beta ? known.lower : known.upper;
  }

  // The best that is proved of the moves looked at: a lower bound of the value once it reaches
  // beta; an upper bound when all moves have been looked at and none does. For that, a move cut
  // off by its bounds counts with its upper bound.
  int best = Table::kLeast;
  std::uint8_t best_move = kNoMove;
  const auto reaches = [&](int value, std::uint8_t move) {
    if (value > best) {
      best = value;
      best_move = move;
    }
    return value >= beta;
  };
  const auto decided = [&](const Child<State>& child) { return child.bounds.decide(beta); };
  const auto decided_value = [&](const Child<State>& child) {
    return child.bounds.lower >= beta ? child.bounds.lower : child.bounds.upper;
  };
  const auto settle = [&] {
    known = known & Bounds::proved(best, beta);
    table.store(key, known, best >= beta ? best_move : kNoMove, control.nodes() - nodes_before + 1);
    return best >= beta ? known.lower : known.upper;
  };

  std::array<Child<State>, kMostMoves> children;
  // Makes a child in its place: it is too large to be copied.
  const auto make = [&](std::size_t place, Move move) -> Child<State>& {
    return *new (&children[place]) Child<State>(engine.make_child(state, move, beta));
  };

  std::size_t size = 0;
  bool reached = false;
  engine.each_move(state, [&](Move move) {
    if (reached) return;
    Child<State>& child = make(size, move);
    if (decided(child))
      reached = reaches(decided_value(child), child.move);
    else
      ++size;
  });
  if (reached) return settle();

  for (std::size_t i = 0; i < size; ++i) engine.prepare(children[i]);
  std::array<std::uint8_t, kMostMoves> order;
  std::size_t open = 0;
  for (std::size_t i = 0; i < size; ++i) {
    engine.look_up(children[i], beta);
    if (!decided(children[i])) {
      if (children[i].move == entry.move && engine.use().table_move) children[i].order = 1 << 30;
      order[open++] = static_cast<std::uint8_t>(i);
      continue;
    }
    table.count_cutoff();
    if (reaches(decided_value(children[i]), children[i].move)) return settle();
  }
  std::sort(order.begin(), order.begin() + open, [&](std::uint8_t a, std::uint8_t b) {
    return children[a].order != children[b].order ? children[a].order > children[b].order : a < b;
  });
  const auto search = [&](std::size_t i) {
    const Child<State>& child = children[order[i]];
    return reaches(engine.descend(child, beta), child.move);
  };
  if constexpr (Shares<Engine, State>) {
    Worker* const worker = control.worker();
    if (worker && engine.worth_sharing(state)) [[unlikely]] {
      const auto mark = [&](std::size_t i) { return engine.mark(children[order[i]]); };
      if (worker->search_together({&table, key, beta}, open, mark, search)) return settle();
      // Another thread has decided it meanwhile, as the table says.
      return search_node(engine, table, control, state, key, known, beta);
    }
  }
  for (std::size_t i = 0; i < open && !search(i); ++i) continue;
  return settle();
}

}  // namespace steppe
