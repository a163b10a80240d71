// Shortest wins of Steps Solitaire and each of their bounds, against brute force on small decks.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "plain_shortest.hpp"
#include "plain_solitaire.hpp"
#include "solitaire/shortest.hpp"
#include "solitaire/shortest_beam.hpp"
#include "solitaire/shortest_search.hpp"
#include "solitaire/shortest_sprint.hpp"

using namespace steppe::solitaire;
using namespace steppe::solitaire::shortest;
using check::for_cases;
using check::Random;
using check::Shown;
using steppe::Control;

namespace {

constexpr std::size_t kFewPositions = 1500, kBytes = 1 << 22, kLittle = 1 << 18;
constexpr int kNoLimit = 4000;

// STEPPE_TEST_SCALE=N takes N times as many cases.
int scaled(int cases) {
  const char* scale = std::getenv("STEPPE_TEST_SCALE");
  return scale ? cases * std::atoi(scale) : cases;
}

struct Decided {
  Game game;
  plain::Lengths lengths;
};

Decided decided_game(Random& random) {
  for (;;) {
    const Game game = random.chance(50) ? plain::random_game(random) : plain::random_deal(random);
    if (auto lengths = plain::lengths(game, kFewPositions)) return {game, *lengths};
  }
}

template <class Test>
void for_decided(int cases, Test test) {
  int won = 0;
  for_cases(cases, [&](Random& random) {
    const Decided decided = decided_game(random);
    const Shown shown([&] { return plain::describe(decided.game); });
    won += decided.lengths.win.has_value();
    test(random, decided.game, decided.lengths);
  });
  CHECK(won > cases / 3);
  CHECK(won < cases);
}

// A position of the search with the safe moves that led to it.
std::pair<Position, std::vector<Step>> settled(const Ground& board, const Game& game) {
  Node node{make_position(board, game), 0, {}};
  std::vector<Step> steps;
  settle(board, node, kMostCards, [&](const Step& step) { steps.push_back(step); });
  return {node.position, steps};
}

}  // namespace

CLAIM(lengths, "The shortest win is as long as brute force says, and the line found is such a win.") {
  for_decided(scaled(250), [](Random&, const Game& game, const plain::Lengths& lengths) {
    const ShortestAnswer answer = ShortestSolver(kBytes).solve(game, {}, {});
    CHECK_EQUAL(answer.unwinnable, !lengths.win);
    if (!lengths.win) return;
    CHECK_EQUAL(answer.lower, *lengths.win);
    CHECK(answer.upper && *answer.upper == *lengths.win);
    CHECK_EQUAL(static_cast<int>(answer.line.size()), *lengths.win);
    CHECK(plain::wins(game, answer.line));
  });
}

CLAIM(alone, "Best-first search finds the shortest win without any help from beams.") {
  for_decided(scaled(250), [](Random&, const Game& game, const plain::Lengths& lengths) {
    const Ground board(game);
    const auto [root, first] = settled(board, game);
    Control control({}, {});
    Search<Bound> search(board, Bound(board), kBytes, control);
    search.start(root, kNoLimit);
    search.go();
    CHECK(!search.full());
    CHECK_EQUAL(search.found(), lengths.win.has_value());
    if (!lengths.win) return;
    const int length = static_cast<int>(first.size() + search.line().size());
    CHECK_EQUAL(length, *lengths.win);
    CHECK_EQUAL(search.lower() + static_cast<int>(first.size()), *lengths.win);
  });
}

CLAIM(bounds, "No position is won in fewer moves than its bound says, whatever was played before.") {
  int reached = 0;
  for_decided(scaled(150), [&](Random& random, const Game& game, const plain::Lengths&) {
    const Game later = plain::after_random_moves(random, game, random.below(12));
    const auto lengths = plain::lengths(later, 4 * kFewPositions);
    if (!lengths || !lengths->win) return;
    Known known;
    const Ground here(later);
    const int bound = Bound(here)(make_position(here, later), 0, known, kNoLimit);
    CHECK(bound <= *lengths->win);
    reached += bound == *lengths->win;
  });
  CHECK(reached > 15);
}

