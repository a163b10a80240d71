// The door to Python for shortest wins.
#include "shortest_bindings.hpp"

#include <nanobind/stl/optional.h>

#include <optional>

#include "shortest.hpp"
#include "shortest_sprint.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace steppe::solitaire {

namespace {

nb::list moves_of(const std::vector<Move>& line) {
  nb::list moves;
  for (const Move move : line)
    moves.append(nb::make_tuple(static_cast<int>(move.kind), move.from, move.to, move.count));
  return moves;
}

// (unwinnable, lower, upper, line, nodes, seconds, interrupted); upper is None where no win was found.
nb::tuple moves(const ShortestSolver& solver, const Game& game, std::optional<std::uint64_t> nodes,
                std::optional<double> seconds, const nb::object& stop) {
  const auto call_stop = [&] {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(stop());
  };
  ShortestAnswer answer;
  {
    nb::gil_scoped_release release;
    answer = solver.solve(game, {nodes, seconds}, call_stop);
  }
  return nb::make_tuple(answer.unwinnable, answer.lower, answer.upper, moves_of(answer.line),
                        answer.nodes, answer.seconds, answer.interrupted);
}

// (lower, upper, line, nodes, seconds, interrupted): the most cards up after at most `moves`.
nb::tuple foundation(std::size_t bytes, const Game& game, int moves,
                     std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                     const nb::object& stop) {
  const auto call_stop = [&] {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(stop());
  };
  SprintAnswer answer;
  {
    nb::gil_scoped_release release;
    answer = sprint(game, moves, bytes, {nodes, seconds}, call_stop);
  }
  return nb::make_tuple(answer.lower, answer.upper, moves_of(answer.line), answer.nodes,
                        answer.seconds, answer.interrupted);
}

}  // namespace

void bind_shortest(nb::module_& module) {
  nb::class_<ShortestSolver>(module, "SolitaireShortestSolver")
      .def(nb::init<std::size_t>(), "bytes"_a)
      .def("moves", &moves, "game"_a, "nodes"_a.none(), "seconds"_a.none(), "stop"_a);
  module.def("solitaire_most_up", &foundation, "bytes"_a, "game"_a, "moves"_a, "nodes"_a.none(),
             "seconds"_a.none(), "stop"_a);
}

}  // namespace steppe::solitaire
