// Best-first search for a shortest win (A*), whose smallest open estimate is a proved lower bound.
//
// A node is a position with what is known of the step that led to it (shortest_moves.hpp). Its estimate
// is the number of moves made, g, plus the lower bound of shortest_bound.hpp, and at least that of its
// parent. Nodes of the smallest estimate are taken first, of these the one found last.
//
// PROOF that no win is shorter than the smallest estimate f of the nodes waiting. Let a first win
// (shortest_moves.hpp) be given. Each of its positions that the search reaches along it has the smallest
// g there is, as the beginning of a shortest win is a shortest way. A position reached with that g in
// several ways gets the weakest conditions that hold for all of them: what is frozen in each, and the
// leaves of each; if that takes a condition away it waits again. So a win's last position
// reached along it waits, with no condition that the win fails, and f is at most the win's length. What
// the search throws away has an estimate of at least the length of a win known. QED
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../control.hpp"
#include "shortest_bound.hpp"
#include "shortest_moves.hpp"
#include "shortest_table.hpp"
#include "shortest_up.hpp"

namespace steppe::solitaire::shortest {

// The guide is a lower bound: Bound, or UpBound where fewer cards are to go up.
template <class Guide>
class Search {
 public:
  // Takes no more than so many bytes, if they are room for a thousand nodes, and only as it goes on.
  Search(const Ground& board, const Guide& guide, std::size_t bytes, Control& control);

  // Begins anew, from a settled position, to look for a win of fewer than `upper` moves.
  void start(const Position& root, int upper);
  // Looks only for wins shorter than that from now on.
  void set_upper(int upper) { upper_ = std::min(upper_, upper); }
  // Goes on until a win is found, there is none, the memory is full, or Stopped or Paused comes out of
  // the control; after Paused it can go on.
  void go();

  // Proved so far: no win is shorter, or none is shorter than `upper`.
  int lower() const { return lower_; }
  bool found() const { return found_; }
  // The steps of the win found.
  std::vector<Step> line() const;
  bool full() const { return full_; }

 private:
  using Known = typename Guide::Known;

  // What was known of a node when it was met last; a place for many nodes.
  struct Memo {
    std::uint32_t number = kNoNumber;
    Known known;
  };
  static constexpr std::size_t kMostMemos = 4096;

  void meet(const Node& node, int moves, int estimate, std::uint32_t parent, const Known& known);
  Memo& memo(std::uint32_t number) { return memos_[number % memos_.size()]; }
  void expand(std::uint32_t number);

  const Ground& board_;
  Control& control_;
  Guide bound_;
  Moves moves_;
  std::vector<Memo> memos_;
  Table nodes_;  // the queues by estimate
  int upper_ = 0, lower_ = 0;
  bool found_ = false, full_ = false;
  std::uint32_t goal_ = 0;
};

extern template class Search<Bound>;
extern template class Search<UpBound>;

}  // namespace steppe::solitaire::shortest
