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

// Rules that a solver might wrongly assume.
enum class Fault {
  kNone,
  kNoReturn,  // no card goes back from a buffer to a column that is still as the card left it
  kNoSplit,   // a run moves as a whole, or so that the card it leaves can go up
};

// Can it be won? Nothing if there are more than so many positions.
std::optional<bool> winnable(const steppe::solitaire::Game& game, std::size_t most_positions,
                             Fault fault = Fault::kNone);

// The most cards that can be up, likewise.
std::optional<int> most_up(const steppe::solitaire::Game& game, std::size_t most_positions);

// How many cards these moves bring up; nothing if they do not keep to the rules.
std::optional<int> up_after(const steppe::solitaire::Game& game,
                            const std::vector<steppe::solitaire::Move>& moves);

// Do these moves keep to the rules from one position to the next and win?
bool wins(const steppe::solitaire::Game& game, const std::vector<steppe::solitaire::Move>& moves);

// A small deck at random under random options, perhaps after some moves.
steppe::solitaire::Game random_game(check::Random& random);

std::string describe(const steppe::solitaire::Game& game);

}  // namespace plain
