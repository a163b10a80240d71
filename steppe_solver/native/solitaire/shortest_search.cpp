#include "shortest_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace steppe::solitaire::shortest {

template <class Guide>
Search<Guide>::Search(const Ground& board, const Guide& guide, std::size_t bytes, Control& control)
    : board_(board),
      control_(control),
      bound_(guide),
      moves_(board),
      memos_(std::clamp<std::size_t>(bytes / 32 / sizeof(Memo), 16, kMostMemos)),
      nodes_(bytes - std::min(bytes, memos_.size() * sizeof(Memo))) {}

template <class Guide>
void Search<Guide>::meet(const Node& node, int moves, int estimate, std::uint32_t parent,
                  const Known& known) {
  std::uint32_t number = nodes_.find(pack(node.position));
  if (number == kNoNumber) {
    full_ = nodes_.full() || estimate > kMostNoted;
    if (full_) return;
    number = nodes_.add(node, moves, parent);
    memo(number) = {number, known};
    nodes_.wait(number, estimate);
    return;
  }
  const Table::Entry& entry = nodes_[number];
  if (moves > entry.moves()) return;
  if (moves < entry.moves()) {
    nodes_.reach(number, node, moves, parent);
    memo(number) = {number, known};
    nodes_.wait(number, estimate);
    return;
  }
  const unsigned frozen = entry.frozen() & node.frozen;
  Leaves leaves;
  const Leaves before = entry.leaves();
  for (const Leaf& leaf : before)
    if (std::find(node.leaves.begin(), node.leaves.end(), leaf) != node.leaves.end()) leaves.add(leaf);
  if (frozen == entry.frozen() && leaves == before && estimate >= entry.estimate()) return;
  // Claims that owe something to what was frozen may hold no more.
  if (frozen != entry.frozen() && memo(number).number == number) memo(number).number = kNoNumber;
  nodes_.weaken(number, frozen, leaves);
  nodes_.wait(number, std::min(entry.estimate(), estimate));
}

template <class Guide>
void Search<Guide>::expand(std::uint32_t number) {
  const Node node = nodes_.node(board_, number);
  if (std::popcount(node.position.done) >= bound_.target()) {
    found_ = true;
    goal_ = number;
    return;
  }
  const int moves_here = nodes_[number].moves();
  Known here;
  if (memo(number).number == number) here = memo(number).known;
  const int estimate =
      moves_here + bound_(node.position, node.frozen, here, lower_ + 1 - moves_here);
  if (estimate > lower_) {
    memo(number) = {number, here};
    if (estimate < upper_) nodes_.wait(number, std::min(estimate, kMostNoted));
    return;
  }
  moves_.list(node);
  for (const Step& step : moves_) {
    Node next = moves_.after(step);
    int moves = moves_here + 1;
    if (!settle(board_, next, bound_.target(), [&](const Step&) { ++moves; })) continue;
    Known known = here;
    bound_.inherit(node.position, step, known);
    const int least = bound_(next.position, next.frozen, known, lower_ + 1 - moves);
    if (least == kHopeless) continue;
    const int estimate = std::max(lower_, moves + least);
    if (estimate >= upper_) continue;
    meet(next, moves, estimate, number, known);
    if (full_) return;
  }
}

template <class Guide>
void Search<Guide>::start(const Position& root, int upper) {
  nodes_.clear();
  found_ = full_ = false;
  upper_ = upper;
  const Node node{root, 0, {}};
  Known known;
  lower_ = bound_(root, 0, known, upper);
  if (lower_ < upper) meet(node, 0, lower_, kNoNumber, known);
}

template <class Guide>
void Search<Guide>::go() {
  for (; lower_ < upper_ && static_cast<std::size_t>(lower_) < nodes_.queues(); ++lower_)
    for (;;) {
      const std::uint32_t number = nodes_.first(static_cast<std::size_t>(lower_));
      if (number == kNoNumber) break;
      control_.count_node();  // before anything is changed
      nodes_.wait_no_more(number);
      expand(number);
      if (found_ || full_) return;
    }
  lower_ = upper_;
}

template <class Guide>
std::vector<Step> Search<Guide>::line() const {
  std::vector<std::uint32_t> way;
  for (std::uint32_t number = goal_; number != kNoNumber; number = nodes_[number].parent())
    way.push_back(number);
  std::reverse(way.begin(), way.end());
  std::vector<Step> steps;
  const auto told = [&](const Step& step) { steps.push_back(step); };
  // The root's own safe moves are the caller's: it gives a root that is settled.
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    // Any step that leads there will do, whatever the order of steps says.
    Node node = nodes_.node(board_, way[i]);
    node.frozen = 0;
    node.leaves = {};
    Moves moves(board_);
    moves.list(node);
    const std::size_t before = steps.size();
    bool there = false;
    for (const Step& step : moves) {
      Node next = moves.after(step);
      next.frozen = 0;
      next.leaves = {};
      steps.push_back(step);
      settle(board_, next, bound_.target(), told);
      there = pack(next.position) == nodes_[way[i + 1]].key();
      if (there) break;
      steps.resize(before);
    }
    if (!there) throw std::logic_error("a way that is none");
  }
  return steps;
}

template class Search<Bound>;
template class Search<UpBound>;

}  // namespace steppe::solitaire::shortest
