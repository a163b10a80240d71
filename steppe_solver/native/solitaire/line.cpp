#include "line.hpp"

#include <algorithm>
#include <stdexcept>

#include "stop.hpp"

namespace steppe::solitaire {

namespace {

enum class Pile : std::uint8_t { kColumn, kBuffer, kWaste, kStock, kFoundation };

struct Spot {
  Pile pile;
  std::uint8_t number = 0;  // of the column, slot or suit
  std::uint8_t above = 0;   // cards that lie on it in its column
};

// Plays on the table what the search does to sets of cards.
class Table {
 public:
  explicit Table(Game game) : game_(std::move(game)) {}

  std::vector<Move> moves;

  bool won() const { return game_.won(); }

  void bring(Card card, Goal to) {
    Spot from = find(card);
    while (from.pile == Pile::kStock ||
           (from.pile == Pile::kWaste && game_.waste.back() != card)) {
      play({game_.stock.empty() ? Kind::kRecycle : Kind::kDraw});
      from = find(card);
    }
    if (to != Goal::kDown && from.pile == Pile::kColumn && from.above) {
      free(card, from);
      from = find(card);
    }
    if (to == Goal::kUp) {
      play({one_of(from.pile, Kind::kColumnToFoundation, Kind::kBufferToFoundation,
                   Kind::kWasteToFoundation),
            from.number, static_cast<std::uint8_t>(suit_of(card))});
    } else if (to == Goal::kHold) {
      const auto slot = std::find(game_.buffers.begin(), game_.buffers.end(), kNoCard);
      play({one_of(from.pile, Kind::kColumnToBuffer, Kind::kColumnToBuffer, Kind::kWasteToBuffer),
            from.number, static_cast<std::uint8_t>(slot - game_.buffers.begin())});
    } else {
      const Kind kind = from.pile == Pile::kFoundation
                            ? Kind::kFoundationToColumn
                            : one_of(from.pile, Kind::kColumnToColumn, Kind::kBufferToColumn,
                                     Kind::kWasteToColumn);
      play({kind, from.number, column_for(card, from),
            static_cast<std::uint8_t>(from.above + 1)});
    }
  }

 private:
  static Kind one_of(Pile pile, Kind column, Kind buffer, Kind waste) {
    return pile == Pile::kColumn ? column : pile == Pile::kBuffer ? buffer : waste;
  }

  Spot find(Card card) const {
    for (std::size_t i = 0; i < game_.columns.size(); ++i) {
      const auto& cards = game_.columns[i].cards;
      if (const auto at = std::find(cards.begin(), cards.end(), card); at != cards.end())
        return {Pile::kColumn, static_cast<std::uint8_t>(i),
                static_cast<std::uint8_t>(cards.end() - at - 1)};
    }
    for (std::size_t i = 0; i < game_.buffers.size(); ++i)
      if (game_.buffers[i] == card) return {Pile::kBuffer, static_cast<std::uint8_t>(i)};
    for (const Card waste : game_.waste)
      if (waste == card) return {Pile::kWaste};
    for (const Card stock : game_.stock)
      if (stock == card) return {Pile::kStock};
    return {Pile::kFoundation, static_cast<std::uint8_t>(suit_of(card))};
  }

  // A column whose open end takes the card.
  std::uint8_t column_for(Card card, Spot from) const {
    for (std::size_t i = 0; i < game_.columns.size(); ++i) {
      const auto& cards = game_.columns[i].cards;
      if (from.pile == Pile::kColumn && from.number == i) continue;
      if (cards.empty() ? rank_of(card) == game_.ranks : takes(cards.back(), card))
        return static_cast<std::uint8_t>(i);
    }
    throw std::logic_error("no column for a card");
  }

  // The shift of layout.hpp: what lies on the card moves to its twin.
  void free(Card card, Spot from) {
    const auto& cards = game_.columns[from.number].cards;
    const Card child = cards[cards.size() - from.above];
    static_cast<void>(card);
    play({Kind::kColumnToColumn, from.number,
          column_for(child, {Pile::kColumn, from.number}), from.above});
  }

  void play(Move move) {
    if (!game_.legal(move)) throw std::logic_error("a move against the rules");
    game_.play(move);
    moves.push_back(move);
  }

  Game game_;
};

// Plays the steps, and puts up what can then go up from where it is.
void play_steps(const Board& board, Table& table, const Game& game, const std::vector<Step>& steps) {
  Layout layout = make_layout(board, game);
  const auto told = [&](Card card, Goal to, Play) { table.bring(card, to); };
  settle(board, layout, told);
  for (const Step& step : steps) advance(board, layout, step, told);
  // Lowest cards first: where the win is plain the lowest left can always go up.
  each_card(plainly_up(board, layout) & ~layout.done,
            [&](Card card) { table.bring(card, Goal::kUp); });
}

}  // namespace

std::vector<Move> single_moves(const Board& board, Game game, const std::vector<Step>& steps) {
  Table table(game);
  play_steps(board, table, game, steps);
  if (!table.won()) throw std::logic_error("a line that does not win");
  return std::move(table.moves);
}

std::vector<Move> moves_to_stop(const Board& board, const Game& game,
                                const std::vector<Step>& steps) {
  Table table(game);
  play_steps(board, table, game, steps);
  return std::move(table.moves);
}

}  // namespace steppe::solitaire
