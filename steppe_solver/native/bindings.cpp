// The only file that knows Python. Integers in, plain structs out; the GIL is free while it searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cooperation.hpp"
#include "goal_solver.hpp"
#include "keeper.hpp"
#include "position.hpp"
#include "solitaire/bindings.hpp"
#include "solitaire/duel_bindings.hpp"
#include "solitaire/shortest_bindings.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace steppe;

namespace {

// Refuses numbers that the search cannot hold, so that no caller can lead it astray.
Position make_position(Cells open, std::array<Cells, 2> usable, std::array<Cells, 2> laid,
                       std::array<std::uint8_t, 4> first, std::array<std::uint8_t, 4> second,
                       int mover, int level, int levels) {
  const Cells filled = laid[0] | laid[1];
  if ((open | filled | usable[0] | usable[1]) & ~kAll || open & filled ||
      open & ~(usable[0] | usable[1]))
    throw std::invalid_argument("cells that contradict each other");
  if (mover < kNobody || mover > 1 || level < 1 || level > levels || levels > 9)
    throw std::invalid_argument("mover or level out of range");
  Position position{open,
                    usable,
                    laid,
                    {Reserve{first}, Reserve{second}},
                    static_cast<std::int8_t>(mover),
                    static_cast<std::uint8_t>(level),
                    static_cast<std::uint8_t>(levels)};
  if (mover != kNobody && !position.can_place(mover))
    throw std::invalid_argument("a mover who cannot place");
  return position;
}

nb::tuple to_python(Move move) { return nb::make_tuple(int(move.tile), move.standing, move.cell); }
nb::tuple to_python(Bounds bounds) { return nb::make_tuple(bounds.lower, bounds.upper); }

nb::tuple to_python(const TableUse& use) {
  return nb::make_tuple(use.probes, use.hits, use.cutoffs, use.entries, use.slots);
}

nb::list to_python(const std::vector<Answer::MoveBounds>& moves) {
  nb::list list;
  for (const auto& [move, bounds] : moves)
    list.append(nb::make_tuple(to_python(move), to_python(bounds)));
  return list;
}

// From (lower, upper, moves, nodes, entries of the upper levels, of the last level), which has to
// stay for as long as what is made of it.
Known known_from(const nb::tuple& known) {
  const auto entries = [](const nb::handle& object) {
    const auto bytes = nb::cast<nb::bytes>(object);
    return std::string_view(bytes.c_str(), bytes.size());
  };
  Known from{{nb::cast<int>(known[0]), nb::cast<int>(known[1])},
             {},
             nb::cast<std::uint64_t>(known[3]),
             entries(known[4]),
             entries(known[5])};
  for (const nb::handle item : nb::cast<nb::sequence>(known[2])) {
    using Item = std::pair<std::tuple<int, bool, int>, std::pair<int, int>>;
    const auto [move, bounds] = nb::cast<Item>(item);
    const auto [tile, standing, cell] = move;
    from.moves.push_back({{static_cast<Tile>(tile), standing, static_cast<std::uint8_t>(cell)},
                          {bounds.first, bounds.second}});
  }
  return from;
}

// (lower, upper, line, moves, nodes, tables, seconds, interrupted)
nb::tuple solve(Solver& solver, const Position& root, int margin, bool outcome_only, bool all_moves,
                std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                const nb::object& watch, const std::optional<nb::tuple>& known) {
  const Request request{root, margin, outcome_only, all_moves, {nodes, seconds}};
  const Known earlier = known ? known_from(*known) : Known{};
  const auto call_watch = [&](const Progress& progress) {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(watch(progress.nodes, progress.seconds, progress.value.lower,
                                progress.value.upper, to_python(progress.moves)));
  };
  Answer answer;
  {
    nb::gil_scoped_release release;
    answer = solver.solve(request, call_watch, known ? &earlier : nullptr);
  }
  nb::list line;
  for (const Move move : answer.line) line.append(to_python(move));
  return nb::make_tuple(answer.value.lower, answer.value.upper, line, to_python(answer.moves),
                        answer.nodes, to_python(answer.tables), answer.seconds, answer.interrupted);
}

// (entries of the upper levels, of the last level)
nb::tuple dearest_entries(const Solver& solver, std::size_t most) {
  const auto bytes = [](const std::string& entries) {
    return nb::bytes(entries.data(), entries.size());
  };
  const nb::bytes upper_levels = bytes(solver.dearest_of_upper_levels(most));
  return nb::make_tuple(upper_levels, bytes(solver.dearest_of_last_level(most)));
}

void check_goal(const Position& root, int attacker, int wanted) {
  if (root.mover == kNobody || attacker < 0 || attacker > 1 || wanted < 1 || wanted > kCells)
    throw std::invalid_argument("a goal that cannot be searched");
}

// (lower, upper, moves, nodes, seconds, complete, interrupted)
nb::tuple force(GoalSolver& solver, const Position& root, int attacker, int wanted,
                std::optional<int> most_moves, bool all_moves, std::optional<std::uint64_t> nodes,
                std::optional<double> seconds, const nb::object& watch) {
  check_goal(root, attacker, wanted);
  if (most_moves && (*most_moves < 0 || *most_moves >= kNever))
    throw std::invalid_argument("a number of moves that cannot be");
  GoalRequest request{.root = root, .goal = {attacker, wanted}, .limits = {nodes, seconds}};
  if (most_moves) request.most_moves = *most_moves;
  request.all_moves = all_moves;
  const auto call_watch = [&](const GoalSolver::Progress& progress) {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(
        watch(progress.nodes, progress.seconds, progress.cost.lower, progress.cost.upper));
  };
  GoalAnswer answer;
  {
    nb::gil_scoped_release release;
    answer = solver.solve(request, call_watch);
  }
  nb::list moves;
  for (const auto& [move, cost] : answer.moves)
    moves.append(nb::make_tuple(to_python(move), to_python(cost)));
  return nb::make_tuple(answer.cost.lower, answer.cost.upper, moves, answer.nodes, answer.seconds,
                        answer.complete, answer.interrupted);
}

// (a move, or None where none keeps so much; stopped)
nb::tuple keeping(Keeper& keeper, const Position& position, int target) {
  if (position.mover == kNobody) throw std::invalid_argument("the game has ended");
  std::optional<Move> move;
  bool stopped = false;
  {
    nb::gil_scoped_release release;
    try {
      move = keeper.keeping(position, target);
    } catch (const Stopped&) {
      stopped = true;
    }
  }
  return nb::make_tuple(move ? nb::object(to_python(*move)) : nb::none(), stopped);
}

// (moves, nodes, complete)
nb::tuple cooperate(CooperationSolver& solver, const Position& root, int attacker, int wanted,
                    const nb::object& stop) {
  check_goal(root, attacker, wanted);
  const auto call_stop = [&] {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(stop());
  };
  CooperationAnswer answer;
  {
    nb::gil_scoped_release release;
    answer = solver.solve(root, {attacker, wanted}, call_stop);
  }
  nb::list moves;
  for (const auto& [move, tiles] : answer.moves)
    moves.append(nb::make_tuple(to_python(move), to_python(tiles)));
  return nb::make_tuple(moves, answer.nodes, answer.complete);
}

// (compiler, optimised, assertions, instructions of the building machine)
nb::tuple build() {
#if defined(__clang__)
  constexpr auto compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
  constexpr auto compiler = "GCC " __VERSION__;
#elif defined(_MSC_FULL_VER)
  const std::string compiler = "MSVC " + std::to_string(_MSC_FULL_VER);
#else
  constexpr auto compiler = "another compiler";
#endif
#if defined(__OPTIMIZE__) || (defined(_MSC_VER) && !defined(_DEBUG))
  constexpr bool optimised = true;
#else
  constexpr bool optimised = false;
#endif
#ifdef NDEBUG
  constexpr bool assertions = false;
#else
  constexpr bool assertions = true;
#endif
#ifdef STEPPE_FOR_THIS_PROCESSOR
  constexpr bool for_this_processor = true;
#else
  constexpr bool for_this_processor = false;
#endif
  return nb::make_tuple(compiler, optimised, assertions, for_this_processor);
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The native search. Private: steppe_solver.bridge is the only door to it.";
  nb::class_<Position>(m, "Position")
      .def("__init__",
           [](Position* self, Cells open, std::array<Cells, 2> usable, std::array<Cells, 2> laid,
              std::array<std::uint8_t, 4> first, std::array<std::uint8_t, 4> second, int mover,
              int level, int levels) {
             new (self) Position(
                 make_position(open, usable, laid, first, second, mover, level, levels));
           },
           "open"_a, "usable"_a, "laid"_a, "first"_a, "second"_a, "mover"_a, "level"_a, "levels"_a);
  nb::class_<Solver>(m, "Solver")
      .def("__init__",
           [](Solver* self, std::size_t table_bytes, unsigned left_out, int threads) {
             if (threads < 1) throw std::invalid_argument("no thread to search with");
             new (self) Solver(table_bytes, Techniques::all_but(left_out), Threads{threads});
           },
           "table_bytes"_a, "left_out"_a, "threads"_a)
      .def("solve", &solve, "root"_a, "margin"_a, "outcome_only"_a, "all_moves"_a,
           "nodes"_a.none(), "seconds"_a.none(), "watch"_a, "known"_a.none())
      .def("dearest", &dearest_entries, "most"_a);
  nb::class_<Keeper>(m, "Keeper")
      .def("__init__",
           [](Keeper* self, const Position& root, std::size_t table_bytes, nb::object stop) {
             new (self) Keeper(root, table_bytes, [stop = std::move(stop)] {
               nb::gil_scoped_acquire hold;
               return nb::cast<bool>(stop());
             });
           },
           "root"_a, "table_bytes"_a, "stop"_a)
      .def("keeping", &keeping, "position"_a, "target"_a);
  nb::class_<GoalSolver>(m, "GoalSolver")
      .def(nb::init<std::size_t>(), "table_bytes"_a)
      .def("force", &force, "root"_a, "attacker"_a, "wanted"_a, "most_moves"_a.none(),
           "all_moves"_a, "nodes"_a.none(), "seconds"_a.none(), "watch"_a);
  nb::class_<CooperationSolver>(m, "CooperationSolver")
      .def(nb::init<std::size_t>(), "table_bytes"_a)
      .def("solve", &cooperate, "root"_a, "attacker"_a, "wanted"_a, "stop"_a);
  m.attr("NEVER") = kNever;
  m.attr("ENGINE") = STEPPE_ENGINE;
  m.def("build", &build);
  solitaire::bind_solitaire(m);
  solitaire::bind_shortest(m);
  solitaire::bind_duel(m);
  m.def("perft", &perft, "position"_a, "depth"_a, nb::call_guard<nb::gil_scoped_release>());
}
