// Steps Solitaire once more, as plainly as can be: single moves, whole positions, breadth first. It
// shares nothing with the search but the format of a game.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "check.hpp"
#include "solitaire/game.hpp"

namespace plain {

// Can it be won? Nothing if there are more than so many positions.
std::optional<bool> winnable(const steppe::solitaire::Game& game, std::size_t most_positions);

// A small deck at random under random options, perhaps after some moves.
steppe::solitaire::Game random_game(check::Random& random);

std::string describe(const steppe::solitaire::Game& game);

}  // namespace plain
