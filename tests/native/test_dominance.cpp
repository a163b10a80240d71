// Moves that are left out because another is at least as good, against plain minimax.
#include <algorithm>

#include "cases.hpp"
#include "dominance.hpp"
#include "reference.hpp"

using namespace steppe;

namespace {

// What a move is worth to "me", who lays it.
std::optional<int> worth(Minimax& minimax, LastLevel state, Move move) {
  state.lay(move);
  const int gain = kFace[move.tile];
  if (!state.other_can_place() && !state.i_can_place()) return gain;
  const bool same_mover = !state.other_can_place();
  if (!same_mover) state.swap_sides();
  const auto value = minimax.value(plain(state), 3000);
  if (!value) return {};
  return same_mover ? gain + *value : gain - *value;
}

// Checks the moves that are left out of random states; returns how many they were.
int left_out(int cases, int cells, int tiles, bool simple) {
  Minimax minimax;
  int dropped = 0;
  for_cases(cases, [&](Random& random) {
    LastLevel state = random_last_level(random, cells, tiles);
    if (simple) state.simplify(packer());
    const Shown shown([&] { return text(state); });
    std::array<Move, kMostMoves> moves;
    std::size_t size = 0;
    state.each_move([&](Move move) { moves[size++] = move; });
    std::array<Move, kMostMoves> stay;
    const std::size_t left = undominated_moves(state, stay);
    CHECK(left > 0 && left <= size);
    for (std::size_t i = 0; i < left; ++i)
      CHECK(std::find(moves.begin(), moves.begin() + size, stay[i]) != moves.begin() + size);
    for (std::size_t i = 0; i < size; ++i) {
      if (std::find(stay.begin(), stay.begin() + left, moves[i]) != stay.begin() + left) continue;
      const auto value = worth(minimax, state, moves[i]);
      if (!value) continue;
      ++dropped;
      CHECK(std::any_of(stay.begin(), stay.begin() + left, [&](Move other) {
        const auto better = other.tile == moves[i].tile ? worth(minimax, state, other) : value;
        return other.tile == moves[i].tile && better && *better >= *value;
      }));
    }
  });
  return dropped;
}

}  // namespace

CLAIM(left_out_moves_are_no_better,
      "For each move that is left out one with the same tile stays that is worth at least as "
      "much, in states as they come and in simplified ones.") {
  CHECK(left_out(1500, 7, 4, false) > 1000);
  CHECK(left_out(1500, 7, 4, true) > 300);
  CHECK(left_out(600, 9, 3, true) > 300);
  CHECK(left_out(600, 6, 7, true) > 100);
}

CLAIM(a_lone_cell_of_both_goes_first,
      "A one belongs on a lone cell that the opponent could use too, and a neutral on one that "
      "only the opponent could.") {
  LastLevel state{};
  state.lone = {1, 1, 1, 1};
  state.me.held = {1, 0, 0, 1};
  state.other.held = {1, 0, 0, 0};
  std::array<Move, kMostMoves> moves;
  CHECK_EQUAL(undominated_moves(state, moves), 2u);
  CHECK((moves[0] == Move{kOne, true, kBoths}));
  CHECK((moves[1] == Move{kNeutral, true, kTheirs}));
}

CLAIM(what_a_ten_leaves_counts,
      "Where ones can follow, the last ten goes where it spares them room: over a middle that is "
      "nobody's rather than over three cells of mine.") {
  LastLevel state{};
  state.open = 0b00111'00111;
  state.mine = 0b00101'00111;
  state.me.held = {3, 0, 1, 0};
  std::array<Move, kMostMoves> moves;
  const std::size_t size = undominated_moves(state, moves);
  CHECK_EQUAL(std::count_if(moves.begin(), moves.begin() + size,
                            [](Move move) { return move.tile == kTen; }),
              1);
  CHECK((moves[0] == Move{kTen, false, 5}));
}
