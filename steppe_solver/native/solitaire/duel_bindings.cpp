// The door to Python for duels. Cards come as 13 * suit + rank - 1, suits in the order S H C D.
#include "duel_bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "duel_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace steppe::solitaire {

namespace {

using Ids = std::vector<int>;
using Numbers = std::tuple<int, int, int, int>;  // kind, from, to, count

Card from_id(int id) {
  if (id < 0 || id >= kMostCards) throw std::invalid_argument("no such card");
  return make_card(id / kMostRanks, id % kMostRanks + 1);
}

// A duel, and the positions that have been.
struct DuelGame {
  Duel duel;
  std::unordered_set<std::uint64_t> seen;

  void lay(const std::vector<Ids>& columns, const Ids& face_down, const Ids& held) {
    if (columns.size() > kMostColumns || columns.size() != face_down.size() ||
        held.size() > kMostBuffers)
      throw std::invalid_argument("columns or buffers that do not fit together");
    duel.columns_used = static_cast<int>(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const int size = static_cast<int>(columns[i].size()), down = face_down[i];
      // A run is no longer than a suit; what lies below it stays.
      const bool fits = down >= 0 && (size ? down < size : down == 0) &&
                        std::max(size, down + kMostRanks) <= kDuelColumnCards;
      if (!fits) throw std::invalid_argument("a column that is too long or lies face down");
      DuelColumn& column = duel.columns[i];
      std::transform(columns[i].begin(), columns[i].end(), column.cards.begin(), from_id);
      column.size = static_cast<std::uint8_t>(size);
      column.down = static_cast<std::uint8_t>(down);
    }
    duel.buffers.fill(kNoCard);
    for (std::size_t slot = 0; slot < held.size(); ++slot)
      if (held[slot] != -1) duel.buffers[slot] = from_id(held[slot]);
    duel.rehash();
  }
};

DuelGame make_duel(int draw, int ranks, const std::vector<Ids>& columns, const Ids& face_down,
                   const Ids& waste, const Ids& stock, const Ids& held,
                   const std::array<int, kSuits>& low, const std::array<int, kSuits>& high,
                   int recycled, const std::array<int, 2>& scores, int mover, int passes, int still,
                   const Ids& unbuffered) {
  if (waste.size() + stock.size() > kDuelCards || ranks < 1 || ranks > kMostRanks)
    throw std::invalid_argument("more cards than there are");
  DuelGame game;
  Duel& duel = game.duel;
  duel.draw = draw;
  duel.ranks = ranks;
  const auto last = std::transform(waste.begin(), waste.end(), duel.deck.begin(), from_id);
  std::transform(stock.begin(), stock.end(), last, from_id);
  duel.waste = static_cast<int>(waste.size());
  duel.deck_size = static_cast<int>(waste.size() + stock.size());
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    duel.low[suit] = static_cast<std::int8_t>(low[suit]);
    duel.high[suit] = static_cast<std::int8_t>(high[suit]);
  }
  duel.recycled = recycled;
  duel.scores = scores;
  duel.mover = mover;
  duel.passes = passes;
  duel.still = still;
  for (const int id : unbuffered) ++duel.unbuffered[from_id(id)];
  game.lay(columns, face_down, held);
  return game;
}

Numbers numbers(Move move) {
  return {static_cast<int>(move.kind), move.from, move.to, move.count};
}

Move from_numbers(const Numbers& move) {
  const auto [kind, from, to, count] = move;
  return {static_cast<Kind>(kind), static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
          static_cast<std::uint8_t>(count)};
}

// Notes a position of the same cards in the deck and on the foundations as one that has been.
void note(DuelGame& game, const std::vector<Ids>& columns, const Ids& face_down, const Ids& held,
          int mover) {
  DuelGame other{game.duel, {}};
  other.duel.mover = mover;
  other.lay(columns, face_down, held);
  game.seen.insert(other.duel.hash());
}

// The listed moves with what they bring; those that repeat a position too.
std::vector<std::tuple<Numbers, int>> moves(const DuelGame& game) {
  DuelMoves listed;
  game.duel.list(listed);
  std::vector<std::tuple<Numbers, int>> found;
  for (const Move move : listed) found.emplace_back(numbers(move), game.duel.points(move));
  return found;
}

std::tuple<std::optional<Numbers>, int, int, std::uint64_t> choose(
    const DuelGame& game, const std::vector<std::optional<Numbers>>& turns, std::uint64_t nodes,
    int deepest) {
  if (turns.empty()) throw std::invalid_argument("there is nothing to choose");
  std::vector<std::optional<Move>> moves;
  for (const auto& turn : turns)
    moves.push_back(turn ? std::optional(from_numbers(*turn)) : std::nullopt);
  DuelChoice choice;
  {
    nb::gil_scoped_release release;
    choice = DuelSearch(game.duel, game.seen).choose(moves, nodes, deepest);
  }
  std::optional<Numbers> move;
  if (choice.move) move = numbers(*choice.move);
  return {move, choice.value, choice.depth, choice.nodes};
}

}  // namespace

void bind_duel(nb::module_& module) {
  nb::class_<DuelGame>(module, "SolitaireDuel")
      .def("__init__",
           [](DuelGame* self, int draw, int ranks, const std::vector<Ids>& columns,
              const Ids& face_down, const Ids& waste, const Ids& stock, const Ids& held,
              const std::array<int, kSuits>& low, const std::array<int, kSuits>& high,
              int recycled, const std::array<int, 2>& scores, int mover, int passes, int still,
              const Ids& unbuffered) {
             new (self) DuelGame(make_duel(draw, ranks, columns, face_down, waste, stock, held, low,
                                           high, recycled, scores, mover, passes, still,
                                           unbuffered));
           },
           "draw"_a, "ranks"_a, "columns"_a, "face_down"_a, "waste"_a, "stock"_a, "held"_a, "low"_a,
           "high"_a, "recycled"_a, "scores"_a, "mover"_a, "passes"_a, "still"_a, "unbuffered"_a)
      .def("note", &note, "columns"_a, "face_down"_a, "held"_a, "mover"_a)
      .def("moves", &moves)
      .def("choose", &choose, "turns"_a, "nodes"_a, "deepest"_a)
      .def("value",
           [](const DuelGame& game, int depth) {
             return DuelSearch(game.duel, game.seen).searched_value(depth);
           },
           "depth"_a)
      .def("plain_value",
           [](const DuelGame& game, int depth) {
             return DuelSearch(game.duel, game.seen).plain_value(depth);
           },
           "depth"_a);
}

}  // namespace steppe::solitaire
