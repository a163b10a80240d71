#include "moves.hpp"

namespace steppe::solitaire {

namespace {

class Maker {
 public:
  Maker(const Board& board, const Layout& layout, std::vector<Step>& steps)
      : board_(board),
        layout_(layout),
        room_(board, layout),
        attached_(layout.attached()),
        slots_(board.variant.buffers - layout.held),
        steps_(steps) {}

  void make() {
    const Cards next = layout_.next_up(board_.deck);
    each_card(next & layout_.open, [&](Card card) {
      freeing(card, slots_, 0, [&](Cards lifts) { add(lifts, card, Goal::kUp); });
    });
    each_card(next & layout_.buffer, [&](Card card) { add(0, card, Goal::kUp); });
    each_card(layout_.base, [&](Card card) { down(card, {kNoPlace, false}); });
    for (const Play play : reachable(board_, layout_)) {
      const Card card = board_.stock[play.place];
      if (next & bit(card)) steps_.push_back({0, card, Goal::kUp, play});
      down(card, play);
      if (slots_ && !board_.free_stock) steps_.push_back({0, card, Goal::kHold, play});
    }
    if (slots_) {
      each_card(layout_.base, [&](Card card) {
        freeing(card, slots_ - 1, 0, [&](Cards lifts) { add(lifts, card, Goal::kHold); });
      });
      // Nothing in a buffer is welcome, so these are the swaps.
      each_card(layout_.buffer, [&](Card card) { down(card, {kNoPlace, false}); });
    }
    if (!board_.variant.locked) take_down();
  }

 private:
  void add(Cards lifts, Card card, Goal to) {
    steps_.push_back({lifts, card, to, {kNoPlace, false}});
  }

  // Onto a parent, or to an emptied column.
  void down(Card card, Play play) {
    const auto add_down = [&](Cards lifts) { steps_.push_back({lifts, card, Goal::kDown, play}); };
    if (room_.welcome & bit(card)) return add_down(0);
    const Cards in_the_way = board_.kings & bit(card) ? board_.kings : twins(card);
    clearing(in_the_way, slots_, 0, add_down);
  }

  // Every chain that makes an open card free.
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

  void take_down() {
    for (int suit = 0; suit < kSuits; ++suit) {
      const int rank = layout_.count(suit);
      if (!rank) continue;
      const Card card = make_card(suit, rank);
      Layout without = layout_;
      without.put_down(card);
      if (!safe(board_, without, card)) down(card, {kNoPlace, false});
    }
  }

  const Board& board_;
  const Layout& layout_;
  const Room room_;
  const Cards attached_;
  const int slots_;
  std::vector<Step>& steps_;
};

}  // namespace

void add_steps(const Board& board, const Layout& layout, std::vector<Step>& steps) {
  Maker(board, layout, steps).make();
}

}  // namespace steppe::solitaire
