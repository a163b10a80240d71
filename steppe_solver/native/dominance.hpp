// Moves of the last level that need not be tried, because another is at least as good.
//
// Say X and Y are states of the last level with the same player to move, and there is a one-to-one
// map of the open cells of X to those of Y under which
//
//     I can place in X whatever I can place in Y,  the opponent in Y whatever they can place in X,
//
// cell by cell and tile by tile, out of equal hands.
//
// LEMMA. X is worth at least as much to me as Y.
// PROOF, by the number of tiles in hand. Call `mover` whoever is to place, if able. Placing only
// fills cells, so whoever cannot place never can again, and the other then lays their best packing
// alone. (1) I am to move and can in Y: whatever I lay there I can lay in X, and the states after
// it are again so related. (2) I am to move, cannot in Y, but can in X: in Y I get nothing more
// and the opponent their best packing; in X I get at least nothing, and the opponent at most the
// best packing of what they can place there, which they can place in Y. If I can in neither, it is
// the opponent's move in both. (3) The opponent is to move and can in X: whatever they lay there
// they can lay in Y. (4) The opponent is to move and cannot in X: in X they get nothing more and I
// my best packing; in Y they get at least nothing, and I at most that. QED
//
// Let now A and B be two places for the same tile of mine. After A the cells of A are filled and
// those of B open, but for what they share; after B the other way round. Map the cells of B that A
// does not cover to those of A that B does not cover, and all others to themselves.
//
// RULE. The move to A is at least as good as the move to B if
//   1. every five and ten of mine that touches A touches B too, as far as I have such a tile left
//      after the move;
//   2. every five and ten of the opponent's that touches B touches A too;
//   3. cells can be so mapped that mine go to mine, and that only the opponent's come from theirs:
//      the map turns no single cell against me (marks count only for who has ones in hand).
// PROOF. A five or ten of mine that can be laid after B touches no cell of B, so by 1 none of A:
// none of its cells is moved by the map, and it can be laid after A. By 2 the same holds for the
// opponent's after A. Ones are 3; and a neutral goes to any open cell. So the lemma holds. QED
//
// Of equally good moves the one that comes first stays.
#pragma once

#include <array>
#include <cstddef>

#include "last_level.hpp"

namespace steppe {

// The moves of a state but for those than which another of them is at least as good; returns how
// many they are.
std::size_t undominated_moves(const LastLevel& state, std::array<Move, kMostMoves>& moves);

}  // namespace steppe
