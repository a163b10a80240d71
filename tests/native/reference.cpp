#include "reference.hpp"

#include <algorithm>

using namespace steppe;

std::optional<std::size_t> PlainGame::empty_cell_at(int x, int y, std::size_t start) const {
  for (std::size_t i = start + 1; i < cells.size; ++i)
    if (cells[i].x == x && cells[i].y == y && !cells[i].filled) return i;
  return std::nullopt;
}

template <class Visit>
bool PlainGame::any_placement(int player, Visit visit) const {
  const auto& hand = hands[static_cast<std::size_t>(player)];
  const auto usable = [&](std::size_t i) {
    return cells[i].marks[static_cast<std::size_t>(player)];
  };
  for (std::size_t i = 0; i < cells.size; ++i) {
    if (cells[i].filled) continue;
    if (hand[kNeutral] > 0 && visit(Placement{kNeutral, 1, {i}})) return true;
    if (!usable(i)) continue;
    if (hand[kOne] > 0 && visit(Placement{kOne, 1, {i}})) return true;
    if (hand[kFive] == 0 && hand[kTen] == 0) continue;
    for (const bool standing : {false, true}) {
      const int dx = standing ? 0 : 1, dy = standing ? 1 : 0;
      const auto second = empty_cell_at(cells[i].x + dx, cells[i].y + dy, i);
      if (!second) continue;
      if (hand[kFive] > 0 && usable(*second) && visit(Placement{kFive, 2, {i, *second}}))
        return true;
      const auto third = empty_cell_at(cells[i].x + 2 * dx, cells[i].y + 2 * dy, *second);
      if (third && hand[kTen] > 0 && usable(*third) &&
          visit(Placement{kTen, 3, {i, *second, *third}}))
        return true;
    }
  }
  return false;
}

std::vector<PlainGame::Placement> PlainGame::placements(int player) const {
  std::vector<Placement> found;
  any_placement(player, [&](const Placement& placement) {
    found.push_back(placement);
    return false;
  });
  return found;
}

bool PlainGame::can_place(int player) const {
  return any_placement(player, [](const Placement&) { return true; });
}

int PlainGame::play(const Placement& placement) {
  const int points = level * (placement.tile == kOne    ? 1
                              : placement.tile == kFive ? 5
                              : placement.tile == kTen  ? 10
                                                        : 0);
  const int player = mover;
  for (int n = 0; n < placement.length; ++n) {
    Cell& cell = cells[placement.cells[static_cast<std::size_t>(n)]];
    cell.filled = true;
    cell.marks = {placement.tile == kNeutral || player == 0,
                  placement.tile == kNeutral || player == 1};
  }
  --hands[static_cast<std::size_t>(player)][placement.tile];
  pass_turn(1 - player, player);
  return points;
}

void PlainGame::pass_turn(int first, int last_placer) {
  mover = -1;
  for (;;) {
    if (can_place(first))
      mover = first;
    else if (can_place(1 - first))
      mover = 1 - first;
    if (mover >= 0 || level == levels) return;
    ++level;
    Cells next{};
    for (const Cell& cell : cells)
      if (cell.filled) next.push_back({cell.x, cell.y, false, cell.marks});
    cells = next;
    first = last_placer;
  }
}

std::string PlainGame::text() const {
  std::string text;
  for (const Cell& cell : cells) {
    text += std::to_string(cell.x) + "," + std::to_string(cell.y) + (cell.filled ? "*" : "");
    text += cell.marks[0] ? cell.marks[1] ? "N " : "R " : cell.marks[1] ? "B " : "- ";
  }
  for (const auto& hand : hands) {
    text += "| ";
    for (const int tiles : hand) text += std::to_string(tiles) + " ";
  }
  return text + "| mover " + std::to_string(mover) + " level " + std::to_string(level) + " of " +
         std::to_string(levels);
}

namespace {

std::array<int, 4> hand(const Reserve& reserve) {
  return {reserve[kOne], reserve[kFive], reserve[kTen], reserve[kNeutral]};
}

bool has(Cells cells, int x, int y) { return (cells >> (5 * y + x) & 1) != 0; }

}  // namespace

PlainGame plain(const Position& position) {
  PlainGame game{{},
                 {hand(position.reserve[0]), hand(position.reserve[1])},
                 position.mover,
                 position.level,
                 position.levels};
  for (std::int8_t x = 0; x < 5; ++x)
    for (std::int8_t y = 0; y < 5; ++y) {
      if (has(position.open, x, y))
        game.cells.push_back(
            {x, y, false, {has(position.usable[0], x, y), has(position.usable[1], x, y)}});
      else if (has(position.laid[0] | position.laid[1], x, y))
        game.cells.push_back(
            {x, y, true, {has(position.laid[0], x, y), has(position.laid[1], x, y)}});
    }
  return game;
}

PlainGame plain(const LastLevel& state) {
  PlainGame game{{}, {hand(state.me), hand(state.other)}, 0, 1, 1};
  for (std::int8_t x = 0; x < 5; ++x)
    for (std::int8_t y = 0; y < 5; ++y)
      if (has(state.open, x, y))
        game.cells.push_back({x, y, false, {has(state.mine, x, y), has(state.theirs, x, y)}});
  std::int8_t far = 10;
  for (std::size_t kind = 0; kind < 4; ++kind)
    for (int i = 0; i < state.lone[kind]; ++i, far = static_cast<std::int8_t>(far + 2))
      game.cells.push_back({far, 0, false, {(kind & 1) != 0, (kind & 2) != 0}});
  return game;
}

Cells bits(const PlainGame& game, const PlainGame::Placement& placement) {
  Cells cells = 0;
  for (int n = 0; n < placement.length; ++n) {
    const PlainGame::Cell& cell = game.cells[placement.cells[static_cast<std::size_t>(n)]];
    cells |= Cells{1} << (5 * cell.y + cell.x);
  }
  return cells;
}

std::optional<int> Minimax::value(const PlainGame& game, std::size_t most_positions) {
  known_.clear();
  most_positions_ = most_positions;
  try {
    return search(game);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

int Minimax::search(const PlainGame& game) {
  if (game.mover < 0) return 0;
  // The text without its words: short, and different for different positions of one game.
  std::string key;
  for (const PlainGame::Cell& cell : game.cells) {
    key += static_cast<char>(cell.x);
    key += static_cast<char>(cell.y << 3 | (cell.filled ? 4 : 0) | (cell.marks[0] ? 2 : 0) |
                             (cell.marks[1] ? 1 : 0));
  }
  key += '|';
  for (const auto& tiles : game.hands)
    for (const int held : tiles) key += static_cast<char>(held);
  key += static_cast<char>(game.level);
  key += static_cast<char>(game.mover);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (known_.size() >= most_positions_) throw TooLarge{};

  std::optional<int> best;
  game.any_placement(game.mover, [&](const PlainGame::Placement& placement) {
    PlainGame after = game;
    const int points = after.play(placement);
    const int rest = search(after);
    const int value = points + (after.mover == game.mover ? rest : -rest);
    best = std::max(best.value_or(value), value);
    return false;
  });
  return known_[key] = *best;
}
