// The search of Steps Solitaire and each of its proofs, against brute force on small decks.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "plain_solitaire.hpp"
#include "solitaire/line.hpp"
#include "solitaire/solver.hpp"

using namespace steppe::solitaire;
using check::for_cases;
using check::Random;
using check::Shown;
using steppe::Control;

namespace {

constexpr auto kSilent = [](Card, Goal, Play) {};
constexpr std::size_t kFewPositions = 2500;

// A random game that brute force can decide.
std::pair<Game, bool> decided_game(Random& random) {
  for (;;) {
    const Game game = plain::random_game(random);
    if (const auto win = plain::winnable(game, kFewPositions)) return {game, *win};
  }
}

// Four ranks, one buffer, no stock.
Game small_game(const std::vector<std::vector<std::string>>& columns, std::vector<int> down,
                std::array<int, kSuits> foundations) {
  Game game;
  game.variant.buffers = 1;
  game.ranks = 4;
  game.foundations = foundations;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    game.columns.push_back({{}, down[i]});
    for (const std::string& name : columns[i])
      game.columns[i].cards.push_back(
          make_card(static_cast<int>(std::string("SHCD").find(name[1])),
                    static_cast<int>(std::string("A234").find(name[0])) + 1));
  }
  game.check();
  return game;
}

// The game that a layout stands for, with its open cards arranged in some way.
Game table_of(const Board& board, const Game& start, const Layout& layout) {
  Game game;
  game.variant = start.variant;
  game.ranks = start.ranks;
  game.columns.resize(start.columns.size());
  Cards left = layout.open;
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    auto& [cards, down] = game.columns[i];
    const int status = static_cast<int>(layout.down >> 4 * i & 0xF);
    for (int depth = 0; depth < status; ++depth)
      cards.push_back(start.columns[i].cards[static_cast<std::size_t>(depth)]);
    down = std::max(status - 1, 0);
    if (status) left &= ~bit(cards.back());
  }
  for (int number = 4 * game.ranks - 1; number >= 0; --number) {
    const auto card = static_cast<Card>(number);
    if (!(left & bit(card))) continue;
    const auto place = std::find_if(game.columns.begin(), game.columns.end(), [&](const Column& c) {
      return c.cards.empty() ? rank_of(card) == game.ranks : takes(c.cards.back(), card);
    });
    CHECK(place != game.columns.end());
    place->cards.push_back(card);
  }
  int slot = 0;
  each_card(layout.buffer,
            [&](Card card) { game.buffers[static_cast<std::size_t>(slot++)] = card; });
  for (int suit = 0; suit < kSuits; ++suit)
    game.foundations[static_cast<std::size_t>(suit)] = layout.count(suit);
  for (Cards stock = layout.stock; stock; stock &= stock - 1)
    (lowest(stock) < layout.drawn ? game.waste : game.stock).push_back(board.stock[lowest(stock)]);
  if (game.variant.recycles != kUnlimited) game.recycled = game.variant.recycles - layout.recycles;
  return game;
}

// Layouts on the way of a random walk of the search's own steps, the first one not yet settled.
template <class Visit>
void each_layout(Random& random, const Board& board, const Game& game, Visit visit) {
  Layout layout = make_layout(board, game);
  visit(layout);
  settle(board, layout, kSilent);
  std::vector<Step> steps;
  for (int i = random.below(8); i >= 0; --i) {
    visit(layout);
    steps.clear();
    add_steps(board, layout, steps);
    if (steps.empty()) return;
    advance(board, layout, random.pick(steps), kSilent);
  }
}

}  // namespace

