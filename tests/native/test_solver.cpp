// The driver: exact values, bounds under limits, and lines, against plain minimax.
#include <algorithm>
#include <optional>
#include <vector>

#include "cases.hpp"
#include "reference.hpp"
#include "solver.hpp"

using namespace steppe;

namespace {

int sign(int number) { return (number > 0) - (number < 0); }

// The value of a position as the final margin, first player's minus second's.
std::optional<int> plain_margin(const PlainGame& game, int margin) {
  static Minimax minimax;
  const auto to_go = minimax.value(game, 2500);
  if (!to_go) return std::nullopt;
  return margin + (game.mover == 1 ? -*to_go : *to_go);
}

// Plays a line by the plain rules; returns the game and the margin it leads to.
std::pair<PlainGame, int> replayed(const Request& request, const std::vector<Move>& line) {
  PlainGame game = plain(request.root);
  int margin = request.margin;
  for (const Move move : line) {
    const auto placements =
        game.mover < 0 ? std::vector<PlainGame::Placement>{} : game.placements(game.mover);
    const auto placement = std::find_if(placements.begin(), placements.end(), [&](const auto& p) {
      return p.tile == move.tile && bits(game, p) == move.covers();
    });
    CHECK(placement != placements.end());
    const int player = game.mover, points = game.play(*placement);
    margin += player == 0 ? points : -points;
  }
  return {game, margin};
}

bool contains(Bounds bounds, int value) { return bounds.lower <= value && value <= bounds.upper; }

// Bounds, moves and line are true, of a position with that value.
void check_answer(const Request& request, const Answer& answer, int value) {
  CHECK(contains(answer.value, value));
  std::vector<Move> moves;
  request.root.each_move([&](Move move) { moves.push_back(move); });
  CHECK_EQUAL(answer.moves.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    CHECK(answer.moves[i].move == moves[i]);
    const auto [after, margin] = replayed(request, {moves[i]});
    CHECK(contains(answer.moves[i].bounds, *plain_margin(after, margin)));
  }
  const auto [end, margin] = replayed(request, answer.line);
  if (answer.value.exact() && !answer.interrupted) {
    CHECK_EQUAL(end.mover, -1);
    if (request.outcome_only)
      CHECK_EQUAL(sign(margin), sign(value));
    else
      CHECK_EQUAL(margin, value);
  }
}

// Calls `test(random, request, value)` for so many small positions and for variants from the
// first move on, with any margin so far and all questions.
template <class Test>
void for_requests(int cases, Test test) {
  int valued = 0;
  for_cases(cases, [&](Random& random) {
    const int levels = random.between(1, 4);
    Request request;
    request.root = random.chance(40) ? random_start(random, levels, 6, 4)
                                     : random_position(random, levels, 6, 4);
    request.margin = random.chance(50) ? random.between(-12, 12) : 0;
    request.outcome_only = random.chance(40);
    request.all_moves = random.chance(50);
    const auto value = plain_margin(plain(request.root), request.margin);
    if (!value) return;
    ++valued;
    const Shown shown([&] {
      return text(request.root) + " margin " + std::to_string(request.margin) +
             (request.outcome_only ? " outcome" : "") + (request.all_moves ? " all moves" : "") +
             " value " + std::to_string(*value);
    });
    test(random, request, *value);
  });
  CHECK(valued > cases / 2);
}

// Without tables, with tiny ones and with large ones.
std::array<Solver, 3>& solvers() {
  static std::array<Solver, 3> all{Solver(0), Solver(600), Solver(1 << 20)};
  return all;
}

bool same(const Answer& a, const Answer& b) {
  return a.value == b.value && a.line == b.line && a.nodes == b.nodes &&
         std::equal(
             a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
             [](const auto& x, const auto& y) { return x.move == y.move && x.bounds == y.bounds; });
}

// Takes long enough to be interrupted a few times, and ends: two levels of 4x4 cells.
Request long_request() {
  Request request{start(4, 4, 2, Reserve{{3, 2, 1, 1}}, 0b01100'01100'00011), 0, false, false, {}};
  request.root.reserve[1] = Reserve{{3, 1, 1, 1}};
  return request;
}

}  // namespace

CLAIM(exact_values,
      "Without limits the value is plain minimax's, and the line replays to it; with all moves, "
      "each has its own value; for the outcome alone, the sign is right.") {
  for_requests(2500, [](Random& random, const Request& request, int value) {
    const Answer answer = random.pick(solvers()).solve(request, {});
    check_answer(request, answer, value);
    CHECK(!answer.interrupted);
    const auto decided = [&](Bounds bounds, int exact) {
      if (!request.outcome_only) return bounds == Bounds{exact, exact};
      return sign(bounds.lower) == sign(exact) && sign(bounds.upper) == sign(exact);
    };
    CHECK(decided(answer.value, value));
    if (!answer.value.exact()) {
      const auto [end, margin] = replayed(request, answer.line);
      CHECK_EQUAL(end.mover, -1);
      CHECK_EQUAL(sign(margin), sign(value));
    }
    if (!request.all_moves) return;
    for (const auto& [move, bounds] : answer.moves) {
      const auto [after, margin] = replayed(request, {move});
      CHECK(decided(bounds, *plain_margin(after, margin)));
    }
  });
}

