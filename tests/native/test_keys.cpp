// Keys hold the whole position: two that differ never share one, however full the hands.
#include <array>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "search.hpp"

using namespace steppe;

namespace {

// `Search::key` is private. An explicit instantiation may name it, and a friend hand it out.
struct SearchKey {
  using type = Key (Search::*)(const Position&) const;
  friend type exposed(SearchKey);
};
template <class Tag, typename Tag::type member>
struct Expose {
  friend typename Tag::type exposed(Tag) { return member; }
};
template struct Expose<SearchKey, &Search::key>;

using Whole = std::array<int, 15>;

// Remembers what each key stands for.
class KeyRing {
 public:
  void add(const Key& key, const Whole& whole) {
    const auto [found, added] = ring_.try_emplace({key.low, key.high}, whole);
    if (!added && found->second != whole) {
      std::ostringstream both;
      both << "the same key for";
      for (const Whole& one : {found->second, whole}) {
        both << "\n   ";
        for (const int number : one) both << ' ' << number;
      }
      check::fail(__FILE__, __LINE__, both.str());
    }
  }
  std::size_t size() const { return ring_.size(); }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, Whole> ring_;
};

Cells any_cells(Random& random) {
  return static_cast<Cells>(random.chance(30) ? ~0ull : random.next()) & kAll;
}

// A state that the search could come to from somewhere: simplified, with hands up to the fullest.
LastLevel any_state(Random& random) {
  LastLevel state{};
  state.open = any_cells(random);
  state.mine = state.open & any_cells(random);
  state.theirs = state.open & any_cells(random);
  for (Reserve* hand : {&state.me, &state.other})
    for (auto& held : hand->held)
      held = static_cast<std::uint8_t>(random.one_of({0, 1, 2, 7, 12, 25, 255}));
  return state;
}

Position with_cells(Cells open, Cells mine, Cells theirs, Position rest) {
  rest.open = open;
  rest.usable = {mine & open, theirs & open};
  rest.laid = {mine & ~open, theirs & ~open};
  return rest;
}
Whole all_of(const Position& position) {
  Whole all{static_cast<int>(position.open),
            static_cast<int>(position.usable[0] | position.laid[0]),
            static_cast<int>(position.usable[1] | position.laid[1]), position.level};
  for (std::size_t tile = 0; tile < 4; ++tile) {
    all[4 + tile] = position.reserve[0].held[tile];
    all[8 + tile] = position.reserve[1].held[tile];
  }
  return all;
}

// Hands that just fit the code: 2^48 of them.
constexpr Reserve kFullHand{{255, 15, 15, 255}};

// A search's key, for positions that come after a root with full hands.
class Keys {
 public:
  Keys() : table_(0), control_({}, {}), search_(root(), packer(), table_, table_, control_) {}
  static Position root() {
    Position root = standard_start();
    root.reserve = {kFullHand, kFullHand};
    return root;
  }
  Key operator()(const Position& position) const {
    return (search_.*exposed(SearchKey{}))(position);
  }

 private:
  Table table_;
  Control control_;
  Search search_;
};

}  // namespace

CLAIM(last_level_keys,
      "States of the last level that differ in cells, lone cells or hands have different keys, "
      "with every number of every two kinds of tiles.") {
  KeyRing ring;
  const auto add = [&](LastLevel changed) {
    changed.simplify(packer());
    ring.add(changed.key(), ::all_of(changed));
  };
  // Any two sets of cells that differ in one cell.
  for_cases(100, [&](Random& random) {
    const LastLevel state = any_state(random);
    add(state);
    for (int cell = 0; cell < kCells; ++cell)
      for (Cells LastLevel::*cells : {&LastLevel::open, &LastLevel::mine, &LastLevel::theirs}) {
        LastLevel changed = state;
        changed.*cells ^= Cells{1} << cell;
        changed.mine &= changed.open;
        changed.theirs &= changed.open;
        add(changed);
      }
  });
  // Any two numbers of tiles, from none to more than fit, all else equal.
  const auto number = [](LastLevel& of, int which) -> std::uint8_t& {
    return (which < 4 ? of.me : of.other).held[static_cast<std::size_t>(which % 4)];
  };
  for_cases(3 * 28, [&](Random& random) {
    const LastLevel state = any_state(random);
    const int a = random.below(8), b = (a + 1 + random.below(7)) % 8;
    for (int i = 0; i <= 27; ++i)
      for (int j = 0; j <= 27; ++j) {
        LastLevel changed = state;
        number(changed, a) = static_cast<std::uint8_t>(i);
        number(changed, b) = static_cast<std::uint8_t>(j);
        add(changed);
      }
  });
  // Lone cells: a level of nothing else, and every kind of hand.
  for (int i = 0; i < 25; ++i)
    for (int j = 0; i + j < 25; ++j)
      for (int neutrals : {0, 1, 25}) {
        LastLevel state{};
        state.lone = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j),
                      static_cast<std::uint8_t>(25 - i - j), 0};
        state.me = state.other = Reserve{{25, 0, 0, static_cast<std::uint8_t>(neutrals)}};
        for (int turn = 0; turn < 4; ++turn) {
          std::rotate(state.lone.begin(), state.lone.begin() + 1, state.lone.end());
          add(state);
        }
      }
  CHECK(ring.size() > 10000);
}