CLAIM(inherited, "What is known of a position leaves a bound for the next one that is never too high.") {
  int told = 0;
  for_decided(scaled(150), [&](Random& random, const Game& game, const plain::Lengths&) {
    const Ground board(game);
    Bound bound(board);
    Moves moves(board);
    auto [root, steps] = settled(board, game);
    Node node{root, 0, {}};
    Known known;
    int least = bound(node.position, 0, known, kNoLimit);
    for (int i = random.below(8); i > 0 && node.position.done != board.deck; --i) {
      moves.list(node);
      if (moves.begin() == moves.end()) return;
      const Step step = moves.begin()[random.below(static_cast<int>(moves.end() - moves.begin()))];
      bound.inherit(node.position, step, known);
      node = moves.after(step);
      steps.push_back(step);
      node.frozen = 0;
      node.leaves = {};
      settle(board, node, kMostCards, [&](const Step& safe) { steps.push_back(safe); });
      node.leaves = {};
      least = bound(node.position, 0, known, kNoLimit);
    }
    Game later = game;
    for (const Move move : single_moves(game, steps)) later.play(move);
    const auto lengths = plain::lengths(later, 4 * kFewPositions);
    if (!lengths || !lengths->win) return;
    CHECK(least <= *lengths->win);
    told += least == *lengths->win;
  });
  CHECK(told > 15);
}

CLAIM(packing, "A packed position is unpacked as it was.") {
  for_decided(120, [](Random& random, const Game& game, const plain::Lengths&) {
    const Ground board(game);
    Moves moves(board);
    Node node{make_position(board, game), 0, {}};
    for (int i = 0; i < 20; ++i) {
      const Position back = unpack(board, pack(node.position));
      CHECK(back == node.position);
      CHECK_EQUAL(back.high, node.position.high);
      node.frozen = 0;
      node.leaves = {};
      moves.list(node);
      if (moves.begin() == moves.end()) return;
      node = moves.after(moves.begin()[random.below(static_cast<int>(moves.end() - moves.begin()))]);
    }
  });
}

CLAIM(meeting, "A smallest set of cards that meets all is found, as small as any.") {
  for_cases(2000, [](Random& random) {
    Family family;
    std::vector<Cards> sets;
    const int cards = random.between(1, 10);
    for (int i = random.between(0, 14); i > 0; --i) {
      Cards set = bit(static_cast<Card>(random.below(cards)));
      for (int j = random.below(4); j > 0; --j) set |= bit(static_cast<Card>(random.below(cards)));
      sets.push_back(set);
      CHECK(family.add(set));
    }
    int least = cards;
    for (Cards chosen = 0; chosen < bit(static_cast<Card>(cards)); ++chosen)
      if (std::all_of(sets.begin(), sets.end(), [&](Cards set) { return set & chosen; }))
        least = std::min(least, std::popcount(chosen));
    const Cards found = family.smallest_meeting(0);
    CHECK(std::all_of(sets.begin(), sets.end(), [&](Cards set) { return set & found; }));
    CHECK_EQUAL(std::popcount(found), least);
  });
}

CLAIM(exchanging, "A card is exchanged for another so that all sets are met wherever one can be.") {
  int could = 0;
  for_cases(2000, [&](Random& random) {
    Family family;
    std::vector<Cards> sets;
    const auto some = [&] { return random.next() & random.next() & 0xFF; };
    for (int i = random.between(1, 8); i > 0; --i) {
      sets.push_back(some() | bit(static_cast<Card>(random.below(8))));
      CHECK(family.add(sets.back()));
    }
    const auto meets_all = [&](Cards chosen) {
      return std::all_of(sets.begin(), sets.end(), [&](Cards set) { return set & chosen; });
    };
    const Cards given = some();
    if (meets_all(given)) return;
    bool can_be = false;
    each_card(given, [&](Card out) {
      for (Card in = 0; in < 8; ++in) can_be |= meets_all((given & ~bit(out)) | bit(in));
    });
    const Cards exchanged = family.exchanged(given);
    CHECK_EQUAL(exchanged != 0, can_be);
    if (!can_be) return;
    CHECK(meets_all(exchanged));
    CHECK_EQUAL(std::popcount(exchanged), std::popcount(given));
    ++could;
  });
  CHECK(could > 100);
}

CLAIM(limits, "Whatever limit strikes, the shortest win lies within the bounds told.") {
  for_decided(120, [](Random& random, const Game& game, const plain::Lengths& lengths) {
    const std::size_t bytes = random.chance(50) ? kBytes : 0;
    const Control::Limits limits{static_cast<std::uint64_t>(random.below(200)), {}};
    const ShortestAnswer answer = ShortestSolver(bytes).solve(game, limits, {});
    if (answer.unwinnable) CHECK(!lengths.win);
    if (answer.upper) CHECK(plain::wins(game, answer.line));
    if (!lengths.win) return;
    CHECK(answer.lower <= *lengths.win);
    CHECK(!answer.upper || *answer.upper >= *lengths.win);
  });
}

