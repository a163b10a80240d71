// A depth-first search over settled layouts for one where its *aim* is reached: a win, or more cards
// on the foundations than some number (stop.hpp).
//
// It answers "unwinnable" only when it has been everywhere. PROOF. Let a line *serve* if it ends
// where the aim is reached. Let its cost be its exits (moves.hpp) and the cards that are not up at
// its end, and d of a layout the least cost of a line from there that serves. Suppose that the
// search ends without reaching its aim though some line from the root serves, and let v be one of
// least d among the layouts visited from which one does. If a safe move was made to get from a step
// to its node, d fell by it (safe.hpp), so let none be made among the swaps from v. The line has an
// exit: without one the cards that are up at its end are up at v, where the aim is reached. By the
// theorem of moves.hpp, applied to the line from v, the search visits a layout above the one before
// the line's first exit, with swaps only, and then the layout after it or one above, or does not go
// there because it had been there with as much supply, which is no worse. What serves from a layout
// serves from one above it, or with more supply, at no more cost. So d - 1 is visited: a
// contradiction. A table that forgets only makes the search go somewhere again. QED
//
// The search ends. In a locked game exits put a card up, take one from the stock, turn one up,
// empty a column or bring a base into a buffer, and none of that is undone; between exits only
// swaps can come back to a layout, so it is looked for among the ancestors since the last exit.
// With unlocked foundations among all since a card left the stock or a base its column.
//
// RELAXED. Each line of draws, recycles and plays is one of plays from a free stock, so a layout
// can be given up if even so the aim is out of reach. A second search on a board with a free stock
// is asked about that: sometimes, about what has cost much, or, by a *watchful* search, at each
// node. Then it keeps what it has proved from one question to the next: where a question was
// answered with no, its aim cannot be reached from any layout visited for it. Where it was not, this
// is certain of those that it had done with, by induction, if no layout leads back to itself: then
// all that can be reached from them has been visited and done with too. So it forgets only those on
// the way to where it ended; with buffers or unlocked foundations it forgets everything then. The
// aim may become harder to reach in between, not easier. Where the answers are of no use, few
// questions are asked: a node pays for them little, and each layout given up more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../control.hpp"
#include "dead.hpp"
#include "moves.hpp"
#include "seen.hpp"

namespace steppe::solitaire {

// How promising a layout looks: a guess, which decides in what order steps are tried and nothing
// else.
struct Taste {
  int done = 4, down = -12, held = -7, stock = -1, emptied = 2, blocked = -3, noise = 0;
};

// Is the win plain to see? With all cards open the lowest card that is not up yet is next of its
// suit; in a column nothing lies on it, as it would be lower. So it can go up unless it is in a
// stock that must be worked through in order.
inline bool plain_win(const Board& board, const Layout& layout) {
  return layout.all_open() && (board.free_stock || !layout.stock);
}

// What a search is after.
class Aim {
 public:
  virtual ~Aim() = default;
  // Is it reached here?
  virtual bool reached(const Layout& layout) = 0;
  // Is it certain that nothing that can be reached from here reaches it?
  virtual bool hopeless(const Layout& layout) = 0;
};

enum class Outcome : std::uint8_t { kWinnable, kUnwinnable, kUnknown };

class Search {
 public:
  // The table is emptied. With a `relaxed` search, which has the same deal on a board with a free
  // stock, it gives up what is lost even so.
  Search(const Board& board, Seen& seen, Control& control, Aim& aim, Search* relaxed = nullptr)
      : board_(board), seen_(seen), control_(control), aim_(aim), relaxed_(relaxed) {
    seen_.renew();
  }

  // Is watchful from the next run on, if it has a relaxed search.
  void watch() { watchful_ = relaxed_; }

  // Looks from a settled layout for one where the aim is reached, through at most so many layouts.
  // Throws Stopped where the control says so.
  Outcome run(const Layout& root, std::uint64_t most_nodes, const Taste& taste, std::uint64_t seed);
  // The same, knowing what it has proved since the last `run`.
  Outcome ask(const Layout& root, std::uint64_t most_nodes);
  // Looks on from where the aim was reached; it must have become harder to reach.
  Outcome go_on();
  // Is the layout lost even with a free stock, as far as so many nodes can tell?
  bool lost_relaxed(const Layout& layout, std::uint64_t most_nodes);
  // Where the aim was reached, and the steps from the root to there.
  const Layout& end() const { return frames_.back().layout; }
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

  Outcome start(const Layout& root, std::uint64_t most_nodes, const Taste& taste);
  Outcome look();
  Outcome arrive();
  void expand(const Layout& layout);
  void give_up_lost();
  bool watched_lost(const Layout& layout);
  bool on_the_way(const Layout& layout, const Key& key) const;
  int score(const Layout& layout);
  bool enter(const Layout& layout, const Step& step);

  const Board& board_;
  Seen& seen_;
  Control& control_;
  Aim& aim_;
  Search* relaxed_;
  bool watchful_ = false;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::vector<Step> steps_, line_;
  Taste taste_;
  std::uint64_t random_ = 0;
  std::uint64_t end_ = 0, next_check_ = 0;  // in nodes
  std::int64_t credit_ = 0;                 // of nodes for the relaxed search
};

// Winning the game.
class Winning final : public Aim {
 public:
  explicit Winning(const Board& board) : board_(board) {}
  bool reached(const Layout& layout) override { return plain_win(board_, layout); }
  bool hopeless(const Layout& layout) override { return lost(board_, layout); }

 private:
  const Board& board_;
};

}  // namespace steppe::solitaire
