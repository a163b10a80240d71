// Foundation moves that can be made at once: if the game is winnable, it still is afterwards.
//
// Let c of rank r be the next card of its suit s; let t be the other suit of its colour, o and p
// the suits of the other colour. A suit's name also stands for the cards on its foundation.
//
// RULE (any option):             o, p >= r - 2 and t >= r - 3.
// RULE (locked foundations):     o, p >= r - 1.
// Either holds for c free in a column or in a buffer. It also holds for c on top of the waste if
// one card is drawn at a time, and with three if c is the last card of waste and stock.
//
// Proof. Let L be a line of moves that wins, L' the line made of it as follows: c goes up first. At
// every moment the position of L' is that of L without some cards, the *ghosts*, which are on the
// foundations in L'; and in L only ghosts lie on ghosts. In the beginning c is the only ghost, and
// it is free. Let S be the cards of rank at most r of s, r - 1 of o and p, r - 2 of t. With each
// card S holds all lower ones of its suit, and both cards that it takes. The first rule says that a
// card of S is on its foundation already, or is the next to go there. L' never takes a card of S
// down again, and all ghosts are in S. Now for each move of L:
//   - a ghost moves, or a card of S leaves a foundation for a column: L' does nothing, and the card
//     is a ghost from now on. In L it lies on a card; if not on a ghost, nothing is asked of that.
//   - a card x, no ghost, moves onto a ghost: then x is in S and next on its foundation. L' puts x
//     up, after the cards lying on it, which are in S as well. They all become ghosts.
//   - any other move of a card x: L' does the same, without the ghosts lying on x. It can: where x
//     goes was open in L and is no ghost, or was an empty column in L and so in L'; a buffer that
//     is free in L is free in L'; for its foundation, all lower cards of its suit are there in L,
//     so in L'. A card that L takes down is no ghost, not in S, so no ghost is above it, and L' can
//     too.
// Cards turn up in L' no later than in L. In the end all cards are up. L' has fewer moves that are
// no reversible ones (see moves.hpp) than L: a move of L is answered by more than one only where k
// cards become ghosts, whose k moves to the foundation are left out later; and c's own is left out.
// With the second rule, locked: S is all of s to r and o, p to r - 1, of which only c is not up: no
// card that c takes ever comes back, so c is the only ghost, and nothing of t is asked. QED
//
// Stops. Nothing of this needs L to win: wherever L ends, what is up in L is up in L', which has made
// no more recycles. Let the cost of a line be its moves that are no reversible ones, and the cards
// that are not up at its end. L' without its first move costs less than L: for every other move of
// a ghost to its foundation in L' there is one in L that is left out, or the ghost is not up at the
// end of L; and so it is with c.
//
// The waste. If c leaves the waste at once, the waste and stock of L' are those of L without c. One
// a draw: the draw of L that turns c up is left out, then both wastes have the same top unless c is
// the top in L, when it is of no use but to play it or to draw on; a recycle of c alone is left
// out. Three a draw: the cards that come up change, unless c is the last of all cards: then only
// the last draw of a pass shows c on top in L, and in L' the card below it; L can use that one only
// after c is gone.
#pragma once

#include <algorithm>

#include "layout.hpp"

namespace steppe::solitaire {

// Is it safe to put this card up, which is the next of its suit?
inline bool safe(const Board& board, const Layout& layout, Card card) {
  const int rank = rank_of(card), suit = suit_of(card);
  const int others = std::min(layout.count((suit + 1) & 3), layout.count((suit + 3) & 3));
  const int twin = layout.count((suit + 2) & 3);
  return (others >= rank - 2 && twin >= rank - 3) ||
         (board.variant.locked && others >= rank - 1);
}

}  // namespace steppe::solitaire