CLAIM(full, "With its memory full the search goes on to look for wins, and keeps what it has proved.") {
  int open = 0;
  for_cases(5, [&](Random& random) {
    Game game = plain::random_full_deal(random);
    game.variant = {4, random.one_of({1, 3}), kUnlimited, true};
    const Shown shown([&] { return plain::describe(game); });
    const ShortestAnswer early = ShortestSolver(kLittle).solve(game, {500, {}}, {});
    const ShortestAnswer late = ShortestSolver(kLittle).solve(game, {6000, {}}, {});
    CHECK(late.lower >= early.lower);
    CHECK(!late.upper || plain::wins(game, late.line));
    if (late.upper && *late.upper == late.lower) return;
    CHECK_EQUAL(late.nodes, std::uint64_t{6000});
    ++open;
  });
  CHECK(open > 2);
}

int cards_up(const Game& game) {
  return game.foundations[0] + game.foundations[1] + game.foundations[2] + game.foundations[3];
}

void check_line(const Game& game, int moves, const SprintAnswer& answer) {
  Game now = game;
  for (const Move move : answer.line) {
    CHECK(now.legal(move));
    now.play(move);
  }
  CHECK(static_cast<int>(answer.line.size()) <= moves);
  CHECK_EQUAL(cards_up(now), answer.lower);
}

CLAIM(sprint, "The most cards that can be up after so many moves are what brute force says.") {
  int between = 0;
  for_decided(scaled(150), [&](Random& random, const Game& game, const plain::Lengths& lengths) {
    const auto last = static_cast<int>(lengths.most_up.size()) - 1;
    for (int i = 0; i < 3; ++i) {
      const int moves = random.below(last + 2);
      const int most = lengths.most_up[static_cast<std::size_t>(std::min(moves, last))];
      const SprintAnswer answer = sprint(game, moves, kBytes, {}, {});
      CHECK_EQUAL(answer.lower, most);
      CHECK_EQUAL(answer.upper, most);
      check_line(game, moves, answer);
      const std::size_t bytes = random.chance(50) ? kBytes : 0;
      const SprintAnswer early =
          sprint(game, moves, bytes, {static_cast<std::uint64_t>(random.below(100)), {}}, {});
      CHECK(early.lower <= most);
      CHECK(early.upper >= most);
      check_line(game, moves, early);
      between += early.lower < early.upper;
    }
  });
  CHECK(between > 10);
}

CLAIM(up_alone, "Best-first search finds the fewest moves to so many cards up without help from beams.") {
  for_decided(scaled(150), [](Random& random, const Game& game, const plain::Lengths& lengths) {
    const Ground board(game);
    const Position root = make_position(board, game);
    const int up = lengths.most_up.front();
    const int target = up + random.below(lengths.most_up.back() - up + 2);
    const auto at = std::find_if(lengths.most_up.begin(), lengths.most_up.end(),
                                 [&](int most) { return most >= target; });
    const auto fewest = static_cast<int>(at - lengths.most_up.begin());
    const UpBound bound(board, target);
    UpBound::Known known;
    const bool there_is = at != lengths.most_up.end();
    if (there_is) CHECK(UpBound(bound)(root, 0, known, kNoLimit) <= fewest);
    Node node{root, 0, {}};
    int first = 0;
    settle(board, node, target, [&](const Step&) { ++first; });
    Control control({}, {});
    Search<UpBound> search(board, bound, kBytes, control);
    search.start(node.position, kNoLimit);
    search.go();
    CHECK(!search.full());
    CHECK_EQUAL(search.found(), there_is);
    if (!there_is) return;
    CHECK_EQUAL(search.lower() + first, fewest);
    CHECK_EQUAL(static_cast<int>(search.line().size()) + first, fewest);
  });
}

CLAIM(short_sprints, "In the first moves of whole decks the most cards up are what brute force says.") {
  int reached = 0;
  for_cases(scaled(25), [&](Random& random) {
    const Game game = plain::after_random_moves(random, plain::random_full_deal(random), random.below(40));
    const Shown shown([&] { return plain::describe(game); });
    const auto lengths = plain::lengths(game, scaled(15000), 8);
    if (!lengths) return;
    for (int moves = 0; moves < static_cast<int>(lengths->most_up.size()); ++moves) {
      const SprintAnswer answer = sprint(game, moves, kBytes, {}, {});
      CHECK_EQUAL(answer.lower, lengths->most_up[static_cast<std::size_t>(moves)]);
      CHECK_EQUAL(answer.upper, answer.lower);
      check_line(game, moves, answer);
      reached += answer.lower > lengths->most_up.front() + 1;
    }
  });
  CHECK(reached > 5);
}
