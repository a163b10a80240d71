// The native rules against the plain ones.
#include <algorithm>
#include <vector>

#include "cases.hpp"
#include "reference.hpp"

using namespace steppe;

namespace {

std::vector<Move> moves_of(const Position& position) {
  std::vector<Move> moves;
  position.each_move([&](Move move) { moves.push_back(move); });
  return moves;
}

// Both as they can be compared: kind of tile and cells.
using Laying = std::pair<int, Cells>;
std::vector<Laying> layings(const std::vector<Move>& moves) {
  std::vector<Laying> all;
  for (const Move move : moves) all.emplace_back(move.tile, move.covers());
  std::sort(all.begin(), all.end());
  return all;
}
std::vector<Laying> layings(const PlainGame& game) {
  std::vector<Laying> all;
  for (const auto& placement : game.placements(game.mover))
    all.emplace_back(placement.tile, bits(game, placement));
  std::sort(all.begin(), all.end());
  return all;
}

// Any variant with sides up to 5, from nearly nothing to the standard game and beyond.
Position any_start(Random& random) {
  for (;;) {
    Reserve hand{};
    for (auto& held : hand.held) held = static_cast<std::uint8_t>(random.below(8));
    const Cells neutral = static_cast<Cells>(random.next() & random.next() & random.next());
    const int width = random.between(1, 5), height = random.between(1, 5);
    Cells board = 0;
    for (int y = 0; y < height; ++y) board |= ((Cells{1} << width) - 1) << 5 * y;
    const Position position = start(width, height, random.between(1, 4), hand, neutral & board);
    if (position.mover != kNobody) return position;
  }
}

}  // namespace

CLAIM(perft_of_the_start,
      "The start has 108, 10308 and 866256 sequences of one, two and three moves.") {
  CHECK_EQUAL(perft(standard_start(), 0), 1u);
  CHECK_EQUAL(perft(standard_start(), 1), 108u);
  CHECK_EQUAL(perft(standard_start(), 2), 10308u);
  CHECK_EQUAL(perft(standard_start(), 3), 866256u);
}

CLAIM(random_games,
      "In random games of many variants the moves, points, movers, skips, levels and ends are the "
      "plain rules', cells are never in two states, and every tile is in a hand or on the board.") {
  for_cases(2500, [](Random& random) {
    Position position = any_start(random);
    PlainGame game = plain(position);
    const bool greedy = random.chance(50);  // uses up the tens and fives, so that holes come up
    while (position.mover != kNobody) {
      const Shown shown([&] { return text(position); });
      CHECK(position.can_place(position.mover));
      CHECK(layings(moves_of(position)) == layings(game));
      const std::vector<Move> moves = moves_of(position);
      const Move move = greedy && random.chance(80) ? moves.front() : random.pick(moves);
      const Position before = position;
      const int points = position.play(move);

      for (const auto& placement : game.placements(game.mover))
        if (placement.tile == move.tile && bits(game, placement) == move.covers()) {
          CHECK_EQUAL(points, game.play(placement));
          break;
        }
      CHECK(plain(position) == game);
      CHECK(!(position.open & (position.laid[0] | position.laid[1])));
      CHECK(!(position.open & ~(position.usable[0] | position.usable[1])));
      CHECK_EQUAL(before.reserve[0].units() + before.reserve[1].units() -
                      position.reserve[0].units() - position.reserve[1].units(),
                  kFace[move.tile]);
      if (position.level == before.level)
        CHECK_EQUAL(count(before.open) - count(position.open), kLength[move.tile]);
    }
    CHECK(!position.can_place(0) && !position.can_place(1));
    CHECK_EQUAL(position.level, position.levels);
  });
}

CLAIM(perft_counts_games, "perft counts what playing all moves counts, and no ended game.") {
  for_cases(100, [](Random& random) {
    const Position position = random_position(random, random.between(1, 3), 5, 3);
    const Shown shown([&] { return text(position); });
    for (int depth = 1; depth <= 4; ++depth) {
      const auto sequences = [](const auto& self, const PlainGame& game, int left) -> unsigned {
        if (left == 0) return 1;
        if (game.mover < 0) return 0;
        unsigned all = 0;
        for (const auto& placement : game.placements(game.mover)) {
          PlainGame after = game;
          after.play(placement);
          all += self(self, after, left - 1);
        }
        return all;
      };
      CHECK_EQUAL(perft(position, depth), sequences(sequences, plain(position), depth));
    }
  });
}

CLAIM(variant_starts,
      "A variant's start has its cells, and the second player where the first cannot.") {
  const Position small = start(3, 2, 2, Reserve{{2, 1, 0, 0}}, 0b1);
  CHECK_EQUAL(small.open, 0b00111'00110u);
  CHECK_EQUAL(small.mover, 0);
  CHECK_EQUAL(perft(small, 1), 5u + 5u);
  Position one_sided{
      0b11, {0b01, 0b11}, {0, 0}, {Reserve{{0, 1, 0, 0}}, Reserve{{0, 1, 0, 0}}}, kNobody, 1, 1};
  one_sided.settle(0, 1);
  CHECK_EQUAL(one_sided.mover, 1);
  const Position nothing = start(2, 1, 3, Reserve{{0, 0, 1, 0}}, 0);
  CHECK_EQUAL(nothing.mover, kNobody);
  CHECK_EQUAL(nothing.level, 3);
}

CLAIM(move_codes, "Every move has a code of its own, which gives the move back.") {
  std::vector<std::uint8_t> codes;
  Position all = standard_start();
  all.open = kAll;
  all.usable = {kAll, kAll};
  for (const Move move : moves_of(all)) {
    codes.push_back(move.code());
    CHECK(Move::decode(move.code()) == move);
    CHECK(move.code() != kNoMove);
    CHECK_EQUAL(count(move.covers()), kLength[move.tile]);
    CHECK(!(move.covers() & ~kAll));
  }
  for (const Tile tile : {kOne, kNeutral})
    for (std::uint8_t kind = 0; kind < 4; ++kind) {
      const Move move{tile, true, kind};
      codes.push_back(move.code());
      CHECK(Move::decode(move.code()) == move);
    }
  std::sort(codes.begin(), codes.end());
  CHECK(std::adjacent_find(codes.begin(), codes.end()) == codes.end());
  CHECK_EQUAL(codes.size(), 25u + 40u + 30u + 25u + 8u);
}

CLAIM(counting, "count() is the number of bits, for every pattern of the two halves of a level.") {
  for (Cells half = 0; half < 1u << 13; ++half) {
    int ones = 0;
    for (Cells rest = half; rest; rest >>= 1) ones += static_cast<int>(rest & 1);
    CHECK_EQUAL(count(half), ones);
    CHECK_EQUAL(count(half << 12), ones);
    CHECK_EQUAL(count(kAll & ~half), 25 - ones);
  }
}
