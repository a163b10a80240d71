// From steps of the search to single moves on the table.
#pragma once

#include <vector>

#include "game.hpp"
#include "moves.hpp"

namespace steppe::solitaire {

// The single moves of a line of steps that ends in a plain win, up to the last card. Each has been
// checked and played by the rules of game.hpp; throws std::logic_error should one not be legal.
std::vector<Move> single_moves(const Board& board, Game game, const std::vector<Step>& steps);
// The same for a line that ends anywhere.
std::vector<Move> moves_to_stop(const Board& board, const Game& game,
                                const std::vector<Step>& steps);

}  // namespace steppe::solitaire