CLAIM(verdicts,
      "A verdict is that of brute force under every option, from any moment of a game, whatever the "
      "order in which steps are tried and however small the table; a win's line keeps to the "
      "rules.") {
  Solver solver(1 << 22);
  Seen tiny(1 << 10), large(1 << 22);
  int won = 0, lost = 0, stopped = 0;
  for_cases(300, [&](Random& random) {
    const auto [game, win] = decided_game(random);
    const Shown shown([&game = game] { return plain::describe(game); });
    ++(win ? won : lost);
    const Answer answer = solver.solve(game, {}, {});
    CHECK(answer.outcome == (win ? Outcome::kWinnable : Outcome::kUnwinnable));
    if (win) CHECK(plain::wins(game, answer.line));
    CHECK(win || answer.line.empty());

    const Board board(game);
    Layout root = make_layout(board, game);
    settle(board, root, kSilent);
    for (Seen* seen : {&tiny, &large}) {
      Control control({3000, {}}, {});
      Winning aim(board);
      Search search(board, *seen, control, aim);
      const Taste taste{.done = random.between(-9, 9), .down = random.between(-9, 9),
                        .held = random.between(-9, 9), .stock = random.between(-9, 9),
                        .noise = random.between(0, 50)};
      try {
        const Outcome outcome = search.run(root, Control::kNever, taste, random.next());
        CHECK(outcome == (win ? Outcome::kWinnable : Outcome::kUnwinnable));
        if (win) CHECK(plain::wins(game, single_moves(board, game, search.line())));
      } catch (const steppe::Stopped&) {
        ++stopped;
      }
    }
  });
  CHECK(won > 80 && lost > 80 && stopped < 40);
}