CLAIM(
    more_tens_than_fit,
    "With more tens in hand than a level can hold, positions that differ are not taken for one.") {
  // Level 2 of 3 on cells of a 4x4 board, four of them empty: two that only one player may use,
  // two that only the other may. Either of them can be the one to start level 3.
  Request request{{0b01100'00000'00000'00011,
                   {0b00011'01111'01111'01111, 0b01111'01111'01111'01100},
                   {0b00011'01111'01111'01100, 0b00011'01111'01111'01100},
                   {Reserve{{30, 2, 9, 0}}, Reserve{{30, 3, 0, 0}}},
                   0,
                   2,
                   3},
                  0,
                  false,
                  true,
                  {}};
  const Answer with_table = solvers()[2].solve(request, {}),
               without = solvers()[0].solve(request, {});
  CHECK(with_table.value == without.value);
  for (std::size_t i = 0; i < without.moves.size(); ++i)
    CHECK(with_table.moves[i].bounds == without.moves[i].bounds);
}

CLAIM(node_limits,
      "Under any node limit the bounds of the value and of all moves are true, the line can be "
      "played, and no more nodes are searched than allowed.") {
  for_requests(800, [](Random& random, Request request, int value) {
    Solver& solver = random.pick(solvers());
    const std::uint64_t enough = solver.solve(request, {}).nodes;
    for (int i = 0; i < 6; ++i) {
      request.limits.nodes = i < 3 ? static_cast<std::uint64_t>(i) : random.next() % (enough + 2);
      const Shown shown([&] { return std::to_string(*request.limits.nodes) + " nodes"; });
      const Answer answer = solver.solve(request, {});
      check_answer(request, answer, value);
      const Shown count([&] { return std::to_string(answer.nodes) + " searched"; });
      CHECK(answer.nodes <= *request.limits.nodes);
    }
  });
}

CLAIM(
    limits_only_narrow,
    "As long as the table forgets nothing, more nodes never give wider bounds on what is asked.") {
  for_requests(150, [](Random&, Request request, int) {
    Solver& solver = solvers()[2];
    Bounds before{-30000, 30000};
    for (std::uint64_t nodes = 0; nodes < 400; nodes = nodes + 1 + nodes / 3) {
      request.limits.nodes = nodes;
      Bounds bounds = solver.solve(request, {}).value;
      if (request.outcome_only) bounds = {sign(bounds.lower), sign(bounds.upper)};
      const Shown shown([&] { return std::to_string(nodes) + " nodes"; });
      CHECK((bounds & before) == bounds);
      before = bounds;
    }
  });
}

CLAIM(time_limits, "A time limit of nothing still gives true bounds and moves.") {
  for_requests(150, [](Random&, Request request, int value) {
    request.limits.seconds = 0;
    check_answer(request, solvers()[2].solve(request, {}), value);
  });
}

CLAIM(
    no_memory_of_other_games,
    "What a solver answers, to the node and the move, does not depend on what it solved before.") {
  Solver used(1 << 16);
  for_requests(60, [&](Random& random, Request request, int) {
    if (random.chance(50)) request.limits.nodes = static_cast<std::uint64_t>(random.below(200));
    CHECK(same(used.solve(request, {}), Solver(1 << 16).solve(request, {})));
  });
}

CLAIM(interruptions,
      "A search stopped by its watcher, sooner or later, says so and has true bounds, as has every "
      "report on the way; one that is not stopped ends with the value.") {
  Solver solver(1 << 22);
  const Request request = long_request();
  const Answer full = solver.solve(request, {});
  CHECK(full.value.exact());
  const int value = full.value.lower;
  CHECK_EQUAL(replayed(request, full.line).second, value);
  for (int calls = 1; calls <= 4; ++calls) {
    int called = 0;
    Bounds before{-30000, 30000};
    const Answer answer = solver.solve(request, [&](const Progress& progress) {
      CHECK(contains(progress.value, value));
      CHECK((progress.value & before) == progress.value);
      before = progress.value;
      return ++called == calls;
    });
    CHECK_EQUAL(answer.interrupted, called == calls);
    CHECK(contains(answer.value, value));
    CHECK(answer.interrupted || answer.value.exact());
    replayed(request, answer.line);
  }
}

CLAIM(paused_questions,
      "Where the table is so small that questions are paused and begun again, the value is the "
      "same, and every limit on the way gives true bounds.") {
  Request request = long_request();
  const int value = Solver(1 << 22).solve(request, {}).value.lower;
  Solver small(1 << 15);
  const Answer full = small.solve(request, {});
  CHECK(full.value == (Bounds{value, value}));
  CHECK(full.nodes > 1 << 17);  // a question may go on for so long before it is paused
  for (const std::uint64_t nodes : {131'072u, 133'000u, 137'000u, 147'000u}) {
    request.limits.nodes = nodes;
    const Answer answer = small.solve(request, {});
    CHECK(contains(answer.value, value));
    CHECK_EQUAL(answer.nodes, nodes);
  }
}

CLAIM(endless_search_stops,
      "The standard start, which no machine can finish, stops when asked to.") {
  Solver solver(1 << 20);
  for (const bool outcome_only : {false, true}) {
    const Request request{standard_start(), 0, outcome_only, true, {}};
    int called = 0;
    const Answer answer = solver.solve(request, [&](const Progress&) { return ++called == 2; });
    CHECK(answer.interrupted);
    CHECK_EQUAL(called, 2);
    CHECK(answer.value.lower <= answer.value.upper);
    CHECK_EQUAL(answer.moves.size(), 108u);
    replayed(request, answer.line);
  }
}

CLAIM(watchers_may_throw,
      "An error in the watcher comes out of the search, which still works after it.") {
  Solver solver(1 << 22);
  const Request endless{standard_start(), 0, false, false, {}};
  bool thrown = false;
  try {
    solver.solve(endless, [](const Progress&) -> bool { throw 42; });
  } catch (int number) {
    thrown = number == 42;
  }
  CHECK(thrown);
  const Request small{start(3, 2, 2, Reserve{{2, 1, 1, 1}}, 0), 0, false, false, {}};
  CHECK(same(solver.solve(small, {}), Solver(1 << 22).solve(small, {})));
}
