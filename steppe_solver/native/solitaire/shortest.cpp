#include "shortest.hpp"

#include <algorithm>

#include "shortest_beam.hpp"
#include "shortest_search.hpp"
#include "solver.hpp"

namespace steppe::solitaire {

namespace shortest {

namespace {

constexpr std::size_t kFirstWidth = 4, kLastWidth = 4096;
constexpr std::size_t kHardWidth = 64;            // where beams this wide find nothing, any win is welcome
constexpr std::uint64_t kNodesForProof = 8;        // for each one of the beams
constexpr std::uint64_t kNodesForAnyWin = 500'000;
constexpr std::size_t kMostForWins = 32 << 20;    // bytes for beams, or for the search for any win
constexpr int kMostMoves = 60000;                 // stands for "none known"; no win has an estimate like it

class Hunt {
 public:
  Hunt(const Game& game, std::size_t bytes, const Control::Limits& limits, Control& control,
       const Control::Tick& stop)
      : game_(game), bytes_(bytes), bytes_for_wins_(std::min(bytes / 4, kMostForWins)), board_(game), limits_(limits), control_(control), stop_(stop) {
    Node root{make_position(board_, game), 0, {}};
    settle(board_, root, kMostCards, [&](const Step& step) { first_.push_back(step); });
    root_ = root.position;
    Known known;
    lower_ = Bound(board_)(root_, 0, known, kMostMoves);
  }

  void run() {
    Search<Bound> search(board_, Bound(board_), bytes_ - bytes_for_wins_, control_);
    search.start(root_, kMostMoves);
    try {
      for (std::size_t width = kFirstWidth; !solved(); width *= 4) {
        const std::uint64_t before = control_.nodes();
        if (width <= kLastWidth)
          beam(width);
        else if (search.full())
          return;
        search.set_upper(upper_);
        if (solved() || search.full()) continue;
        const std::uint64_t now = control_.nodes();
        // A short win helps the proof more than the other way round.
        const std::uint64_t share = line_.empty() ? 1 : kNodesForProof;
        control_.pause_at(width <= kLastWidth ? now + share * (now - before) : Control::kNever);
        try {
          search.go();
          learn(search);
        } catch (const Paused&) {
        }
        control_.pause_at(Control::kNever);
        lower_ = std::max(lower_, search.lower());
      }
    } catch (const Stopped&) {
      lower_ = std::max(lower_, std::min(search.lower(), upper_));
    }
  }

  ShortestAnswer answer() const {
    ShortestAnswer answer;
    answer.unwinnable = unwinnable_;
    answer.nodes = control_.nodes();
    answer.seconds = control_.seconds();
    answer.interrupted = control_.interrupted();
    const int first = static_cast<int>(first_.size());
    answer.lower = unwinnable_ ? 0 : first + lower_;
    if (upper_ == kMostMoves) return answer;
    answer.upper = first + upper_;
    if (line_.empty() && !any_line_.empty()) {
      answer.line = any_line_;
      return answer;
    }
    std::vector<Step> steps = first_;
    steps.insert(steps.end(), line_.begin(), line_.end());
    answer.line = single_moves(game_, steps);
    return answer;
  }

 private:
  bool solved() const { return unwinnable_ || lower_ >= upper_; }

  void keep(const std::vector<Step>& line) {
    line_ = line;
    upper_ = static_cast<int>(line.size());
  }

  void beam(std::size_t width) {
    for (const BeamTaste& taste : kBeamTastes) {
      Beam<Bound> beam(board_, Bound(board_), bytes_for_wins_, control_);
      if (!solved() && beam.run(root_, upper_, width, taste)) keep(beam.line());
    }
    if (width == kHardWidth && upper_ == kMostMoves) any_win();
  }

  // A win of any length is better than none, and so is the proof that there is none.
  void any_win() {
    Control::Limits limits{kNodesForAnyWin, limits_.seconds};
    if (limits.seconds) *limits.seconds -= control_.seconds();
    const Answer any = Solver(bytes_for_wins_).solve(game_, limits, stop_);
    unwinnable_ = any.outcome == Outcome::kUnwinnable;
    if (any.outcome != Outcome::kWinnable) return;
    any_line_ = any.line;
    upper_ = static_cast<int>(any.line.size() - first_.size());
  }

  void learn(const Search<Bound>& search) {
    if (search.found()) {
      keep(search.line());
    } else if (!search.full() && upper_ == kMostMoves) {
      unwinnable_ = true;
    }
  }

  const Game& game_;
  std::size_t bytes_, bytes_for_wins_;  // the latter of the former
  Ground board_;
  const Control::Limits& limits_;
  Control& control_;
  const Control::Tick& stop_;
  std::vector<Step> first_;  // safe moves up before all else
  Position root_;
  std::vector<Step> line_;      // from the root
  std::vector<Move> any_line_;  // a win of any length, from the game's beginning
  int lower_ = 0, upper_ = kMostMoves;
  bool unwinnable_ = false;
};

}  // namespace

}  // namespace shortest

ShortestAnswer ShortestSolver::solve(const Game& game, const Control::Limits& limits,
                                     Control::Tick stop) const {
  game.check();
  Control control(limits, stop);
  shortest::Hunt hunt(game, bytes_, limits, control, stop);
  hunt.run();
  return hunt.answer();
}

}  // namespace steppe::solitaire
