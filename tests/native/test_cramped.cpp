// Claims from few buffers (shortest_cramped.hpp) against wins that brute force finds.
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "plain_shortest.hpp"
#include "plain_solitaire.hpp"
#include "solitaire/shortest.hpp"
#include "solitaire/shortest_cramped.hpp"

using namespace steppe::solitaire;
using namespace steppe::solitaire::shortest;
using check::for_cases;
using check::Random;
using check::Shown;

namespace {

constexpr std::size_t kFewPositions = 1500, kBytes = 1 << 22;

// STEPPE_TEST_SCALE=N takes N times as many cases.
int scaled(int cases) {
  const char* scale = std::getenv("STEPPE_TEST_SCALE");
  return scale ? cases * std::atoi(scale) : cases;
}

// Cards as "AS 2S".
std::vector<Card> cards(const std::string& text) {
  std::vector<Card> all;
  for (std::size_t i = 0; i < text.size(); i += 3)
    all.push_back(make_card(static_cast<int>(std::string("SHCD").find(text[i + 1])),
                            static_cast<int>(std::string("A234567").find(text[i])) + 1));
  return all;
}

Cards set_of(const std::vector<Card>& all) {
  Cards set = 0;
  for (const Card card : all) set |= bit(card);
  return set;
}

// There must be a win with no extras but of these cards, as brute force finds it, and no claim against that.
void check_suffices(const Game& game, Cards extras) {
  game.check();
  const Ground board(game);
  CHECK(plain::win_without(game, board.deck & ~extras, kFewPositions));
  CHECK(!cramped(board, make_position(board, game), extras));
  const auto lengths = plain::lengths(game, 4 * kFewPositions);
  const ShortestAnswer answer = ShortestSolver(kBytes).solve(game, {}, {});
  CHECK(answer.upper && answer.lower == *answer.upper);
  CHECK(lengths && lengths->win);
  CHECK_EQUAL(answer.lower, *lengths->win);
}

}  // namespace

CLAIM(passed_through, "A card that can go up at once may lie in a column before, and take others.") {
  // 3D to the empty column and 2S on it; AS is free.
  Game game;
  game.variant = {0, 3, kUnlimited, true};
  game.ranks = 3;
  game.columns = {{}, {cards("AS 2S"), 1}, {cards("3S"), 0}};
  game.waste = cards("3D");
  game.foundations = {0, 3, 3, 2};
  check_suffices(game, set_of(cards("2S 3D")));
}

CLAIM(king_comes_back, "A king that went from the table to a buffer may come back to another column.") {
  // 4S gives its column to the run on 4C, comes back where that lay, and leaves the buffer to 2C.
  Game game;
  game.variant = {1, 1, kUnlimited, true};
  game.ranks = 4;
  game.columns = {
      {cards("4S"), 0}, {cards("AH 4C 3H 2S"), 1}, {cards("3C 3S 4H AS AC 2C 2H"), 6}};
  game.foundations = {0, 0, 0, 4};
  check_suffices(game, set_of(cards("4S 4C 2C")));
}

CLAIM(cramped_claims, "Every win tried has an extra of a card of each claim from few buffers.") {
  int claims = 0, hopeless = 0;
  for_cases(scaled(900), [&](Random& random) {
    Game game = random.chance(50) ? plain::random_game(random) : plain::random_deal(random);
    game.variant.locked = true;
    game = plain::after_random_moves(random, game, random.below(16));
    const Shown shown([&] { return plain::describe(game); });
    const Ground board(game);
    const Position position = make_position(board, game);
    const auto some = [&] { return random.next() & random.next() & board.deck & ~position.done; };
    for (int i = 0; i < 3; ++i) {
      const auto win = plain::win_without(game, i ? some() & random.next() : 0, kFewPositions);
      Cards needed = 0;
      if (win) {
        Game now = game;
        for (const Move move : *win) {
          needed |= plain::extras(now, move);
          now.play(move);
        }
        CHECK(!cramped(board, position, needed));
      }
      for (int j = 0; j < 4; ++j) {
        const Cards extras = (needed & ~(some() & random.next())) | (random.chance(25) ? some() : 0);
        const auto claim = cramped(board, position, extras);
        if (!claim) continue;
        CHECK(!(*claim & extras));
        CHECK(!win || *claim & needed);
        claims += win.has_value();
        hopeless += !*claim;
      }
    }
  });
  CHECK(claims > 100);
  CHECK(hopeless > 5);
}
