#include "shortest_sprint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "shortest_position.hpp"

namespace steppe::solitaire {

namespace {

int cards_up(const Game& game) {
  return std::accumulate(game.foundations.begin(), game.foundations.end(), 0);
}

// What it takes to bring a suit to a number of cards up.
struct Need {
  Cards moving = 0;
  int draws = 0;
};

// The needs of a suit for each number of cards up; up to the number there is, none.
std::array<Need, kMostRanks + 1> needs(const Board& board, const Game& game, int suit) {
  std::array<Need, kMostRanks + 1> all{};
  for (int rank = game.foundations[static_cast<std::size_t>(suit)] + 1; rank <= board.ranks; ++rank) {
    Need need = all[static_cast<std::size_t>(rank) - 1];
    const Card card = make_card(suit, rank);
    need.moving |= bit(card);
    for (const Column& column : game.columns) {
      const auto size = static_cast<int>(column.cards.size());
      for (int at = 0; at < size; ++at) {
        if (column.cards[static_cast<std::size_t>(at)] != card) continue;
        const int last = at < column.down ? column.down : std::min(at + 1, size - 1);
        for (int above = at + 1; above <= last; ++above)
          need.moving |= bit(column.cards[static_cast<std::size_t>(above)]);
      }
    }
    const auto place = std::find(game.stock.begin(), game.stock.end(), card);
    if (place != game.stock.end())
      need.draws = std::max(need.draws, static_cast<int>(place - game.stock.begin()) /
                                                board.variant.draw + 1);
    all[static_cast<std::size_t>(rank)] = need;
  }
  return all;
}

int most_up(const Board& board, const Game& game, int moves) {
  std::array<std::array<Need, kMostRanks + 1>, kSuits> all;
  for (int suit = 0; suit < kSuits; ++suit)
    all[static_cast<std::size_t>(suit)] = needs(board, game, suit);
  int best = 0;
  const auto look = [&](auto&& self, std::size_t suit, Cards moving, int draws, int up) -> void {
    if (suit == kSuits) {
      best = std::max(best, up);
      return;
    }
    for (int rank = game.foundations[suit]; rank <= board.ranks; ++rank) {
      const Need& need = all[suit][static_cast<std::size_t>(rank)];
      const Cards both = moving | need.moving;
      const int drawn = std::max(draws, need.draws);
      if (std::popcount(both) + drawn > moves) return;  // more cards need no less
      self(self, suit + 1, both, drawn, up + rank);
    }
  };
  look(look, 0, 0, 0, 0);
  return best;
}

}  // namespace

SprintAnswer sprint(const ShortestSolver& solver, const Game& game, int moves,
                    const Control::Limits& limits, Control::Tick stop) {
  const ShortestAnswer win = solver.solve(game, limits, std::move(stop));
  SprintAnswer answer{cards_up(game), most_up(Board(game), game, moves), {}, win.nodes, win.seconds,
                      win.interrupted};
  if (win.unwinnable || moves < win.lower)
    answer.upper = std::min(answer.upper, kSuits * game.ranks - (cards_up(game) < kSuits * game.ranks));
  Game now = game;
  std::size_t length = 0;
  for (std::size_t i = 0; i < win.line.size() && static_cast<int>(i) < moves; ++i) {
    now.play(win.line[i]);
    if (cards_up(now) <= answer.lower) continue;
    answer.lower = cards_up(now);
    length = i + 1;
  }
  answer.line.assign(win.line.begin(), win.line.begin() + static_cast<std::ptrdiff_t>(length));
  return answer;
}

}  // namespace steppe::solitaire