CLAIM(tens_beyond_what_fits,
      "Hands with more tens than the last level can hold have keys of their own.") {
  KeyRing ring;
  for (int fives = 0; fives <= 12; ++fives)
    for (int tens = 0; tens <= 30; ++tens) {
      LastLevel state{kAll, kAll, kAll, {}, Reserve{{25, 0, 0, 0}}, Reserve{{25, 0, 0, 0}}};
      state.me.held[kFive] = static_cast<std::uint8_t>(fives);
      state.me.held[kTen] = static_cast<std::uint8_t>(tens);
      state.simplify(packer());
      ring.add(state.key(), ::all_of(state));
    }
  CHECK(ring.size() >= 13 * 9);
}

CLAIM(earlier_levels_keys,
      "Positions of earlier levels that differ in cells, marks, level or hands have different "
      "keys.") {
  const Keys key;
  KeyRing ring;
  for_cases(200, [&](Random& random) {
    const Cells open = any_cells(random), mine = any_cells(random), theirs = any_cells(random);
    Position rest = Keys::root();
    rest.mover = 0;
    rest.level = static_cast<std::uint8_t>(random.between(1, 9));
    for (Reserve& hand : rest.reserve)
      for (std::size_t tile = 0; tile < 4; ++tile)
        hand.held[tile] = static_cast<std::uint8_t>(random.below(kFullHand.held[tile] + 1));
    const auto add = [&](const Position& position) { ring.add(key(position), all_of(position)); };
    add(with_cells(open, mine, theirs, rest));
    for (int cell = 0; cell < kCells; ++cell) {
      const Cells bit = Cells{1} << cell;
      add(with_cells(open ^ bit, mine, theirs, rest));
      add(with_cells(open, mine ^ bit, theirs, rest));
      add(with_cells(open, mine, theirs ^ bit, rest));
    }
    for (std::uint8_t level = 1; level <= 9; ++level) {
      Position changed = with_cells(open, mine, theirs, rest);
      changed.level = level;
      add(changed);
    }
    for (std::size_t player = 0; player < 2; ++player)
      for (std::size_t tile = 0; tile < 4; ++tile)
        for (int held = 0; held <= kFullHand.held[tile]; ++held) {
          Position changed = with_cells(open, mine, theirs, rest);
          changed.reserve[player].held[tile] = static_cast<std::uint8_t>(held);
          add(changed);
        }
  });
  CHECK(ring.size() > 100000);
}

CLAIM(
    reserve_codes,
    "Hands have different codes of at most 49 bits as long as they fit, and it is said when not.") {
  for_cases(2000, [](Random& random) {
    Position root = standard_start();
    for (Reserve& hand : root.reserve)
      for (auto& held : hand.held)
        held = static_cast<std::uint8_t>(random.one_of({0, 1, 3, 15, 50, 113, 225, 255}));
    long double all = 1;
    for (std::size_t tile = 0; tile < 4; ++tile) {
      const int most = std::max(root.reserve[0].held[tile], root.reserve[1].held[tile]);
      all *= static_cast<long double>(most + 1) * (most + 1);
    }
    const ReserveCode code(root);
    CHECK_EQUAL(code.fits(), all <= 562949953421312.0L);  // 2^49
    if (!code.fits()) return;
    std::map<std::uint64_t, std::array<Reserve, 2>> known;
    for (int i = 0; i < 200; ++i) {
      std::array<Reserve, 2> hands = root.reserve;
      for (Reserve& hand : hands)
        for (std::size_t tile = 0; tile < 4; ++tile)
          hand.held[tile] = static_cast<std::uint8_t>(
              random.one_of({0, 1, hand.held[tile] / 2, hand.held[tile]}));
      for (Reserve& hand : hands)
        for (std::size_t tile = 0; tile < 4; ++tile)
          hand.held[tile] = std::min(
              hand.held[tile], std::max(root.reserve[0].held[tile], root.reserve[1].held[tile]));
      const auto [found, added] = known.try_emplace(code(hands), hands);
      CHECK(added || found->second == hands);
      CHECK(code(hands) >> 49 == 0);
    }
  });
}
