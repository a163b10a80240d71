#include "search.hpp"

#include <algorithm>

namespace steppe::solitaire {

namespace {

// How often the relaxed search is asked, about what has cost at least so much, and its limit.
constexpr std::uint64_t kPatience = 4000, kRelaxedNodes = 1000;
// What a watchful search may spend on it at first, and gets for each layout that is given up.
constexpr std::int64_t kCredit = 20000, kReward = 40;
constexpr auto kSilent = [](Card, Goal, Play) {};

}  // namespace

int Search::score(const Layout& layout) {
  int down = 0;
  for (std::uint32_t left = layout.down; left; left >>= 4) down += left & 0xF;
  int score = taste_.done * std::popcount(layout.done) + taste_.down * down +
              taste_.held * layout.held + taste_.stock * std::popcount(layout.stock) +
              taste_.emptied * layout.emptied;
  // Cards that are next but face down.
  const Cards next = layout.next_up(board_.deck);
  const Cards known = layout.open | layout.buffer | stock_cards(board_, layout);
  score += taste_.blocked * std::popcount(next & ~known);
  if (taste_.noise) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    score += static_cast<int>((random_ >> 33) % static_cast<std::uint64_t>(taste_.noise));
  }
  return score;
}

void Search::expand(const Layout& layout) {
  steps_.clear();
  add_steps(board_, layout, steps_);
  const std::size_t first = children_.size();
  for (const Step& step : steps_) {
    Child& child = children_.emplace_back(Child{layout, step, 0});
    advance(board_, child.layout, step, kSilent);
    child.score = score(child.layout);
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
bool Search::enter(const Layout& layout, const Step& step) {
  const Place place = place_of(board_, layout);
  if (!seen_.first_visit(place, static_cast<int>(frames_.size()))) return false;
  if (seen_.forgotten() && on_the_way(layout, place.key)) return false;
  control_.count_node();
  frames_.push_back({children_.size(), layout, place.key, step, control_.nodes(), false});
  if (aim_.reached(layout)) return true;
  if (!aim_.hopeless(layout) && !(watchful_ && watched_lost(layout))) expand(layout);
  return false;
}

bool Search::watched_lost(const Layout& layout) {
  if (++credit_ <= 0) return false;
  const std::uint64_t before = control_.nodes();
  const bool lost = lost_relaxed(layout, std::min(kRelaxedNodes, static_cast<std::uint64_t>(credit_)));
  credit_ -= static_cast<std::int64_t>(control_.nodes() - before);
  if (lost) credit_ += kReward;
  return lost;
}

bool Search::lost_relaxed(const Layout& layout, std::uint64_t most_nodes) {
  if (!relaxed_) return false;
  Layout relaxed = layout;
  relaxed.drawn = relaxed.recycles = 0;
  settle(relaxed_->board_, relaxed, kSilent);
  const Outcome outcome =
      watchful_ ? relaxed_->ask(relaxed, most_nodes) : relaxed_->run(relaxed, most_nodes, {}, 1);
  return outcome == Outcome::kUnwinnable;
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
  random_ = seed;
  return start(root, most_nodes, taste);
}

Outcome Search::ask(const Layout& root, std::uint64_t most_nodes) {
  if (board_.variant.locked && !board_.variant.buffers) {
    for (const Frame& frame : frames_) seen_.forget(frame.key);
  } else if (!frames_.empty()) {
    seen_.renew();
  }
  return start(root, most_nodes, {});
}

Outcome Search::start(const Layout& root, std::uint64_t most_nodes, const Taste& taste) {
  frames_.clear();
  children_.clear();
  taste_ = taste;
  end_ = most_nodes > Control::kNever - control_.nodes() ? Control::kNever
                                                         : control_.nodes() + most_nodes;
  credit_ = kCredit;
  next_check_ = watchful_ ? Control::kNever : control_.nodes() + kPatience;
  return enter(root, {}) ? arrive() : look();
}

Outcome Search::go_on() {
  const Layout layout = end();
  if (!aim_.hopeless(layout)) expand(layout);
  return look();
}

Outcome Search::look() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (children_.size() == frame.first) {
      frames_.pop_back();
      continue;
    }
    if (control_.nodes() >= end_) return Outcome::kUnknown;
    if (relaxed_ && control_.nodes() >= next_check_) {
      give_up_lost();
      next_check_ = control_.nodes() + kPatience;
      continue;
    }
    const Child child = children_.back();
    children_.pop_back();
    if (enter(child.layout, child.step)) return arrive();
  }
  return Outcome::kUnwinnable;
}

Outcome Search::arrive() {
  line_.clear();
  for (std::size_t i = 1; i < frames_.size(); ++i) line_.push_back(frames_[i].step);
  return Outcome::kWinnable;
}

}  // namespace steppe::solitaire
