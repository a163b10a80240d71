#include "shortest_table.hpp"

#include <algorithm>
#include <array>
#include <new>

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

// The kinds of leaves in three bits: those of moves up are none.
constexpr std::array<Kind, 8> kLeafKinds = {Kind::kDraw,           Kind::kRecycle,
                                            Kind::kWasteToColumn,  Kind::kWasteToBuffer,
                                            Kind::kColumnToColumn, Kind::kColumnToBuffer,
                                            Kind::kBufferToColumn, Kind::kFoundationToColumn};

// 15 bits a leaf: kind (3), head (6), left (6); all ones are none, as no foundation gives the card 63.
constexpr int kLeafBits = 15;
constexpr std::uint64_t kNoLeaf = 0x7FFF;

std::uint64_t packed(const Leaves& leaves) {
  std::uint64_t all = 0;
  for (int i = Leaves::kMost; i--;) {
    std::uint64_t one = kNoLeaf;
    if (i < leaves.size()) {
      const Leaf& leaf = leaves[i];
      const auto kind = std::find(kLeafKinds.begin(), kLeafKinds.end(), leaf.kind) - kLeafKinds.begin();
      one = static_cast<std::uint64_t>(kind) | std::uint64_t{leaf.head} << 3 | std::uint64_t{leaf.left} << 9;
    }
    all = all << kLeafBits | one;
  }
  return all;
}

}  // namespace

Leaves Table::Entry::leaves() const {
  Leaves leaves;
  for (std::uint64_t all = leaves_; leaves.size() < Leaves::kMost; all >>= kLeafBits) {
    const std::uint64_t one = all & kNoLeaf;
    if (one == kNoLeaf) break;
    leaves.add({kLeafKinds[one & 7], static_cast<Card>(one >> 3 & 0x3F), static_cast<Card>(one >> 9)});
  }
  return leaves;
}

Table::Table(std::size_t bytes) {
  constexpr std::size_t slots_of_three = 4;
  constexpr std::size_t of_three = 3 * sizeof(Entry) + slots_of_three * sizeof(std::uint32_t);
  const std::size_t most = std::clamp<std::size_t>(bytes / of_three * 3, 1024, std::size_t{1} << 30);
  capacity_ = static_cast<std::uint32_t>(most);
  slot_count_ = most / 3 * slots_of_three + slots_of_three;
  entries_.reset(static_cast<Entry*>(std::malloc(most * sizeof(Entry))));
  slots_.reset(static_cast<std::uint32_t*>(std::calloc(slot_count_, sizeof(std::uint32_t))));
  if (!entries_ || !slots_) throw std::bad_alloc();
}

void Table::clear() {
  if (size_) std::fill_n(slots_.get(), slot_count_, 0u);
  size_ = 0;
  heads_.clear();
}

std::uint64_t Table::start(const Packed& key) const {
  return (hash(key) >> 32) * slot_count_ >> 32;
}

std::uint32_t Table::find(const Packed& key) const {
  for (std::uint64_t at = start(key);; at = at + 1 == slot_count_ ? 0 : at + 1) {
    const std::uint32_t number = slots_[at];
    if (!number) return kNoNumber;
    if (entries_[number - 1].key() == key) return number - 1;
  }
}

std::uint32_t Table::add(const Node& node, int moves, std::uint32_t parent) {
  const Packed key = pack(node.position);
  std::uint64_t at = start(key);
  while (slots_[at]) at = at + 1 == slot_count_ ? 0 : at + 1;
  const std::uint32_t number = size_++;
  slots_[at] = number + 1;
  Entry& entry = entries_[number];
  std::copy_n(key.words.begin(), 3, entry.words_);
  entry.down_ = static_cast<std::uint32_t>(key.words[3]) & 0xFFFFFFF;
  entry.waiting_ = false;
  entry.estimate_ = 0;
  reach(number, node, moves, parent);
  return number;
}

void Table::reach(std::uint32_t number, const Node& node, int moves, std::uint32_t parent) {
  Entry& entry = entries_[number];
  entry.parent_ = parent;
  entry.moves_ = static_cast<std::uint32_t>(moves) & kMostNoted;
  weaken(number, node.frozen, node.leaves);
}

void Table::weaken(std::uint32_t number, unsigned frozen, const Leaves& leaves) {
  entries_[number].frozen_ = frozen & 0xF;
  entries_[number].leaves_ = packed(leaves) & 0x1FFFFFFFFFFF;
}

Node Table::node(const Ground& board, std::uint32_t number) const {
  const Entry& entry = entries_[number];
  return {unpack(board, entry.key()), entry.frozen_, entry.leaves()};
}

void Table::wait(std::uint32_t number, int estimate, std::size_t queue) {
  if (entries_[number].waiting_) wait_no_more(number);
  if (queue >= heads_.size()) heads_.resize(queue + 1, kNoNumber);
  Entry& entry = entries_[number];
  entry.waiting_ = true;
  entry.estimate_ = static_cast<std::uint32_t>(estimate) & kMostNoted;
  entry.next_ = heads_[queue];
  if (entry.next_ != kNoNumber) entries_[entry.next_].previous_ = number;
  // The first of a queue names it.
  entry.previous_ = kNoNumber - 1 - static_cast<std::uint32_t>(queue);
  heads_[queue] = number;
}

void Table::wait_no_more(std::uint32_t number) {
  Entry& entry = entries_[number];
  entry.waiting_ = false;
  if (entry.next_ != kNoNumber) entries_[entry.next_].previous_ = entry.previous_;
  if (entry.previous_ < size_)
    entries_[entry.previous_].next_ = entry.next_;
  else
    heads_[kNoNumber - 1 - entry.previous_] = entry.next_;
}

}  // namespace steppe::solitaire::shortest
