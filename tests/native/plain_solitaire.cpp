#include "plain_solitaire.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>

namespace plain {

namespace {

using steppe::solitaire::Game;

// A card is rank * 4 + suit with ranks from 1; a pile is a string of cards, the top last.
using Pile = std::string;
int rank(char card) { return card / 4; }
int suit(char card) { return card % 4; }
bool is_red(char card) { return suit(card) == 1 || suit(card) == 3; }

struct Moment {
  std::vector<Pile> columns;
  std::vector<int> hidden;
  Pile stock, waste, buffers;
  std::array<int, 4> up{};
  int recycled = 0;
  Pile barred;  // only with a fault: cards of buffers, each followed by the pile it must not go to

  std::string text() const {
    // Neither the order of columns nor of buffers matters; only a limit makes recycles matter.
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < columns.size(); ++i)
      parts.push_back(static_cast<char>(hidden[i] + 'a') + columns[i]);
    std::sort(parts.begin(), parts.end());
    Pile held = buffers;
    std::sort(held.begin(), held.end());
    parts.insert(parts.end(), {stock, waste, held});
    std::string all;
    for (const auto& part : parts) all += part + '|';
    for (const int count : up) all += static_cast<char>('0' + count);
    return all + static_cast<char>('0' + recycled) + barred;
  }
};

class Rules {
 public:
  explicit Rules(const Game& game, Fault fault = Fault::kNone)
      : option_(game.variant), king_(game.ranks), fault_(fault) {}

  bool won(const Moment& now) const {
    return std::all_of(now.up.begin(), now.up.end(), [&](int count) { return count == king_; });
  }

  std::vector<Moment> after(const Moment& now) const {
    std::vector<Moment> all;
    if (!now.stock.empty()) {
      Moment next = now;
      for (int i = 0; i < option_.draw && !next.stock.empty(); ++i) {
        next.waste += next.stock.front();
        next.stock.erase(0, 1);
      }
      all.push_back(next);
    } else if (!now.waste.empty() &&
               (option_.recycles < 0 || now.recycled < option_.recycles)) {
      Moment next = now;
      next.stock = now.waste;
      next.waste.clear();
      if (option_.recycles >= 0) ++next.recycled;
      all.push_back(next);
    }
    if (!now.waste.empty()) {
      Moment taken = now;
      taken.waste.pop_back();
      send(taken, now.waste.substr(now.waste.size() - 1), true, all);
    }
    for (std::size_t slot = 0; slot < now.buffers.size(); ++slot) {
      Moment taken = now;
      taken.buffers.erase(slot, 1);
      send(taken, now.buffers.substr(slot, 1), false, all);
    }
    for (std::size_t i = 0; i < now.columns.size(); ++i) {
      const Pile& pile = now.columns[i];
      const int open = static_cast<int>(pile.size()) - now.hidden[i];
      for (int count = 1; count <= open; ++count) {
        Moment taken = now;
        const std::size_t rest = pile.size() - static_cast<std::size_t>(count);
        if (fault_ == Fault::kNoSplit && count < open && !next_up(now, pile[rest - 1])) {
          if (count == 1) send_up_or_hold(now, static_cast<int>(i), all);
          continue;
        }
        taken.columns[i].resize(rest);
        if (rest > 0 && taken.hidden[i] == static_cast<int>(rest)) --taken.hidden[i];
        send(taken, pile.substr(rest), true, all, static_cast<int>(i));
      }
    }
    if (!option_.locked)
      for (int s = 0; s < 4; ++s) {
        if (!now.up[s]) continue;
        Moment taken = now;
        const Pile card(1, static_cast<char>(now.up[s] * 4 + s));
        --taken.up[s];
        to_columns(taken, card, -1, all);
      }
    return all;
  }

 private:
  void to_columns(const Moment& taken, const Pile& run, int from, std::vector<Moment>& all) const {
    for (std::size_t i = 0; i < taken.columns.size(); ++i) {
      if (static_cast<int>(i) == from) continue;
      const Pile& pile = taken.columns[i];
      const bool fits = pile.empty() ? rank(run[0]) == king_
                                     : rank(pile.back()) == rank(run[0]) + 1 &&
                                           is_red(pile.back()) != is_red(run[0]);
      if (!fits || taken.barred.find(run + pile + '|') != Pile::npos) continue;
      Moment next = taken;
      next.columns[i] += run;
      all.push_back(next);
    }
  }

