#include "shortest_sprint.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "shortest_beam.hpp"
#include "shortest_search.hpp"

namespace steppe::solitaire {

namespace shortest {

namespace {

constexpr std::size_t kFirstWidth = 4, kLastWidth = 1024;
constexpr std::uint64_t kNodesForProof = 4;     // for each one of the beams
constexpr std::size_t kMostForBeams = 32 << 20;  // bytes

class Sprint {
 public:
  Sprint(const Game& game, int moves, std::size_t bytes, Control& control)
      : game_(game),
        bytes_(bytes),
        bytes_for_beams_(std::min(bytes / 4, kMostForBeams)),
        board_(game),
        control_(control) {
    Node root{make_position(board_, game), 0, {}};
    settle(board_, root, up(root.position) + moves, [&](const Step& step) { first_.push_back(step); });
    root_ = root.position;
    moves_ = moves - static_cast<int>(first_.size());
    lower_ = upper_ = up(root_);
    while (upper_ < std::popcount(board_.deck) && least(upper_ + 1) <= moves_) ++upper_;
  }

  void run() {
    try {
      bool going = true;
      while (going && lower_ < upper_)
        going = upper_ == std::popcount(board_.deck) ? decide(Bound(board_))
                                                     : decide(UpBound(board_, upper_));
    } catch (const Stopped&) {
    }
    control_.pause_at(Control::kNever);
  }

  SprintAnswer answer() const {
    std::vector<Step> steps = first_;
    steps.insert(steps.end(), line_.begin(), line_.end());
    return {lower_,           upper_,
            single_moves(game_, steps), control_.nodes(),
            control_.seconds(), control_.interrupted()};
  }

 private:
  static int up(const Position& position) { return std::popcount(position.done); }

  int least(int target) {
    UpBound::Known known;
    return UpBound(board_, target)(root_, 0, known, moves_ + 1);
  }

  // Can as many cards as `upper_` be up? False if the memory does not suffice to say so.
  template <class Guide>
  bool decide(const Guide& guide) {
    Search<Guide> search(board_, guide, bytes_ - bytes_for_beams_, control_);
    search.start(root_, moves_ + 1);
    for (;;) {
      const std::uint64_t before = control_.nodes();
      const bool beams = width_ <= kLastWidth;
      if (beams) look_for_more();
      if (lower_ == upper_) return true;
      if (search.full()) {
        if (beams) continue;
        return false;
      }
      const std::uint64_t now = control_.nodes();
      control_.pause_at(beams ? now + kNodesForProof * (now - before) : Control::kNever);
      try {
        search.go();
        control_.pause_at(Control::kNever);
        if (search.found()) {
          line_ = search.line();
          lower_ = upper_;
          return true;
        }
        if (search.full()) continue;
        --upper_;
        return true;
      } catch (const Paused&) {
        control_.pause_at(Control::kNever);
      }
    }
  }

  // The most cards that beams of the next width find, halving what is left in between.
  void look_for_more() {
    for (const BeamTaste& taste : kBeamTastes)
      for (int most = upper_; lower_ < most;) {
        const int target = (lower_ + most + 1) / 2;
        Beam<UpBound> beam(board_, UpBound(board_, target), bytes_for_beams_, control_);
        if (beam.run(root_, moves_ + 1, width_, taste)) {
          line_ = beam.line();
          lower_ = target;
        } else {
          most = target - 1;
        }
      }
    width_ *= 4;
  }

  const Game& game_;
  std::size_t bytes_, bytes_for_beams_;  // the latter of the former
  Ground board_;
  Control& control_;
  std::vector<Step> first_;  // safe moves up before all else
  Position root_;
  int moves_ = 0;            // left after them
  std::vector<Step> line_;   // from the root
  int lower_ = 0, upper_ = 0;
  std::size_t width_ = kFirstWidth;
};

}  // namespace

}  // namespace shortest

SprintAnswer sprint(const Game& game, int moves, std::size_t bytes, const Control::Limits& limits,
                    Control::Tick stop) {
  game.check();
  Control control(limits, std::move(stop));
  shortest::Sprint sprint(game, moves, bytes, control);
  sprint.run();
  return sprint.answer();
}

}  // namespace steppe::solitaire
