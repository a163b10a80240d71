// A lower bound on the single moves to a win, proved from the order in which cards must leave.
//
// Count the moves of a win by what they do: each draw turns up cards, each recycle turns the waste
// over, every other move has one *head*, the card that moves with what lies on it. Each card that is
// not up has a last move, to its foundation. One more is an *extra*: a move of the card that is not its
// last one, or, where one card is drawn at a time, a second draw of it. So, with one a draw,
//     length = cards not up + cards never drawn so far + extras + recycles,
// and with three a draw, length >= cards not up + draws for those never drawn + extra moves.
// A card without extras is *direct*: it is drawn once at most and goes from where it lies now to its
// foundation. Let U(x) be the moment of the last move of x, L(x) of its first one (or of the first
// recycle with x in the waste); L(x) <= U(x), and L(x) = U(x) for a direct x.
//
// ORDER. (1) U(x) < U(y) if y is the next card of the suit above x: when y goes up for good, x is up for
// good, as no card can leave a foundation from below another.
// (2) L(z) < L(d) if z is a face-down card or the base of a column and d lies below it: d cannot move
// before all above it have gone.
// (3) L(z) < U(p) if z is attached to p: wherever p goes, z is carried along until it moves itself, and
// only a card on which nothing lies goes up.
// (4) One a draw, or no recycle left: L(w) <= L(d) if w lies above d in the waste, both drawn already,
// or (one a draw) w direct: only a recycle lets d leave first, and it takes w along.
// Where z is direct, (2) to (4) say something about U(z), and a chain of such relations that comes back
// to where it began is a contradiction: the cards that it takes to be direct cannot all be so. So each
// *circle* is a set of cards of which at least one has an extra.
// (5) One a draw. Let a be drawn before b, both direct, b not the card that a waits for, and let a chain
// of relations say U(c) < U(a) for some c drawn after b. Then U(b) < U(a): b is drawn while a is in the
// waste, lies above it and, being direct, leaves it first. The chain's direct cards, a and b are the
// *reason* of that relation and belong to each circle that uses it.
//
// FROZEN cards (shortest_moves.hpp) are the next of their suit and have to take a child before they go
// up. So one of its children has an extra, and the frozen card too if it does not lie in a column.
//
// COUNT. Let a *claim* be a set of cards of which at least one has an extra in every win. The least
// number of cards that meet all claims known is a bound. Claims are found by trying: let the cards of a
// smallest meeting set move freely, play on without other extras as far as all that can be done, and
// look for circles in what is left. Each one found is a claim that was not met. If all cards go up,
// there is no more to be had from circles. Nothing is lost by playing on: without extras, cards that
// can go up should, and the stock should be drawn only when nothing else is to be done, since cards that
// are up never stand in the way of relations (1) to (4).
//
// INHERITED claims. A claim remains one after a move that gives none of its cards an extra: a win from
// there with that move before it is a win from here. An extra is a move of its head, if not up, and a
// recycle is one for all cards of the waste if one is drawn at a time: they are to be drawn again.
// So the bound, taken with the moves made, never falls along a way (if room was left for all claims).
//
// FEW BUFFERS are the reason of other claims: shortest_cramped.hpp. They, too, say of a set of cards that
// one has an extra in every win, so that all the above holds of them.
//
// FEWER CARDS. If the suits are to be up to certain cards only, all this holds of the cards up to those: what
// lies beyond moves freely, and the moves that it makes are no extras.
//
// What is left when nothing more goes up: the next card of each suit is undrawn, or something blocks it:
// what lies on it, the base of its column, or the top of the waste. The blocking card, as it has not
// gone, waits for the next card of its own suit. So from each suit an arrow leads to another, or to the
// stock, and following the arrows ends in the stock or in a circle of at most four suits.
#pragma once

#include <array>
#include <bit>

#include "shortest_cover.hpp"
#include "shortest_position.hpp"

namespace steppe::solitaire::shortest {

inline constexpr int kHopeless = 255;

// What is known of a position: claims, and a smallest set of cards that meets them.
struct Known {
  Family claims;
  Cards extras = 0;
};

using Counts = std::array<std::uint8_t, kSuits>;

class Bound {
 public:
  using Known = shortest::Known;

  explicit Bound(const Board& board) : board_(board) {
    goals_.fill(static_cast<std::uint8_t>(board.ranks));
  }

  // How many cards are to be up.
  int target() const { return std::popcount(board_.deck); }

  // A lower bound on the moves to a win from here, or kHopeless where there is none. `frozen` has a
  // bit for each suit whose next card is frozen. `known` holds claims of this position, or none, and
  // gets what is found. No more is looked for once the bound is `enough`.
  int operator()(const Position& position, unsigned frozen, Known& known, int enough);

  // What remains known after a step.
  void inherit(const Position& before, Step step, Known& known) const;

  // How many extras the cards up to these have at least, if just they are to go up; no more is looked
  // for once there are `enough`.
  int extras(const Position& position, const Counts& goals, int enough);

 private:
  enum class Arrow : std::uint8_t { kNone, kStock, kBlocked };
  struct Look {
    Arrow arrow = Arrow::kNone;
    Card next = kNoCard, blocker = kNoCard;
    Cards with = 0;  // other cards that have to be direct for the arrow to hold
  };

  bool circles(const Position& position, Known& known);
  void begin(const Position& position);
  void set_free(Cards cards);
  void turn_up(Card base);
  void leave_waste(int at);
  void leave_lying();
  bool rise();
  void look();
  Cards circle() const;
  void draw();
  Cards reason(int suit) const;
  bool is_up(int suit) const {
    return counts_[static_cast<std::size_t>(suit)] >= goals_[static_cast<std::size_t>(suit)];
  }

  const Board& board_;
  Counts goals_{};
  Cards beyond_ = 0;  // the cards above the goals
  Cards open_ = 0, base_ = 0, attached_ = 0, high_ = 0;  // as in Position, of what still lies there
  Cards loose_ = 0;     // free to go up: in buffers, or free by an extra or from the start
  Cards in_waste_ = 0;
  Cards extra_ = 0;     // move freely
  std::array<int, kSuits> counts_{};
  std::array<Card, kMostColumns> base_of_{};
  Cards undrawn_ = 0;   // by place
  Cards in_stock_ = 0;  // the same by card
  std::array<Card, kMostCards> waste_{};
  std::array<std::array<Cards, kSuits>, kMostCards> reasons_{};  // of each in waste_ that was drawn here
  int waste_size_ = 0, lying_ = 0;  // the first `lying_` of the waste were there from the start
  bool last_pass_ = false;          // no recycle is left
  std::array<Look, kSuits> look_{};
};

}  // namespace steppe::solitaire::shortest