CLAIM(returning,
      "A card may go back from a buffer to the column it left, if it uncovered one that takes it: "
      "here nothing else wins.") {
  const Game game = small_game({{"2D", "2H", "AS", "3H", "2S"}, {"4H", "4D", "3D", "4S", "3S"}},
                               {4, 4}, {0, 1, 4, 1});
  CHECK(plain::winnable(game, 100'000) == true);
  CHECK(plain::winnable(game, 100'000, plain::Fault::kNoReturn) == false);
  const Answer answer = Solver(1 << 20).solve(game, {}, {});
  CHECK(answer.outcome == Outcome::kWinnable && plain::wins(game, answer.line));
}

CLAIM(splitting,
      "A run may be split though the card that is left cannot go up: here it goes to a buffer, and "
      "nothing else wins.") {
  const Game game = small_game({{"2S", "AH", "AS", "4H", "3S", "2H"}, {"3D", "3H", "4S", "4D"}},
                               {3, 3}, {0, 0, 4, 2});
  CHECK(plain::winnable(game, 100'000) == true);
  CHECK(plain::winnable(game, 100'000, plain::Fault::kNoSplit) == false);
  const Answer answer = Solver(1 << 20).solve(game, {}, {});
  CHECK(answer.outcome == Outcome::kWinnable && plain::wins(game, answer.line));
}

CLAIM(layouts,
      "Every arrangement of a layout's cards has the same verdict; settling and safe moves do not "
      "change it; what is called lost is lost and what is called a plain win is won.") {
  int safe_moves = 0, losses = 0, wins = 0;
  for_cases(120, [&](Random& random) {
    const auto [game, root_win] = decided_game(random);
    const Board board(game);
    each_layout(random, board, game, [&, &game = game](const Layout& layout) {
      const Game table = table_of(board, game, layout);
      const Shown shown([&] { return plain::describe(table); });
      table.check();
      CHECK(make_layout(Board(table), table).open == layout.open);
      const auto win = plain::winnable(table, kFewPositions);
      if (!win) return;
      if (lost(board, layout)) CHECK(!*win);
      if (plain_win(board, layout)) CHECK(*win);
      losses += lost(board, layout);
      wins += plain_win(board, layout);
      Layout settled = layout;
      settle(board, settled, [&](Card, Goal to, Play) { safe_moves += to == Goal::kUp; });
      CHECK(settled == layout ||
            plain::winnable(table_of(board, game, settled), 20 * kFewPositions) == win);
    });
    static_cast<void>(root_win);
  });
  CHECK(safe_moves > 25 && losses > 10 && wins > 25);
}

CLAIM(plays, "The cards of the stock that can be played are those that draws and recycles bring.") {
  for_cases(1000, [](Random& random) {
    Game game = plain::random_game(random);
    game.variant.recycles = random.one_of({kUnlimited, 0, 1});
    game.recycled = 0;
    const Board board(game);
    const Layout layout = make_layout(board, game);
    std::map<Card, int> expected, found;  // card to recycles
    for (int i = 0; i < 200; ++i) {
      if (!game.waste.empty()) expected.try_emplace(game.waste.back(), game.recycled);
      const Move move{game.stock.empty() ? Kind::kRecycle : Kind::kDraw};
      if (!game.legal(move) || game.recycled > 1) break;
      game.play(move);
    }
    for (const Play play : reachable(board, layout))
      CHECK(found.emplace(board.stock[play.place], play.recycled).second);
    CHECK(found == expected);
  });
}

CLAIM(keys, "Layouts of one game have the same key only if they differ in supply alone.") {
  for_cases(300, [](Random& random) {
    const Game game = plain::random_game(random);
    const Board board(game);
    std::vector<std::pair<Key, Layout>> known;
    for (int walk = 0; walk < 10; ++walk)
      each_layout(random, board, game, [&](const Layout& layout) {
        const Key key = place_of(board, layout).key;
        for (const auto& [other_key, other] : known) {
          const bool same = layout.open == other.open && layout.base == other.base &&
                            layout.buffer == other.buffer && layout.done == other.done &&
                            layout.stock == other.stock;
          CHECK(same || !(key == other_key));
        }
        known.emplace_back(key, layout);
      });
  });
}

CLAIM(visits,
      "A layout is visited again only with more supply or when it was forgotten, and a table that "
      "grows or is renewed knows what it should.") {
  Seen large(1 << 20), tiny(1);
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> known;
  Random random(7);
  std::uint64_t again = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Place place{{random.next() % 80, random.next() % 80},
                      static_cast<std::uint16_t>(random.below(4))};
    const auto [entry, first] = known.try_emplace({place.key.low, place.key.high}, place.supply);
    const bool more = first || place.supply > entry->second;
    const bool visited = large.first_visit(place, i);
    CHECK(visited || !more);
    again += visited && !more;
    if (more) CHECK(tiny.first_visit(place, i));
    entry->second = std::max<int>(entry->second, place.supply);
  }
  CHECK(again <= large.forgotten() && large.entries() > known.size() / 2);
  CHECK(tiny.forgotten() > 0);
  for (int i = 0; i < 5000; ++i) {
    large.renew();
    CHECK(large.first_visit({{1, 2}, 3}, 0));
    CHECK(!large.first_visit({{1, 2}, 3}, 0));
  }
}

CLAIM(limits, "A search that a limit or its caller stops has no verdict, and says which it was.") {
  Solver solver(1 << 20);
  int stopped = 0;
  for_cases(300, [&](Random& random) {
    const auto [game, win] = decided_game(random);
    const auto nodes = static_cast<std::uint64_t>(random.below(6));
    const Answer answer = solver.solve(game, {nodes, {}}, {});
    CHECK(answer.nodes <= nodes && !answer.interrupted);
    CHECK(answer.outcome == Outcome::kUnknown ||
          (answer.outcome == Outcome::kWinnable) == win);
    stopped += answer.outcome == Outcome::kUnknown;
  });
  CHECK(stopped > 50);
}

CLAIM(refusals, "What is no moment of a game is refused.") {
  Random random(3);
  const Game good = decided_game(random).first;
  good.check();
  const auto refused = [&](auto&& spoil) {
    Game bad = good;
    spoil(bad);
    try {
      bad.check();
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused([](Game& g) { g.variant.draw = 2; }));
  CHECK(refused([](Game& g) { g.variant.buffers = 5; }));
  CHECK(refused([](Game& g) { g.variant.recycles = -2; }));
  CHECK(refused([](Game& g) { g.variant.recycles = 0, g.recycled = 1; }));
  CHECK(refused([](Game& g) { g.ranks = 14; }));
  CHECK(refused([](Game& g) { g.columns.clear(); }));
  CHECK(refused([](Game& g) { g.stock.push_back(0), g.waste.push_back(0); }));
  CHECK(refused([](Game& g) { g.stock.push_back(kNoCard); }));
  CHECK(refused([](Game& g) { g.columns.front().down = 15; }));
  CHECK(refused([](Game& g) { g.foundations[2] = -1; }));
}
