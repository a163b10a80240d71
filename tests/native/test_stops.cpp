// The search for the most cards up, against brute force on small decks.
#include <array>
#include <cstdio>
#include <optional>
#include <utility>

#include "plain_solitaire.hpp"
#include "solitaire/solver.hpp"
#include "solitaire/stop.hpp"

using namespace steppe::solitaire;
using check::for_cases;
using check::Random;
using check::Shown;

namespace {

constexpr std::size_t kFewPositions = 2500;

// A random game that brute force can go through, with the most cards up.
std::pair<Game, int> known_game(Random& random) {
  for (;;) {
    const Game game = plain::random_game(random);
    if (const auto most = plain::most_up(game, kFewPositions)) return {game, *most};
  }
}

}  // namespace

CLAIM(most_up,
      "The most cards up are those of brute force under every option, from any moment of a game, "
      "whatever number is to be beaten and however small the table; the line keeps to the rules "
      "and brings them.") {
  Solver tiny(1 << 10), large(1 << 22);
  std::array<int, 2> lost{};  // without buffers, with
  for_cases(700, [&](Random& random) {
    const auto [game, most] = known_game(random);
    const Shown shown([&game = game] { return plain::describe(game); });
    lost[game.variant.buffers > 0] += most < kSuits * game.ranks;
    const int beaten = random.one_of({0, most - 2, most - 1, most, most + 1});
    for (Solver* solver : {&tiny, &large}) {
      const CardsUp answer = solver->cards_up(game, beaten, {20'000, {}}, {});
      CHECK(answer.complete || solver == &tiny);
      if (answer.complete) CHECK(answer.line.has_value() == (most > beaten));
      if (!answer.line) continue;
      const auto up = plain::up_after(game, *answer.line);
      CHECK(up && *up > beaten && *up <= most && (*up == most || !answer.complete));
    }
  });
  CHECK(lost[0] > 80 && lost[1] > 200);
}

CLAIM(hopeless,
      "What is called hopeless is: no more cards can be up than the layout's bound, which is often "
      "below the deck.") {
  int bounded = 0;
  for_cases(500, [&](Random& random) {
    const auto [game, most] = known_game(random);
    const Shown shown([&game = game] { return plain::describe(game); });
    const Board board(game);
    const Layout layout = make_layout(board, game);
    const int beaten = most - 1;
    CHECK(!Stopping(board, beaten).hopeless(layout));
    bounded += Stopping(board, most).hopeless(layout) && most < kSuits * game.ranks;
  });
  CHECK(bounded > 25);
}

CLAIM(limits, "A search that a limit stops claims nothing but what its line brings.") {
  Solver solver(1 << 20);
  int stopped = 0;
  for_cases(250, [&](Random& random) {
    const auto [game, most] = known_game(random);
    const auto nodes = static_cast<std::uint64_t>(random.below(6));
    const CardsUp answer = solver.cards_up(game, 0, {nodes, {}}, {});
    CHECK(answer.nodes <= nodes && !answer.interrupted);
    const int up = answer.line ? *plain::up_after(game, *answer.line) : 0;
    CHECK(answer.complete ? up == most : up <= most);
    stopped += !answer.complete;
  });
  CHECK(stopped > 40);
}

CLAIM(shares, "Of the random games a good share is lost whatever the number of buffers.") {
  std::array<int, kMostBuffers + 1> all{}, lost{};
  for_cases(500, [&](Random& random) {
    const auto [game, most] = known_game(random);
    const auto buffers = static_cast<std::size_t>(game.variant.buffers);
    ++all[buffers];
    lost[buffers] += most < kSuits * game.ranks;
  });
  for (std::size_t buffers = 0; buffers < all.size(); ++buffers) {
    std::printf("%zu buffers: %d of %d games lost\n", buffers, lost[buffers], all[buffers]);
    CHECK(all[buffers] > 40 && 4 * lost[buffers] > all[buffers]);
  }
}
