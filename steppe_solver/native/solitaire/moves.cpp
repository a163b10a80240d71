#include "moves.hpp"

namespace steppe::solitaire {

namespace {

constexpr Play kNoPlay{kNoPlace, false};

class Maker {
 public:
  Maker(const Board& board, const Layout& layout, std::vector<Step>& steps)
      : board_(board),
        layout_(layout),
        room_(board, layout),
        attached_(layout.attached()),
        next_(layout.next_up(board.deck)),
        slots_(board.variant.buffers - layout.held),
        lazy_(board.variant.buffers == 0),
        steps_(steps) {
    if (!board.variant.locked) takable_ = takable();
    if (!lazy_) return;
    layable_ = takable_;
    if (board.free_stock)
      for (Cards left = layout.stock; left; left &= left - 1)
        in_stock_ |= bit(board.stock[lowest(left)]);
    layable_ |= in_stock_;
  }

  void make() {
    put_up();
    each_card(layout_.base, [&](Card card) { put_down(card, kNoPlay); });
    if (!lazy_ || !board_.free_stock) play_stock();
    if (slots_) {
      each_card(layout_.base, [&](Card card) {
        freeing(card, slots_ - 1, 0, [&](Cards lifts) {
          steps_.push_back({.lifts = lifts, .card = card, .to = Goal::kHold});
        });
      });
      // Nothing in a buffer is welcome, so these are the swaps.
      each_card(layout_.buffer, [&](Card card) { put_down(card, kNoPlay); });
    }
    if (!lazy_) each_card(takable_, [&](Card card) { put_down(card, kNoPlay); });
  }

 private:
  // Foundation moves from columns and buffers.
  void put_up() {
    each_card(next_, [&](Card card) {
      Cards raised = 0;
      if (lazy_)
        for (; in_stock_ & bit(card); card = static_cast<Card>(card + kSuits)) raised |= bit(card);
      if (layout_.buffer & bit(card)) {
        steps_.push_back({.card = card, .to = Goal::kUp});
      } else if (layout_.open & bit(card)) {
        freeing(card, slots_, 0, [&](Cards lifts) {
          steps_.push_back({.lifts = lifts, .raised = raised, .card = card, .to = Goal::kUp});
        });
        if (!(room_.free & bit(card)))
          each_card(twins(card) & layable_, [&](Card twin) {
            laying(twin, bit(twin), [&](Cards laid) {
              steps_.push_back({.laid = laid, .raised = raised, .card = card, .to = Goal::kUp});
            });
          });
      }
    });
  }

  void play_stock() {
    for (const Play play : reachable(board_, layout_)) {
      const Card card = board_.stock[play.place];
      if (next_ & bit(card)) steps_.push_back({.card = card, .to = Goal::kUp, .play = play});
      put_down(card, play);
      if (slots_ && !board_.free_stock)
        steps_.push_back({.card = card, .to = Goal::kHold, .play = play});
    }
  }

  // Onto a parent, or to an emptied column.
  void put_down(Card card, Play play) {
    if (room_.welcome & bit(card)) {
      steps_.push_back({.card = card, .to = Goal::kDown, .play = play});
      return;
    }
    clearing(board_.kings & bit(card) ? board_.kings : twins(card), slots_, 0, [&](Cards lifts) {
      steps_.push_back({.lifts = lifts, .card = card, .to = Goal::kDown, .play = play});
    });
    laying_parents(card, 0, [&](Cards laid) {
      steps_.push_back({.laid = laid, .card = card, .to = Goal::kDown, .play = play});
    });
  }

  // Every chain of lifts that makes an open card free.
  template <class Visit>
  void freeing(Card card, int slots, Cards lifts, const Visit& visit) const {
    if (room_.free & bit(card)) return visit(lifts);
    clearing(children(card), slots, lifts, visit);
  }
  // Every chain that lifts one of these cards.
  template <class Visit>
  void clearing(Cards cards, int slots, Cards lifts, const Visit& visit) const {
    if (slots <= 0) return;
    each_card(cards & attached_, [&](Card card) {
      freeing(card, slots - 1, lifts | bit(card), visit);
    });
  }

  // Every chain of laid cards that lets this one be laid too, or makes this card welcome.
  template <class Visit>
  void laying(Card card, Cards laid, const Visit& visit) const {
    if (room_.welcome & bit(card)) return visit(laid);
    laying_parents(card, laid, visit);
  }
  template <class Visit>
  void laying_parents(Card card, Cards laid, const Visit& visit) const {
    if (board_.kings & bit(card)) return;
    each_card(parents(card) & layable_, [&](Card parent) {
      laying(parent, laid | bit(parent), visit);
    });
  }

  // The tops of unlocked foundations that it is not safe to put up again.
  Cards takable() const {
    Cards cards = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      const int rank = layout_.count(suit);
      if (!rank) continue;
      const Card card = make_card(suit, rank);
      Layout without = layout_;
      without.put_down(card);
      if (!safe(board_, without, card)) cards |= bit(card);
    }
    return cards;
  }

  const Board& board_;
  const Layout& layout_;
  const Room room_;
  const Cards attached_, next_;
  const int slots_;
  const bool lazy_;
  Cards takable_ = 0, layable_ = 0, in_stock_ = 0;
  std::vector<Step>& steps_;
};

}  // namespace

void add_steps(const Board& board, const Layout& layout, std::vector<Step>& steps) {
  Maker(board, layout, steps).make();
}

}  // namespace steppe::solitaire
