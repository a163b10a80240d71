// Random positions of many kinds, small enough to be valued by plain minimax.
#pragma once

#include <string>

#include "check.hpp"
#include "last_level.hpp"
#include "packing.hpp"
#include "position.hpp"

using check::for_cases;
using check::Random;
using check::Shown;

// Up to that many cells: crowded in a corner or the middle, or strewn as fives and tens.
steppe::Cells random_cells(Random& random, int most);

// A hand with few tiles, and often none of a kind.
steppe::Reserve random_hand(Random& random, int most_tiles);

// A state in which "me" can place, not simplified, with lone cells; some kinds of cells and tiles
// are rare in it, so that whole territories, single hands and long waits come up.
steppe::LastLevel random_last_level(Random& random, int most_cells, int most_tiles);

// A position with someone to move, of a game with that many levels: on any of them, with empty
// and filled cells and holes.
steppe::Position random_position(Random& random, int levels, int most_cells, int most_tiles);

// A first move's position: a small board, equal hands, any starting neutral cells.
steppe::Position random_start(Random& random, int levels, int most_cells, int most_tiles);

// The start of a game on any board; the second player starts where the first cannot place.
steppe::Position start(int width, int height, int levels, steppe::Reserve hand,
                       steppe::Cells neutral);
// The standard one.
steppe::Position standard_start();

// One for all tests, so that its caches are full of other positions' packings.
const steppe::Packer& packer();

std::string text(const steppe::LastLevel& state);
std::string text(const steppe::Position& position);
std::string text(steppe::Cells cells);
// All of a state, to compare.
std::array<int, 15> all_of(const steppe::LastLevel& state);
