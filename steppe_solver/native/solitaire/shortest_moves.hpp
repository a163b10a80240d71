// The steps from a position that a shortest win needs to look at.
//
// Of the shortest wins from the root look only at those whose steps have, in order, the smallest
// phases (`phase_of`), compared from the first step on as words are, and of these those with the smallest
// classes and heads (`class_of`; moves up have no heads here): the *first* wins. There is one if the root is
// winnable at all, so that the search may leave out whatever no first win does. Each rule below shows
// of a step that the win could be changed to one that is no longer and, if as long, comes before it.
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
// to the same class with a lower head, or the exchange would come before.
//
// USE. All steps but moves up, draws and recycles make room for something, and it should come at once. Take
// a *run* of such steps, one after the other, and the step c, of another kind and so of a lower phase, that
// ends it. A step a of the run could be made after c if it could be exchanged with all that comes between
// and with c. The phases up to the place of a stay what they are, and c comes one step sooner: that win
// comes before. So in a first win each step of a run is followed by one in it, or by c, that could not be
// exchanged with it. A step of the run is a *leaf* as long as none followed in the run that could not be
// exchanged with it: so c, be it a safe move up or another, must use all leaves. Draws and recycles make
// runs of their own.
//
// Two steps are taken to be exchangeable only where it is plain to see (`uses`). Whether b uses a leaf a is
// seen from the moment before b: all that came after a can be exchanged with a, so that the moment is the
// same as if a had been the last step.
#pragma once

#include <algorithm>
#include <array>
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

// Moves up, then draws and recycles, then all others.
constexpr int phase_of(Kind kind) { return std::min(class_of(kind), 2); }

// A step that was made, as far as is needed to tell what uses it.
struct Leaf {
  Kind kind = Kind::kDraw;
  Card head = kNoCard;
  Card left = kNoCard;  // the card of a column that it uncovered; kNoCard if it emptied one
  bool operator==(const Leaf&) const = default;
};

// The leaves of the run that led here, the last step first; those that there is no room for are
// forgotten, and all of them after a move up.
class Leaves {
 public:
  static constexpr int kMost = 3;

  int size() const { return size_; }
  const Leaf& operator[](int i) const { return leaves_[static_cast<std::size_t>(i)]; }
  const Leaf* begin() const { return leaves_.data(); }
  const Leaf* end() const { return leaves_.data() + size_; }
  // Adds one that is older than those here.
  void add(const Leaf& leaf) {
    if (size_ < kMost) leaves_[static_cast<std::size_t>(size_++)] = leaf;
  }
  bool operator==(const Leaves&) const = default;

 private:
  std::array<Leaf, kMost> leaves_{};
  int size_ = 0;
};

// Could the step, which is possible in this position, not be exchanged with the leaf before it?
bool uses(const Board& board, const Position& position, const Step& step, const Leaf& leaf);

struct Node {
  Position position;
  unsigned frozen = 0;  // suits whose next card is frozen
  Leaves leaves;
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
// told(step) for each. False if a frozen card is safe, or one that does not use all leaves.
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
      for (const Leaf& leaf : node.leaves)
        if (!uses(board, position, step, leaf)) return false;
      position.play(board, step);
      node.leaves = {};
      told(step);
      --missing;
      again = true;
    }
  }
  return true;
}

}  // namespace steppe::solitaire::shortest
