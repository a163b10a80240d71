#include "shortest_search.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>

namespace steppe::solitaire::shortest {

namespace {

std::uint64_t hash(const Packed& key) {
  std::uint64_t h = 0;
  for (const std::uint64_t word : key.words) {
    h = (h ^ word) * 0x9E3779B97F4A7C15;
    h ^= h >> 29;
  }
  return h ^ h >> 32;
}

constexpr std::uint32_t kNoParent = ~std::uint32_t{0};

}  // namespace

Search::Search(const Ground& board, std::size_t bytes, Control& control)
    : board_(board), control_(control), bound_(board), moves_(board), memos_(kMemos) {
  // Besides the entry two slots at most, and two places in the queues.
  const std::size_t each = sizeof(Entry) + 4 * sizeof(std::uint32_t);
  const std::size_t most = std::clamp<std::size_t>(bytes / each, 1024, std::size_t{1} << 31);
  capacity_ = static_cast<std::uint32_t>(most);
  const std::size_t slots = std::bit_ceil(most) * (std::bit_ceil(most) < most + most / 4 ? 2 : 1);
  mask_ = slots - 1;
  entries_.reset(static_cast<Entry*>(std::malloc(most * sizeof(Entry))));
  slots_.reset(static_cast<std::uint32_t*>(std::calloc(slots, sizeof(std::uint32_t))));
  if (!entries_ || !slots_) throw std::bad_alloc();
}

std::uint32_t& Search::slot(const Packed& key) {
  for (std::uint64_t at = hash(key) & mask_;; at = (at + 1) & mask_) {
    std::uint32_t& number = slots_[at];
    if (!number || entries_[number - 1].key == key) return number;
  }
}

Node Search::node_of(const Entry& entry) const {
  return {unpack(board_, entry.key), entry.frozen, entry.last};
}

void Search::wait(std::uint32_t number) {
  Entry& entry = entries_[number];
  entry.waiting = true;
  if (entry.estimate >= open_.size()) open_.resize(entry.estimate + std::size_t{1});
  open_[entry.estimate].push_back(number);
}

void Search::meet(const Node& node, int moves, int estimate, std::uint32_t parent,
                  const Known& known) {
  const Packed key = pack(node.position);
  std::uint32_t& number = slot(key);
  if (!number) {
    if (size_ == capacity_) {
      full_ = true;
      return;
    }
    entries_[size_] = {key,
                       parent,
                       static_cast<std::uint16_t>(moves),
                       static_cast<std::uint16_t>(estimate),
                       node.last,
                       static_cast<std::uint8_t>(node.frozen),
                       false};
    number = ++size_;
    memo(number - 1) = {number - 1, known};
    wait(number - 1);
    return;
  }
  Entry& entry = entries_[number - 1];
  if (moves > entry.moves) return;
  if (moves < entry.moves) {
    entry = {key,
             parent,
             static_cast<std::uint16_t>(moves),
             static_cast<std::uint16_t>(estimate),
             node.last,
             static_cast<std::uint8_t>(node.frozen),
             false};
    memo(number - 1) = {number - 1, known};
    wait(number - 1);
    return;
  }
  const auto frozen = static_cast<std::uint8_t>(entry.frozen & node.frozen);
  const Last last = entry.last == node.last ? entry.last : Last{};
  if (frozen == entry.frozen && last == entry.last && estimate >= entry.estimate) return;
  // Claims that owe something to what was frozen may hold no more.
  if (frozen != entry.frozen && memo(number - 1).number == number - 1) memo(number - 1).number = kNoParent;
  entry.frozen = frozen;
  entry.last = last;
  entry.estimate = std::min(entry.estimate, static_cast<std::uint16_t>(estimate));
  wait(number - 1);
}

void Search::expand(std::uint32_t number) {
  const Node node = node_of(entries_[number]);
  Known here;
  if (memo(number).number == number) here = memo(number).known;
  {
    Entry& entry = entries_[number];
    const int estimate =
        entry.moves + bound_(node.position, node.frozen, here, lower_ + 1 - entry.moves);
    if (estimate > lower_) {
      entry.estimate = static_cast<std::uint16_t>(estimate);
      memo(number) = {number, here};
      if (estimate < upper_) wait(number);
      return;
    }
  }
  const int moves_here = entries_[number].moves;
  moves_.list(node);
  for (const Step& step : moves_) {
    Node next = moves_.after(step);
    int moves = moves_here + 1;
    if (!settle(board_, next, [&](const Step&) { ++moves; })) continue;
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

void Search::start(const Position& root, int upper) {
  if (size_) std::fill_n(slots_.get(), mask_ + 1, 0u);
  size_ = 0;
  found_ = full_ = false;
  upper_ = upper;
  open_.clear();
  const Node node{root, 0, {}};
  Known known;
  lower_ = bound_(root, 0, known, upper);
  if (lower_ < upper) meet(node, 0, lower_, kNoParent, known);
}

void Search::go() {
  for (; lower_ < upper_ && static_cast<std::size_t>(lower_) < open_.size(); ++lower_)
    while (!open_[static_cast<std::size_t>(lower_)].empty()) {
      auto& open = open_[static_cast<std::size_t>(lower_)];
      const std::uint32_t number = open.back();
      Entry& entry = entries_[number];
      if (entry.waiting && entry.estimate == lower_) {
        control_.count_node();  // before anything is changed
        open.pop_back();
        entry.waiting = false;
        if (unpack(board_, entry.key).done == board_.deck) {
          found_ = true;
          goal_ = number;
          return;
        }
        expand(number);
        if (full_) return;
      } else {
        open.pop_back();
      }
    }
  lower_ = upper_;
}

std::vector<Step> Search::line() const {
  std::vector<std::uint32_t> way;
  for (std::uint32_t number = goal_; number != kNoParent; number = entries_[number].parent)
    way.push_back(number);
  std::reverse(way.begin(), way.end());
  std::vector<Step> steps;
  const auto told = [&](const Step& step) { steps.push_back(step); };
  // The root's own safe moves are the caller's: it gives a root that is settled.
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    // Any step that leads there will do, whatever the order of steps says.
    Node node = node_of(entries_[way[i]]);
    node.frozen = 0;
    node.last = {};
    Moves moves(board_);
    moves.list(node);
    const std::size_t before = steps.size();
    bool there = false;
    for (const Step& step : moves) {
      Node next = moves.after(step);
      next.frozen = 0;
      steps.push_back(step);
      settle(board_, next, told);
      there = pack(next.position) == entries_[way[i + 1]].key;
      if (there) break;
      steps.resize(before);
    }
    if (!there) throw std::logic_error("a way that is none");
  }
  return steps;
}

}  // namespace steppe::solitaire::shortest
