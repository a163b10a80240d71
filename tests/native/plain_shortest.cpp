#include "plain_shortest.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>

namespace plain {

namespace {

using steppe::solitaire::Card;
using steppe::solitaire::Cards;
using steppe::solitaire::Game;
using steppe::solitaire::Kind;
using steppe::solitaire::Move;

std::string text(const Game& game) {
  const auto letter = [](int number) { return static_cast<char>(number + 1); };
  const auto written = [&](const auto& cards) {
    std::string all;
    for (const Card card : cards) all += letter(card);
    return all + '|';
  };
  std::vector<std::string> columns;
  for (const auto& column : game.columns)
    columns.push_back(letter(column.down) + written(column.cards));
  std::sort(columns.begin(), columns.end());
  std::string all;
  for (const auto& column : columns) all += column;
  auto buffers = game.buffers;
  std::sort(buffers.begin(), buffers.end());
  all += written(game.stock) + written(game.waste) + written(buffers);
  for (const int count : game.foundations) all += letter(count);
  return game.variant.recycles < 0 ? all : all + letter(game.recycled);
}

template <class Visit>
void each_move(const Game& game, Visit visit) {
  const int columns = static_cast<int>(game.columns.size());
  const auto play = [&](Kind kind, int from, int to, int count) {
    const Move move{kind, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                    static_cast<std::uint8_t>(count)};
    if (game.legal(move)) visit(move);
  };
  for (const Kind kind : {Kind::kDraw, Kind::kRecycle, Kind::kWasteToFoundation})
    play(kind, 0, 0, 1);
  for (int to = 0; to < game.variant.buffers; ++to) {
    play(Kind::kWasteToBuffer, 0, to, 1);
    play(Kind::kBufferToFoundation, to, 0, 1);
    for (int i = 0; i < columns; ++i) {
      play(Kind::kColumnToBuffer, i, to, 1);
      play(Kind::kBufferToColumn, to, i, 1);
    }
  }
  for (int i = 0; i < columns; ++i) {
    play(Kind::kWasteToColumn, 0, i, 1);
    play(Kind::kColumnToFoundation, i, 0, 1);
    for (int suit = 0; suit < 4; ++suit) play(Kind::kFoundationToColumn, suit, i, 1);
    for (int to = 0; to < columns; ++to)
      for (int count = 1; count <= game.ranks; ++count)
        play(Kind::kColumnToColumn, i, to, count);
  }
}

}  // namespace

std::optional<Lengths> lengths(const Game& game, std::size_t most_positions, int most_moves) {
  Lengths found;
  std::deque<std::pair<Game, int>> queue{{game, 0}};
  std::unordered_set<std::string> seen{text(game)};
  while (!queue.empty()) {
    const auto [now, moves] = std::move(queue.front());
    queue.pop_front();
    const int up = std::accumulate(now.foundations.begin(), now.foundations.end(), 0);
    const auto size = static_cast<std::size_t>(moves);
    while (found.most_up.size() <= size)
      found.most_up.push_back(found.most_up.empty() ? up : found.most_up.back());
    found.most_up[size] = std::max(found.most_up[size], up);
    if (now.won()) {
      if (!found.win) found.win = moves;
      continue;
    }
    if (moves == most_moves) continue;
    each_move(now, [&](Move move) {
      Game next = now;
      next.play(move);
      if (seen.insert(text(next)).second) queue.emplace_back(std::move(next), moves + 1);
    });
    if (seen.size() > most_positions) return std::nullopt;
  }
  return found;
}

Cards extras(const Game& game, Move move) {
  Cards cards = 0;
  switch (move.kind) {
    case Kind::kRecycle:
      if (game.variant.draw == 1)
        for (const Card card : game.waste) cards |= steppe::solitaire::bit(card);
      return cards;
    case Kind::kWasteToColumn:
    case Kind::kWasteToBuffer:
      return steppe::solitaire::bit(game.waste.back());
    case Kind::kColumnToColumn:
    case Kind::kColumnToBuffer: {
      const auto& from = game.columns[move.from].cards;
      return steppe::solitaire::bit(from[from.size() - move.count]);
    }
    case Kind::kBufferToColumn:
      return steppe::solitaire::bit(game.buffers[move.from]);
    default:
      return cards;
  }
}

std::optional<std::vector<Move>> win_without(const Game& game, Cards forbidden,
                                             std::size_t most_positions) {
  struct Met {
    Game game;
    std::size_t before;
    Move move;
  };
  std::vector<Met> met{{game, 0, {}}};
  std::unordered_set<std::string> seen{text(game)};
  for (std::size_t at = 0; at < met.size(); ++at) {
    const Game now = met[at].game;
    if (now.won()) {
      std::vector<Move> line;
      for (; at; at = met[at].before) line.push_back(met[at].move);
      std::reverse(line.begin(), line.end());
      return line;
    }
    each_move(now, [&](Move move) {
      if (extras(now, move) & forbidden) return;
      Game next = now;
      next.play(move);
      if (seen.insert(text(next)).second) met.push_back({std::move(next), at, move});
    });
    if (seen.size() > most_positions) break;
  }
  return std::nullopt;
}

Game after_random_moves(check::Random& random, Game game, int moves) {
  for (; moves > 0; --moves) {
    std::vector<Move> legal;
    for (int kind = 0; kind <= static_cast<int>(Kind::kFoundationToColumn); ++kind)
      for (int from = 0; from < steppe::solitaire::kMostColumns; ++from)
        for (int to = 0; to < steppe::solitaire::kMostColumns; ++to)
          for (int count = 1; count <= game.ranks; ++count) {
            const Move move{static_cast<Kind>(kind), static_cast<std::uint8_t>(from),
                            static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(count)};
            if (game.legal(move)) legal.push_back(move);
          }
    if (legal.empty()) break;
    game.play(random.pick(legal));
  }
  return game;
}

Game random_full_deal(check::Random& random) {
  using namespace steppe::solitaire;
  Game game;
  game.variant.buffers = random.below(5);
  game.variant.draw = random.one_of({1, 3});
  game.variant.recycles = random.one_of({kUnlimited, 0, 1});
  game.variant.locked = random.chance(50);
  std::vector<Card> deck(kMostCards);
  for (Card card = 0; card < kMostCards; ++card) deck[card] = card;
  for (std::size_t i = deck.size(); i > 1; --i)
    std::swap(deck[i - 1], deck[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  for (int i = 0; i < kMostColumns; ++i) {
    game.columns.push_back({{deck.end() - i - 1, deck.end()}, i});
    deck.resize(deck.size() - static_cast<std::size_t>(i) - 1);
  }
  game.stock = deck;
  return game;
}

Game random_deal(check::Random& random) {
  using namespace steppe::solitaire;
  Game game;
  game.variant.buffers = random.one_of({0, 0, 1, 1, 2, 2, 3, 4});
  game.variant.draw = random.one_of({1, 1, 3});
  game.variant.recycles = random.one_of({kUnlimited, kUnlimited, 0, 1, 2});
  game.variant.locked = random.chance(60);
  const int suits = random.one_of({2, 3, 4, 4});
  game.ranks = random.between(2, suits == 4 ? 5 : 7);
  std::vector<Card> deck;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (suit >= suits) game.foundations[static_cast<std::size_t>(suit)] = game.ranks;
    for (int rank = 1; suit < suits && rank <= game.ranks; ++rank)
      deck.push_back(make_card(suit, rank));
  }
  for (std::size_t i = deck.size(); i > 1; --i)
    std::swap(deck[i - 1], deck[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  game.columns.resize(static_cast<std::size_t>(random.between(1, 4)));
  const int least = random.between(0, 3);
  const bool stairs = random.chance(50);
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    auto& [cards, down] = game.columns[i];
    const int size = least + (stairs ? static_cast<int>(i) : random.below(4));
    for (int j = 0; j < size && !deck.empty(); ++j) {
      cards.push_back(deck.back());
      deck.pop_back();
    }
    down = std::max(static_cast<int>(cards.size()) - 1, 0);
  }
  game.stock = deck;
  return game;
}

}  // namespace plain
