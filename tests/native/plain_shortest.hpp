// Every position of a small game of Steps Solitaire, breadth first, by the rules of single moves: how
// soon it is won, and how many cards are up after so many moves.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "check.hpp"
#include "solitaire/game.hpp"

namespace plain {

struct Lengths {
  std::optional<int> win;    // moves of a shortest one
  std::vector<int> most_up;  // cards that can be up after at most so many moves; the last holds for more
};

// Nothing if there are more than so many positions. `most_up` ends after so many moves at most, which
// leaves `win` empty if none is as short.
std::optional<Lengths> lengths(const steppe::solitaire::Game& game, std::size_t most_positions,
                               int most_moves = 10000);

// The cards that this move of a locked game, which must be legal, gives more than they need: what it moves
// but to a foundation, and where one card is drawn at a time, those that a recycle lets be drawn again.
steppe::solitaire::Cards extras(const steppe::solitaire::Game& game, steppe::solitaire::Move move);

// A shortest of the wins in which none of these cards has an extra. Nothing if there is none, or it takes
// more than so many positions to find.
std::optional<std::vector<steppe::solitaire::Move>> win_without(
    const steppe::solitaire::Game& game, steppe::solitaire::Cards forbidden,
    std::size_t most_positions);

// The game after so many legal moves at random, or fewer if there are none left.
steppe::solitaire::Game after_random_moves(check::Random& random, steppe::solitaire::Game game,
                                           int moves);

// A deal of the whole deck under random options.
steppe::solitaire::Game random_full_deal(check::Random& random);

// A small deal at random under random options, some of it with fewer suits.
steppe::solitaire::Game random_deal(check::Random& random);

}  // namespace plain