  bool next_up(const Moment& now, char card) const {
    return now.up[static_cast<std::size_t>(suit(card))] == rank(card) - 1;
  }

  void send_up_or_hold(const Moment& now, int from, std::vector<Moment>& all) const {
    Moment taken = now;
    Pile& pile = taken.columns[static_cast<std::size_t>(from)];
    const Pile run(1, pile.back());
    pile.pop_back();
    send(taken, run, true, all, from, false);
  }

  void send(const Moment& taken, const Pile& run, bool may_be_held, std::vector<Moment>& all,
            int from = -1, bool may_go_down = true) const {
    if (may_go_down) to_columns(taken, run, from, all);
    if (run.size() > 1) return;
    const char card = run[0];
    if (next_up(taken, card)) {
      Moment next = taken;
      ++next.up[static_cast<std::size_t>(suit(card))];
      all.push_back(next);
    }
    if (may_be_held && static_cast<int>(taken.buffers.size()) < option_.buffers) {
      Moment next = taken;
      next.buffers += card;
      if (fault_ == Fault::kNoReturn && from >= 0)
        next.barred += run + taken.columns[static_cast<std::size_t>(from)] + '|';
      all.push_back(next);
    }
  }

  steppe::solitaire::Variant option_;
  int king_;
  Fault fault_;
};

char card_of(steppe::solitaire::Card card) { return static_cast<char>(card + 4); }

Moment start_of(const Game& game) {
  Moment start;
  for (const auto& column : game.columns) {
    Pile pile;
    for (const auto card : column.cards) pile += card_of(card);
    start.columns.push_back(pile);
    start.hidden.push_back(column.down);
  }
  for (const auto card : game.stock) start.stock += card_of(card);
  for (const auto card : game.waste) start.waste += card_of(card);
  for (const auto card : game.buffers)
    if (card != steppe::solitaire::kNoCard) start.buffers += card_of(card);
  start.up = game.foundations;
  start.recycled = game.variant.recycles < 0 ? 0 : game.recycled;
  return start;
}

}  // namespace

namespace {

// Visits every moment that can be reached until one says enough. False if there are too many.
template <class Enough>
bool everywhere(const Game& game, const Rules& rules, std::size_t most_positions, Enough enough) {
  std::deque<Moment> queue{start_of(game)};
  std::unordered_set<std::string> seen{queue.front().text()};
  while (!queue.empty()) {
    const Moment now = std::move(queue.front());
    queue.pop_front();
    if (enough(now)) return true;
    for (Moment& next : rules.after(now))
      if (seen.insert(next.text()).second) queue.push_back(std::move(next));
    if (seen.size() > most_positions) return false;
  }
  return true;
}

}  // namespace

std::optional<bool> winnable(const Game& game, std::size_t most_positions, Fault fault) {
  const Rules rules(game, fault);
  bool won = false;
  const auto wins = [&](const Moment& now) { return won = rules.won(now); };
  if (!everywhere(game, rules, most_positions, wins)) return std::nullopt;
  return won;
}

std::optional<int> most_up(const Game& game, std::size_t most_positions) {
  int most = 0;
  const auto count = [&](const Moment& now) {
    most = std::max(most, std::accumulate(now.up.begin(), now.up.end(), 0));
    return most == 4 * game.ranks;
  };
  if (!everywhere(game, Rules(game), most_positions, count)) return std::nullopt;
  return most;
}

std::optional<int> up_after(const Game& game, const std::vector<steppe::solitaire::Move>& moves) {
  const Rules rules(game);
  Game after = game;
  for (const auto move : moves) {
    const auto possible = rules.after(start_of(after));
    after.play(move);
    const std::string text = start_of(after).text();
    if (std::none_of(possible.begin(), possible.end(),
                     [&](const Moment& moment) { return moment.text() == text; }))
      return std::nullopt;
  }
  return std::accumulate(after.foundations.begin(), after.foundations.end(), 0);
}

