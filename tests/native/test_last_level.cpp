// What the last level leaves out and what it claims at a glance, against plain minimax.
#include "cases.hpp"
#include "reference.hpp"

using namespace steppe;

namespace {

// Calls `test(state, value)` for so many random states.
template <class Test>
void for_states(int cases, int cells, int tiles, Test test) {
  Minimax minimax;
  int valued = 0;
  for_cases(cases, [&](Random& random) {
    const LastLevel state = random_last_level(random, cells, tiles);
    const Shown shown([&] { return text(state); });
    const auto value = minimax.value(plain(state), 1500);
    if (!value) return;
    ++valued;
    test(state, *value);
  });
  CHECK(valued > cases * 3 / 4);
}

Cells random_ten(Random& random) {
  const int along = random.below(3), across = random.below(5);
  return random.chance(50) ? Cells{0b111} << (5 * across + along)
                           : Cells{0b1'00001'00001} << (5 * along + across);
}

LastLevel simplified(LastLevel state) {
  state.simplify(packer());
  return state;
}

}  // namespace

CLAIM(simplify_keeps_the_value,
      "What is left out of a state (marks, places, surplus cells and tiles) does not matter: the "
      "simplified state has exactly its value.") {
  Minimax minimax;
  int smaller = 0;
  const auto test = [&](const LastLevel& state, int value) {
    const LastLevel simple = simplified(state);
    smaller += simple.open_cells() < state.open_cells();
    CHECK(simple.i_can_place());
    const Shown shown([&] { return "simplified: " + text(simple); });
    CHECK_EQUAL(*minimax.value(plain(simple)), value);
  };
  for_states(1200, 7, 3, test);
  for_states(400, 5, 7, test);
  CHECK(smaller > 100);
}

CLAIM(simplify_is_idempotent, "Nothing more can be left out of a simplified state.") {
  for_cases(3000, [](Random& random) {
    const LastLevel simple = simplified(random_last_level(random, 12, 12));
    const Shown shown([&] { return text(simple); });
    CHECK(all_of(simplified(simple)) == all_of(simple));
    CHECK(!((simple.mine | simple.theirs) & ~simple.open));
  });
}

CLAIM(who_can_place,
      "Both players can place where the plain rules say so, seen from either side.") {
  for_cases(3000, [](Random& random) {
    const LastLevel state = random_last_level(random, 8, 3);
    const Shown shown([&] { return text(state); });
    for (LastLevel seen : {state, simplified(state)}) {
      const PlainGame game = plain(seen);
      CHECK_EQUAL(seen.i_can_place(), game.can_place(0));
      CHECK_EQUAL(seen.other_can_place(), game.can_place(1));
      seen.swap_sides();
      CHECK_EQUAL(plain(seen).placements(0).size(), game.placements(1).size());
    }
  });
}

CLAIM(bounds_are_true,
      "The static bounds contain the value, of states as they come and of simplified ones.") {
  int exact = 0, guaranteed = 0;
  const auto test = [&](const LastLevel& state, int value) {
    for (const LastLevel& seen : {state, simplified(state)}) {
      const Bounds bounds = seen.bounds(packer());
      CHECK(bounds.lower <= value);
      CHECK(value <= bounds.upper);
    }
    const Bounds bounds = simplified(state).bounds(packer());
    exact += bounds.exact();
    guaranteed += bounds.lower >
                  -packer().best(state.theirs, state.open, state.other, state.their_lone()).value();
  };
  for_states(4000, 7, 3, test);
  for_states(1500, 6, 6, test);
  CHECK(exact > 500);
  CHECK(guaranteed > 500);
}

CLAIM(guarantee_is_true,
      "What is guaranteed on private cells, with neutrals to spoil it on either side, is no more "
      "than the value, whoever moves.") {
  Minimax minimax;
  int tight = 0, cases = 0;
  for_cases(4000, [&](Random& random) {
    // Most cells are someone's own; the intruder has neutrals, and tens that may pass in between.
    LastLevel state{};
    state.open = random_cells(random, 7);
    state.mine = random.chance(40) ? state.open
                                   : state.open & static_cast<Cells>(random.next() | random.next());
    state.theirs = state.open & ~state.mine;
    if (random.chance(30)) state.theirs |= state.open & static_cast<Cells>(random.next());
    if (random.chance(30)) state.theirs |= middles_of_tens(state.mine, state.open);
    if (random.chance(20)) {  // two tens at home at both ends, where the other may come between
      state.mine = state.open = random_ten(random) | random_ten(random);
      state.theirs = middles_of_tens(state.mine, state.open);
    }
    if (random.chance(50)) state.swap_sides();
    state.lone[kMine] = static_cast<std::uint8_t>(random.below(3));
    state.lone[kTheirs] = static_cast<std::uint8_t>(random.below(3));
    for (Reserve* hand : {&state.me, &state.other}) {
      hand->held = {
          static_cast<std::uint8_t>(random.below(4)), static_cast<std::uint8_t>(random.below(3)),
          static_cast<std::uint8_t>(random.below(3)), static_cast<std::uint8_t>(random.below(3))};
    }
    if (!plain(state).can_place(0)) return;
    const auto value = minimax.value(plain(state), 1500);
    if (!value) return;
    ++cases;
    const Shown shown([&] { return text(state); });
    const Bounds bounds = simplified(state).bounds(packer());
    CHECK(bounds.lower <= *value);
    CHECK(*value <= bounds.upper);
    tight += bounds.lower == *value || bounds.upper == *value;
  });
  CHECK(cases > 2000);
  CHECK(tight > cases / 3);
}

CLAIM(worthwhile_moves,
      "Some move of those that need trying is best, of states as they come and of simplified ones.") {
  Minimax minimax;
  int valued = 0, fewer = 0;
  const auto test = [&](Random& random, int cells, int tiles) {
    LastLevel state = random_last_level(random, cells, tiles);
    if (random.chance(70)) state.simplify(packer());
    const Shown shown([&] { return text(state); });
    const auto value = minimax.value(plain(state), 1500);
    if (!value) return;
    ++valued;
    int best = -kFar, tried = 0, all = 0;
    state.each_move([&](Move) { ++all; });
    worthwhile(state).each_move([&](Move move) {
      ++tried;
      LastLevel after = state;
      after.lay(move);
      const bool same_mover = !after.other_can_place();
      if (!same_mover) after.swap_sides();
      const int rest = after.i_can_place() ? *minimax.value(plain(after)) : 0;
      best = std::max(best, kFace[move.tile] + (same_mover ? rest : -rest));
    });
    CHECK_EQUAL(best, *value);
    CHECK(tried <= all);
    fewer += tried < all;
  };
  for_cases(2500, [&](Random& random) { test(random, 8, 4); });
  for_cases(1500, [&](Random& random) { test(random, 6, 7); });
  CHECK(valued > 3000);
  CHECK(fewer > valued / 2);
}

CLAIM(of_a_position, "The state of a position is its mover's view of it, of the same value.") {
  Minimax minimax;
  for_cases(500, [&](Random& random) {
    const Position position = random_position(random, 1, 6, 3);
    const Shown shown([&] { return text(position); });
    const auto value = minimax.value(plain(position), 2000);
    if (value) CHECK_EQUAL(*minimax.value(plain(LastLevel::of(position, packer()))), *value);
  });
}
