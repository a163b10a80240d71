// The moves between the nodes of the search, each standing for several single moves.
//
// REVERSIBLE MOVES. To *lift* an attached card into a buffer, and to *put back* a card from a
// buffer onto a parent (or a king to an emptied column) undo each other. All other moves are
// *exits*. A layout is *settled* when no card of a buffer can be put back. Nodes are settled
// layouts, and a step is: the lifts that an exit needs and no more, the exit, and then putting back
// until settled.
//
// THEOREM. Say that a layout is *above* another if they differ only in that some cards attached in
// the upper are in buffers in the lower. If the search visits, from each settled layout u it
// visits,
//   (1) for every exit, and every *chain* of lifts that makes it possible, the settled layout after
//     it,
//   (2) for every card y in a buffer whose twin is attached where there is no room, and every chain
//       that ends by lifting the twin, the settled layout after putting y there (a *swap*),
// then for every layout v that can be reached at all it visits one above v, after no more exits.
// (A chain makes room at a level that has none: it lifts one of the children attached there; where
// that child is not free, first one of its level's children, and so on downwards.)
// Proof. If u is above v then u leads to v by lifts alone, lowest ranks first: each is free in its
// turn because the level below has then as few children as in v and one parent more. So by
// induction along the line to v it is enough to look at a visited u above v and one move from v to
// w:
//   - a lift: u is above w.
//   - putting y back: if y is attached in u, u is above w. If not, there was no room for y in u but
//     there is in v, where fewer parents are attached than in u: so fewer children, and y's twin
//     has been lifted. Where a card is lifted from u, either it was free or one of the children of
//     its level has been lifted too; so the lifts from u to v hold a chain that ends in the twin.
//     Step (2) with that chain has all cards attached that w has, and putting back adds to them: it
//     is above w.
//   - an exit. What it needs, a free card or a free parent, may be there in u; if not, the number
//     of children at that level is smaller in v than in u against that of the parents, thus a child
//     has been lifted, and as before the lifts hold a chain that suffices. Step (1) with that chain
//     does the same to fewer lifted cards, and is above w. Its buffers hold no more than those of
//     v.     QED
// The theorem needs only one of the orders in which cards can be put back, since any result is
// above.
//
// FREE STOCK. With one card a draw and unlimited recycles no card goes from the waste to a buffer:
// leave that move out of a line, and play the card from the waste whenever the line plays it from
// the buffer. Each card of the stock can always be brought to the top.
//
// LAZY MOVES. Without buffers some exits have no effect that is of use by itself:
//   - a card is *laid* from a free stock or from an unlocked foundation onto a parent: all that
//     this gives is room at the level of its children;
//   - a card is *raised* from a free stock to the foundation: all that this gives is that the next
//     of its suit can follow.
// In a line that wins, let such a move u change places with the moves that follow it as long as
// these do not need it. Both remain legal: what follows takes no room that u needs, as there was
// enough for both; the card of u waits in a free stock, or on a foundation where nothing goes on
// top of it before u (it could not have after u). Nor is u made worse: to lie or to be up later
// leaves more room. So there is a line as long where u stands right before a move that needs it,
// with none but lazy moves between that are needed as well. (Where nothing needs u: a laid card
// goes up itself, and could have gone up from where it was, a shorter line; a raised card has all
// others before it, and then all cards are open before it is raised, a plain win.) What needs room
// at a level without any is a child put there, or a parent of it going up. So a step here is: lay a
// chain of cards, each giving the only room to the next, the last one to the exit; raise cards of
// one suit up to the one that goes up by the exit; the exit itself, which is not lazy.
// In a line that stops before it wins, what nothing needs is put off to the end: there a laid card
// is not laid at all, or stays up, and the raised ones are counted (stop.hpp). No fewer are up.
// A shortest line lays no card that could safely go back at once: that would undo it for a shorter
// one.
//
// UNLOCKED. A card is not taken from a foundation if it could safely go back at once (safe.hpp):
// the next layout would be the one that it came from.
#pragma once

#include <cstdint>
#include <vector>

#include "layout.hpp"
#include "safe.hpp"
#include "stock.hpp"