bool wins(const Game& game, const std::vector<steppe::solitaire::Move>& moves) {
  return up_after(game, moves) == 4 * game.ranks;
}

Game random_game(check::Random& random) {
  using namespace steppe::solitaire;
  Game game;
  game.variant.buffers = random.one_of({0, 0, 1, 1, 2, 3, 4});
  game.variant.draw = random.one_of({1, 3});
  game.variant.recycles = random.one_of({kUnlimited, kUnlimited, 0, 1, 2, 3});
  game.variant.locked = random.chance(60);
  game.ranks = random.one_of({1, 2, 3, 3, 4, 4, 5, 5, 6, 7});
  std::vector<Card> deck;
  for (int card = 0; card < kSuits * game.ranks; ++card) deck.push_back(static_cast<Card>(card));
  for (std::size_t i = deck.size(); i > 1; --i)
    std::swap(deck[i - 1], deck[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  // Few columns, deep ones and badly spent buffers make games that are lost. With many buffers it
  // also takes low cards at the bottom, and few others that could be held for nothing.
  const bool buried = random.chance(20 * game.variant.buffers);
  if (buried)
    std::stable_sort(deck.begin(), deck.end(), [&](Card a, Card b) {
      return rank_of(a) / 2 > rank_of(b) / 2;
    });
  const int most_columns = game.variant.buffers > 1 || game.ranks > 5 ? 2 : 3;
  game.columns.resize(static_cast<std::size_t>(random.between(1, most_columns)));
  const bool stairs = !buried && random.chance(25);
  const int depth = random.between(1, 12);
  for (std::size_t i = 0; i < game.columns.size(); ++i) {
    const int size = buried   ? random.between(7, kMostDown)
                     : stairs ? static_cast<int>(i) + 1
                              : random.between(0, depth);
    auto& [cards, down] = game.columns[i];
    for (int j = 0; j < size && !deck.empty(); ++j) {
      cards.push_back(deck.back());
      deck.pop_back();
    }
    down = std::max(static_cast<int>(cards.size()) - 1, 0);
  }
  game.stock = deck;
  // A game under way, played at random or so that the buffers fill.
  const bool filling = random.chance(50);
  for (int moves = random.one_of({0, random.below(12), random.below(40)}); moves > 0; --moves) {
    std::vector<Move> legal, fill;
    for (int kind = 0; kind <= static_cast<int>(Kind::kFoundationToColumn); ++kind)
      for (int from = 0; from < 7; ++from)
        for (int to = 0; to < 7; ++to)
          for (int count = 1; count <= game.ranks; ++count) {
            const Move move{static_cast<Kind>(kind), static_cast<std::uint8_t>(from),
                            static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(count)};
            if (!game.legal(move)) continue;
            legal.push_back(move);
            if (move.kind == Kind::kColumnToBuffer || move.kind == Kind::kWasteToBuffer)
              fill.push_back(move);
          }
    if (legal.empty()) break;
    game.play(random.pick(filling && !fill.empty() ? fill : legal));
  }
  return game;
}

std::string describe(const Game& game) {
  const auto& option = game.variant;
  std::ostringstream text;
  text << 'c' << option.buffers << 'd' << option.draw << (option.locked ? 'L' : 'U') << "-r"
       << option.recycles << ", " << game.ranks << " ranks, recycled " << game.recycled;
  const auto name = [&](steppe::solitaire::Card card) {
    text << ' ' << "A23456789TJQK"[card / 4] << "SHCD"[card % 4];
  };
  for (const auto& column : game.columns) {
    text << "; column";
    for (std::size_t i = 0; i < column.cards.size(); ++i) {
      if (static_cast<int>(i) == column.down) text << " |";
      name(column.cards[i]);
    }
  }
  text << "; stock";
  for (const auto card : game.stock) name(card);
  text << "; waste";
  for (const auto card : game.waste) name(card);
  text << "; buffers";
  for (const auto card : game.buffers)
    if (card != steppe::solitaire::kNoCard) name(card);
  text << "; foundations";
  for (const int count : game.foundations) text << ' ' << count;
  return text.str();
}

}  // namespace plain
