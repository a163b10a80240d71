// A depth-first search for a win, over settled layouts.
//
// It answers "unwinnable" only when it has been everywhere. PROOF. Let d of a layout be the smallest
// number of exits (moves.hpp) with which it wins. Suppose that the search ends without a win though
// the root is winnable, and let v be one of least d among the winnable layouts visited. If a safe move
// was made to get from a step to its node, d fell by it, so let none be made among the swaps from v.
// By the theorem of moves.hpp, applied to the line that wins from v, the search visits a layout above
// the one before the line's first exit, with swaps only, and then the layout after it or one above, or
// does not go there because it had been there with as much supply, which is no worse. A layout above
// another, or with more supply, wins with no more exits. So d - 1 is visited: a contradiction. A table
// that forgets only makes the search go somewhere again. QED
//
// The search ends. In a locked game exits put a card up, take one from the stock, turn one up, empty a
// column or bring a base into a buffer, and none of that is undone; between exits only swaps can come
// back to a layout, so it is looked for among the ancestors since the last exit. With unlocked
// foundations among all since a card left the stock or a base its column.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../control.hpp"
#include "dead.hpp"
#include "moves.hpp"
#include "seen.hpp"

namespace steppe::solitaire {

// How promising a layout looks: a guess, which decides in what order steps are tried and nothing else.
struct Taste {
  int done = 4, down = -12, held = -7, stock = -1, emptied = 2, blocked = -3, noise = 0;
};

enum class Outcome : std::uint8_t { kWinnable, kUnwinnable, kUnknown };

class Search {
 public:
  // With a `relaxed` search, which has the same deal on a board with a free stock, it gives up what
  // has been searched for some while if it is lost even so.
  Search(const Board& board, Seen& seen, Control& control, Search* relaxed = nullptr)
      : board_(board), seen_(seen), control_(control), relaxed_(relaxed) {}

  // Looks for a win from a settled layout, through at most so many layouts. Throws Stopped where the
  // control says so.
  Outcome run(const Layout& root, std::uint64_t most_nodes, const Taste& taste, std::uint64_t seed);
  // Is the layout lost even with a free stock, as far as so many nodes can tell? Each line of draws,
  // recycles and plays is one of plays from a free stock.
  bool lost_relaxed(const Layout& layout, std::uint64_t most_nodes);
  // After a win: the steps from the root.
  const std::vector<Step>& line() const { return line_; }

 private:
  struct Child {
    Layout layout;
    Step step;
    int score;
  };
  struct Frame {
    std::size_t first;  // of its children that are left, in children_
    Layout layout;
    Key key;
    Step step;  // that led here
    std::uint64_t entered;  // after so many nodes
    bool checked;  // by the relaxed search
  };

  void expand(const Layout& layout, const Taste& taste);
  void give_up_lost();
  bool on_the_way(const Layout& layout, const Key& key) const;
  int score(const Layout& layout, const Taste& taste);
  bool enter(const Layout& layout, const Step& step, const Taste& taste);

  const Board& board_;
  Seen& seen_;
  Control& control_;
  Search* relaxed_;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::vector<Step> steps_, line_;
  std::uint64_t random_ = 0;
};

// Is the win plain to see? With all cards open the lowest card that is not up yet is next of its suit;
// in a column nothing lies on it, as it would be lower. So it can go up unless it is in a stock that
// must be worked through in order.
inline bool plain_win(const Board& board, const Layout& layout) {
  return layout.all_open() && (board.free_stock || !layout.stock);
}

}  // namespace steppe::solitaire
