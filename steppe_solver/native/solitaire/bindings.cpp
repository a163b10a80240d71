// The door to Python. Cards come and go as 13 * suit + rank - 1, suits in the order S H C D.
#include "bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace steppe::solitaire {

namespace {

using Ids = std::vector<int>;

Card from_id(int id) {
  if (id < 0 || id >= kMostCards) throw std::invalid_argument("no such card");
  return make_card(id / kMostRanks, id % kMostRanks + 1);
}

std::vector<Card> from_ids(const Ids& ids) {
  std::vector<Card> cards;
  for (const int id : ids) cards.push_back(from_id(id));
  return cards;
}

Game make_game(int buffers, int draw, int recycles, bool locked, int ranks,
               const std::vector<Ids>& columns, const Ids& face_down, const Ids& stock,
               const Ids& waste, const Ids& held, const std::array<int, kSuits>& foundations,
               int recycled) {
  if (columns.size() != face_down.size() || held.size() > kMostBuffers)
    throw std::invalid_argument("columns or buffers that do not fit together");
  Game game;
  game.variant = {buffers, draw, recycles, locked};
  game.ranks = ranks;
  for (std::size_t i = 0; i < columns.size(); ++i)
    game.columns.push_back({from_ids(columns[i]), face_down[i]});
  game.stock = from_ids(stock);
  game.waste = from_ids(waste);
  for (std::size_t slot = 0; slot < held.size(); ++slot)
    if (held[slot] != -1) game.buffers[slot] = from_id(held[slot]);
  game.foundations = foundations;
  game.recycled = recycled;
  game.check();
  return game;
}

// Asks without holding Python up; `stop` is called back now and then.
template <class Ask>
auto unheld(const nb::object& stop, Ask ask) {
  const auto call_stop = [&] {
    nb::gil_scoped_acquire hold;
    return nb::cast<bool>(stop());
  };
  nb::gil_scoped_release release;
  return ask(call_stop);
}

nb::list moves_of(const std::vector<Move>& line) {
  nb::list moves;
  for (const Move move : line)
    moves.append(nb::make_tuple(static_cast<int>(move.kind), move.from, move.to, move.count));
  return moves;
}

// (winnable, line, nodes, seconds, interrupted); winnable is None where a limit struck.
nb::tuple win(Solver& solver, const Game& game, std::optional<std::uint64_t> nodes,
              std::optional<double> seconds, const nb::object& stop) {
  const Answer answer = unheld(
      stop, [&](const auto& tick) { return solver.solve(game, {nodes, seconds}, tick); });
  nb::object winnable = nb::none();
  if (answer.outcome != Outcome::kUnknown)
    winnable = nb::bool_(answer.outcome == Outcome::kWinnable);
  return nb::make_tuple(winnable, moves_of(answer.line), answer.nodes, answer.seconds,
                        answer.interrupted);
}

// (complete, line, nodes, seconds, interrupted); line is None where no more cards came up.
nb::tuple cards_up(Solver& solver, const Game& game, int beaten,
                   std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                   const nb::object& stop) {
  const CardsUp answer = unheld(stop, [&](const auto& tick) {
    return solver.cards_up(game, beaten, {nodes, seconds}, tick);
  });
  nb::object line = nb::none();
  if (answer.line) line = moves_of(*answer.line);
  return nb::make_tuple(answer.complete, line, answer.nodes, answer.seconds, answer.interrupted);
}

}  // namespace

void bind_solitaire(nb::module_& module) {
  nb::class_<Game>(module, "SolitaireGame")
      .def("__init__",
           [](Game* self, int buffers, int draw, int recycles, bool locked, int ranks,
              const std::vector<Ids>& columns, const Ids& face_down, const Ids& stock,
              const Ids& waste, const Ids& held, const std::array<int, kSuits>& foundations,
              int recycled) {
             new (self) Game(make_game(buffers, draw, recycles, locked, ranks, columns, face_down,
                                       stock, waste, held, foundations, recycled));
           },
           "buffers"_a, "draw"_a, "recycles"_a, "locked"_a, "ranks"_a, "columns"_a, "face_down"_a,
           "stock"_a, "waste"_a, "held"_a, "foundations"_a, "recycled"_a);
  nb::class_<Solver>(module, "SolitaireSolver")
      .def(nb::init<std::size_t>(), "table_bytes"_a)
      .def("win", &win, "game"_a, "nodes"_a.none(), "seconds"_a.none(), "stop"_a)
      .def("cards_up", &cards_up, "game"_a, "beaten"_a, "nodes"_a.none(), "seconds"_a.none(),
           "stop"_a);
}

}  // namespace steppe::solitaire
