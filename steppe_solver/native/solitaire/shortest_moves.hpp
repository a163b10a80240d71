// The steps from a position that a shortest win needs to look at.
//
// Of the shortest wins from the root look only at those whose steps have, in order, the smallest
// classes (`rank_of_step`), compared from the first step on as words are: the *first* wins. There is
// one if the root is winnable at all, so that the search may leave out whatever no first win does.
// Each rule below shows of a step that the win could be changed to one that is no longer and, if as
// long, comes before it.
//
// The same holds for the ways to have at least a given number of cards up, here called wins as well,
// the shortest of which are looked at. What the proofs below need of a win is said there.
//
// SAFE. If a card can safely go up (safe.hpp), nothing else need be tried. The proof there changes a win
// L to an L' that puts the card up first and then does what L does, leaving things out. It is no longer:
// it has the card's move up first but not later; where k cards become ghosts it has k moves for one of L,
// but leaves their k moves up out later on. Where the aim is a number of cards up, ghosts may be left when
// L ends: L' is longer by one move at most for each of them, and has each of them up beyond what L has.
// A move puts one card up at most, so that L' without its last moves is no longer than L and has as many
// cards up. If it is as long, L has the card's move up among the moves up
// at its beginning, or L' would come before it; then the order of these may be changed.
//
// FROZEN. Foundations locked. Let x be able to go up and let the first win do something else than moving
// a card up. Then a card is put on x before x goes up. For suppose not. Put x up now, and leave out
// all moves of x; other moves stay possible, as nothing lies on x or is put there, cards below it are
// free sooner, and a run that carries it moves without it; if it lay in the waste, one a draw, the draws
// that turn it up are left out, and a recycle of it alone. So the win is no longer, and it comes before.
// If x was never to go up, where the aim is a number of cards up, the way is longer by one move and one card,
// and does without its last move.
// With three a draw this does not hold for a card in the waste, as other cards come to the top.
// Such an x is *frozen*, until a card is put on it. Only the next card of a suit can be frozen, and what
// is frozen stays it while it is moved or buried, so that four bits say all. A frozen card that is safe
// belongs to no first win.
//
// ORDER. Let step b follow step a at once, such that both could be exchanged: b was possible before a in
// the same way, and a after b, with the same result. Then b does not belong to a lower class than a, or
// to the same class with a lower head, or the exchange would come before. `Last` says as much of a as
// is needed to tell. Steps are taken to be exchangeable only where it is plain to see: both are no
// moves of the same card, b takes no card from the column that a left or from the one where a put its
// head, and puts none there; both have not to do with the waste; a did not make room in the buffers for
// b or empty a column for it; and both have not to do with foundations unless b is a move up and a is not
// from the same suit's foundation.
#pragma once

#include <bit>
#include <cstdint>

#include "safe.hpp"
#include "shortest_position.hpp"

namespace steppe::solitaire::shortest {

// Moves up come first; moves that make room come late, as they are made only for the next one's sake.
constexpr int class_of(Kind kind) {
  switch (kind) {
    case Kind::kWasteToFoundation:
    case Kind::kColumnToFoundation:
    case Kind::kBufferToFoundation:
      return 0;
    case Kind::kDraw:
    case Kind::kRecycle:
      return 1;
    case Kind::kWasteToColumn:
      return 2;
    case Kind::kBufferToColumn:
      return 3;
    case Kind::kFoundationToColumn:
      return 4;
    case Kind::kColumnToColumn:
      return 5;
    case Kind::kWasteToBuffer:
      return 6;
    case Kind::kColumnToBuffer:
      return 7;
  }
  return 0;
}

// What the order of steps needs to know of the one that led here. Nothing is known of one that is `any`.
struct Last {
  bool any = true;
  Kind kind = Kind::kDraw;
  Card head = kNoCard;
  Card left = kNoCard;  // the card of a column that it uncovered; kNoCard if it emptied one
  bool was_full = false;  // no buffer was free before
  bool operator==(const Last&) const = default;
};

struct Node {
  Position position;
  unsigned frozen = 0;  // suits whose next card is frozen
  Last last;
};

class Moves {
 public:
  static constexpr int kMost = 256;

  explicit Moves(const Board& board) : board_(board) {}

  // The steps to look at from this settled node, which must live as long as they are used.
  void list(const Node& node);
  const Step* begin() const { return steps_.data(); }
  const Step* end() const { return steps_.data() + size_; }

  // The node after a step of the last list, not settled yet.
  Node after(Step step) const;

 private:
  void add(Step step);
  void to_columns(Kind kind, Card head);
  void from_column(Card tail);
  bool comes_too_late(Step step) const;

  const Board& board_;
  const Node* node_ = nullptr;
  Cards exposed_ = 0;
  Cards can_rise_ = 0;  // the cards that can go up now
  bool empty_column_ = false, buffer_free_ = false;
  Card tail_ = kNoCard;       // the exposed card of the column from which steps are being listed
  Card last_tail_ = kNoCard;  // the exposed card of the column where the last step put its head
  std::array<Step, kMost> steps_;
  int size_ = 0;
};

// The move up of the next card of its suit, if it can be made.
inline bool move_up(const Board& board, const Position& position, Card card, Cards exposed,
                    Step& step) {
  if (exposed & bit(card))
    step = {Kind::kColumnToFoundation, card, kNoCard};
  else if (position.buffer & bit(card))
    step = {Kind::kBufferToFoundation, card, kNoCard};
  else if (position.waste_top(board) == card)
    step = {Kind::kWasteToFoundation, card, kNoCard};
  else
    return false;
  return true;
}

// Puts up what is safe as long as something is and fewer than `target` cards are up, and calls
// told(step) for each. False if a frozen card is safe.
template <class Told>
bool settle(const Board& board, Node& node, int target, Told told) {
  Position& position = node.position;
  int missing = target - std::popcount(position.done);
  for (bool again = true; again;) {
    again = false;
    for (int suit = 0; suit < kSuits; ++suit) {
      if (missing <= 0) return true;
      if (position.count(suit) == board.ranks) continue;
      const Card card = make_card(suit, position.count(suit) + 1);
      Step step;
      if (!safe(board, position, card) ||
          !move_up(board, position, card, position.exposed(board), step))
        continue;
      if (step.kind == Kind::kWasteToFoundation && board.variant.draw != 1 && position.undrawn())
        continue;
      if (node.frozen >> suit & 1) return false;
      position.play(board, step);
      node.last = {};
      told(step);
      --missing;
      again = true;
    }
  }
  return true;
}

}  // namespace steppe::solitaire::shortest
