#include "search.hpp"

#include <algorithm>

namespace steppe::solitaire {

namespace {

// How often the relaxed search is asked, about what has cost at least so much, and its limit.
constexpr std::uint64_t kPatience = 4000, kRelaxedNodes = 1000;
constexpr auto kSilent = [](Card, Goal, Play) {};

}  // namespace

int Search::score(const Layout& layout, const Taste& taste) {
  int down = 0;
  for (std::uint32_t left = layout.down; left; left >>= 4) down += left & 0xF;
  int score = taste.done * std::popcount(layout.done) + taste.down * down +
              taste.held * layout.held + taste.stock * std::popcount(layout.stock) +
              taste.emptied * layout.emptied;
  // Cards that are next but face down.
  const Cards next = layout.next_up(board_.deck);
  Cards in_stock = 0;
  for (Cards left = layout.stock; left; left &= left - 1) in_stock |= bit(board_.stock[lowest(left)]);
  score += taste.blocked * std::popcount(next & ~(layout.open | layout.buffer | in_stock));
  if (taste.noise) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    score += static_cast<int>((random_ >> 33) % static_cast<std::uint64_t>(taste.noise));
  }
  return score;
}

void Search::expand(const Layout& layout, const Taste& taste) {
  steps_.clear();
  add_steps(board_, layout, steps_);
  const std::size_t first = children_.size();
  for (const Step& step : steps_) {
    Child& child = children_.emplace_back(Child{layout, step, 0});
    advance(board_, child.layout, step, kSilent);
    child.score = score(child.layout, taste);
  }
  // The best comes last and is tried first.
  std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                   [](const Child& a, const Child& b) { return a.score < b.score; });
}

bool Search::on_the_way(const Layout& layout, const Key& key) const {
  if (board_.variant.locked && !board_.variant.buffers) return false;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->key == key && frame->layout == layout) return true;
    if (frame->layout.stock != layout.stock || frame->layout.down != layout.down ||
        (board_.variant.locked && frame->layout.done != layout.done))
      return false;
  }
  return false;
}

// Visits a layout, if that is of use. True if it wins.
bool Search::enter(const Layout& layout, const Step& step, const Taste& taste) {
  const Place place = place_of(board_, layout);
  if (!seen_.first_visit(place, static_cast<int>(frames_.size()))) return false;
  if (seen_.forgotten() && on_the_way(layout, place.key)) return false;
  control_.count_node();
  frames_.push_back({children_.size(), layout, place.key, step, control_.nodes(), false});
  if (plain_win(board_, layout)) return true;
  if (!lost(board_, layout)) expand(layout, taste);
  return false;
}

bool Search::lost_relaxed(const Layout& layout, std::uint64_t most_nodes) {
  if (!relaxed_) return false;
  Layout relaxed = layout;
  relaxed.drawn = relaxed.recycles = 0;
  settle(relaxed_->board_, relaxed, kSilent);
  return relaxed_->run(relaxed, most_nodes, {}, 1) == Outcome::kUnwinnable;
}

// Asks the relaxed search about the first layout on the way that has cost much and was not checked.
void Search::give_up_lost() {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i].checked) continue;
    if (control_.nodes() - frames_[i].entered < kPatience) return;
    frames_[i].checked = true;
    if (!lost_relaxed(frames_[i].layout, kRelaxedNodes)) return;
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(frames_[i].first),
                    children_.end());
    frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(i), frames_.end());
    return;
  }
}

Outcome Search::run(const Layout& root, std::uint64_t most_nodes, const Taste& taste,
                    std::uint64_t seed) {
  seen_.renew();
  frames_.clear();
  children_.clear();
  line_.clear();
  random_ = seed;
  const std::uint64_t end = most_nodes > Control::kNever - control_.nodes()
                                ? Control::kNever
                                : control_.nodes() + most_nodes;
  std::uint64_t next_check = control_.nodes() + kPatience;
  bool won = enter(root, {}, taste);
  while (!won && !frames_.empty()) {
    Frame& frame = frames_.back();
    if (children_.size() == frame.first) {
      frames_.pop_back();
      continue;
    }
    if (control_.nodes() >= end) return Outcome::kUnknown;
    if (relaxed_ && control_.nodes() >= next_check) {
      give_up_lost();
      next_check = control_.nodes() + kPatience;
      continue;
    }
    const Child child = children_.back();
    children_.pop_back();
    won = enter(child.layout, child.step, taste);
  }
  if (!won) return Outcome::kUnwinnable;
  for (std::size_t i = 1; i < frames_.size(); ++i) line_.push_back(frames_[i].step);
  return Outcome::kWinnable;
}

}  // namespace steppe::solitaire