namespace steppe::solitaire {

enum class Goal : std::uint8_t { kUp, kDown, kHold };  // to the foundation, a column, a buffer

inline constexpr std::uint8_t kNoPlace = 0xFF;

struct Step {
  Cards lifts = 0;   // into buffers first
  Cards laid = 0;    // then onto parents, from a free stock or from the foundations
  Cards raised = 0;  // then to their foundation, from a free stock
  Card card = kNoCard;
  Goal to = Goal::kUp;
  Play play{kNoPlace, false};  // where the card comes from the stock
};

// A card of the stock that can safely go up.
inline Play safe_play(const Board& board, const Layout& layout, Cards next) {
  const auto is_safe = [&](int place) {
    const Card card = board.stock[static_cast<std::size_t>(place)];
    return next & bit(card) && safe(board, layout, card);
  };
  if (board.free_stock) {
    for (Cards left = layout.stock; left; left &= left - 1)
      if (is_safe(lowest(left))) return {lowest(left), false};
  } else if (layout.stock) {
    const int last = std::bit_width(layout.stock) - 1;
    const bool at_hand = layout.drawn == last + 1 ||
                         (board.variant.recycles == kUnlimited && layout.drawn == 0);
    if (at_hand && is_safe(last)) return {static_cast<std::uint8_t>(last), false};
    if (board.variant.draw == 1 && layout.drawn && is_safe(layout.drawn - 1))
      return {static_cast<std::uint8_t>(layout.drawn - 1), false};
  }
  return {kNoPlace, false};
}

// Puts up what is safe and puts back what can be put back, until nothing is left to do. Reports
// each card moved and where to: told(card, goal, play).
template <class Told>
void settle(const Board& board, Layout& layout, Told told) {
  for (;;) {
    const Room room(board, layout);
    if (const Cards back = layout.buffer & room.welcome) {
      const auto card = static_cast<Card>(63 - std::countl_zero(back));
      layout.release(card);
      layout.open |= bit(card);
      told(card, Goal::kDown, Play{kNoPlace, false});
      continue;
    }
    const Cards next = layout.next_up(board.deck);
    bool moved = false;
    for (Cards left = next & (room.free | layout.buffer); left; left &= left - 1) {
      const Card card = lowest(left);
      if (!safe(board, layout, card)) continue;
      if (layout.buffer & bit(card)) layout.release(card);
      else layout.leave(board, card);
      layout.put_up(card);
      told(card, Goal::kUp, Play{kNoPlace, false});
      moved = true;
      break;
    }
    if (moved) continue;
    if (const Play play = safe_play(board, layout, next); play.place != kNoPlace) {
      const Card card = board.stock[play.place];
      take(board, layout, play);
      layout.put_up(card);
      told(card, Goal::kUp, play);
      continue;
    }
    return;
  }
}

// Makes a step, and settles.
template <class Told>
void advance(const Board& board, Layout& layout, const Step& step, Told told) {
  const Play none{kNoPlace, false};
  each_card(step.lifts, [&](Card card) {
    layout.open &= ~bit(card);
    layout.hold(card);
    told(card, Goal::kHold, none);
  });
  for (Cards left = step.laid; left;) {
    const auto card = static_cast<Card>(63 - std::countl_zero(left));
    left ^= bit(card);
    Play play = none;
    if (layout.done & bit(card)) layout.put_down(card);
    else take(board, layout, play = {board.place[card], false});
    layout.open |= bit(card);
    told(card, Goal::kDown, play);
  }
  each_card(step.raised, [&](Card card) {
    const Play play{board.place[card], false};
    take(board, layout, play);
    layout.put_up(card);
    told(card, Goal::kUp, play);
  });
  const Cards card = bit(step.card);
  if (step.play.place != kNoPlace) take(board, layout, step.play);
  else if (layout.buffer & card) layout.release(step.card);
  else if (layout.open & card) layout.leave(board, step.card);
  else layout.put_down(step.card);
  if (step.to == Goal::kUp) layout.put_up(step.card);
  else if (step.to == Goal::kHold) layout.hold(step.card);
  else layout.open |= card;
  told(step.card, step.to, step.play);
  settle(board, layout, told);
}

// Appends every step from a settled layout that the theorem asks for.
void add_steps(const Board& board, const Layout& layout, std::vector<Step>& steps);

}  // namespace steppe::solitaire
