// What follows from the buffers' being few: a claim (shortest_bound.hpp) that some given cards do not
// meet.
//
// Foundations locked. Let E be a set of cards, say the smallest that meets all claims known. If only
// cards of E had extras, what could be reached? Each extra takes its card to a column or to a buffer,
// or is a second draw. The buffers hold the cards H, and `free` more have room.
//
// REACH. Let some cards pass: they are taken to be out of the way from the start. Let some be held, and
// so out of the way as well. What can become of all others as long as no held card leaves its buffer
// and what is put in another one needs no look of its own? At most this, step by step as long as there
// is more:
//   - an open card is *bare* if the card that lay on it is gone, and the next card of a column is open
//     if the base is gone;
//   - of the stock all cards are in reach; of the waste, one a draw, those above which all are gone;
//     with three a draw all;
//   - the next card of a suit is gone, as it goes up, if it is bare or in reach, or passes;
//   - a card of E is gone, and open elsewhere, if it is open or in reach, or passes, and may be
//     *welcome*: some card that takes it is bare, or, a king, some column is empty once its cards are
//     gone. That a card has gone up in the reach is no bar: before it did it may have lain in a column,
//     and others on it. A king that lies on the table from the start is welcome in a column only if it
//     is held or passes, for from a buffer it can come back to one; to go from one column to another is
//     of no use.
// PROOF. All of these conditions ask that others are gone, open or bare, and none that something is
// not: so whatever happens leads to a moment within what is reached. But for three things: extras of
// cards outside E; a recycle, one a draw, which is an extra of all cards of the waste; and a king's way
// from one column to another, without which a win is a win with no more extras. QED
//
// LOOKS. If in a reach a held card could go up, or is of E and welcome, it passes from now on, and if
// it is of H, one more is free; then all begins anew. Else look at the reach where H is held, but for
// what passes; for each card of E that is bare or in reach, but not gone there, and so may be put in a
// free buffer, at the reach where it is held too; and so on as long as buffers are free. Let none of
// these reach the end.
// LEMMA. Until the first extra outside E or recycle that is one of such a card there is a reach looked
// at that holds all that has happened, where those held are in buffers and what else is there passes or
// is gone.
// PROOF. It is true at the beginning, of the reach where H is held. Let it be true of a reach R, and a
// card x of E be put in a buffer: it is bare or in reach in R. If it is gone in R or passes, R will do.
// If not, those held in R and x are in buffers, so that one was free at R; and the reach where x is
// held, too, was looked at and contains R, for what is reached with fewer held is reached with more as
// long as none of them can leave. A card that leaves its buffer is not held in R, as none held there
// can leave. So it passes or is gone; it is in reach or open in R, as it was put in its buffer, or
// passes; and where it goes it is welcome or next of its suit in R, which has it open, or gone up. (A
// king from the table that is gone in R was open there before.) QED
//
// CLAIM. So each way to a win has a first step beyond: an extra of a card outside E, in a reach looked
// at. The card goes to a column and is welcome, and open, in reach or of H; or to a buffer that is free
// in that reach, and is bare or in reach; or the step is a recycle, with cards outside E in the waste,
// and so an extra of each card that has stayed in stock and waste in all the reaches. The claim is all
// such cards, and of the last kind one. If there are none, there is no win. Where a recycle is possible
// and no card outside E has stayed, nothing is said, as the recycle might be of cards of E alone and
// what it does to the waste is not in the reach. QED
#pragma once

#include <optional>

#include "shortest_position.hpp"

namespace steppe::solitaire::shortest {

// Cards outside `extras` of which one at least has an extra in every win from here; none at all if there
// is no win; and nothing if nothing is known.
std::optional<Cards> cramped(const Board& board, const Position& position, Cards extras);

}  // namespace steppe::solitaire::shortest
