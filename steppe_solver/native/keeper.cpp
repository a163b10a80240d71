#include "keeper.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bounds.hpp"

namespace steppe {

Keeper::Keeper(const Position& root, std::size_t table_bytes, Stop stop)
    : upper_levels_(table_bytes / 2),
      last_level_(table_bytes / 2),
      control_({}, std::move(stop)),
      search_(root, packer_, upper_levels_, last_level_, control_) {}

// The search of the position leaves the move it found in the table, as a bound on the position
// after it; only where that has been overwritten are the moves searched one by one.
std::optional<Move> Keeper::keeping(const Position& position, int target) {
  struct Successor {
    Move move;
    Position position;
    int gain;
    bool same_mover;
  };
  std::vector<Successor> moves;
  position.each_move([&](Move move) {
    Successor successor{move, position, 0, false};
    successor.gain = successor.position.play(move);
    successor.same_mover = successor.position.mover == position.mover;
    moves.push_back(successor);
  });
  const auto proved = [&]() -> std::optional<Move> {
    const Successor* best = nullptr;
    int most = target - 1;
    for (const Successor& successor : moves) {
      const int lower = search_.known(successor.position)
                            .before(successor.gain, successor.same_mover)
                            .lower;
      if (lower <= most) continue;
      most = lower;
      best = &successor;
    }
    if (!best) return std::nullopt;
    return best->move;
  };
  if (const std::optional<Move> move = proved()) return move;
  if (search_.search(position, target) < target) return std::nullopt;
  if (const std::optional<Move> move = proved()) return move;
  for (const auto& [move, after, gain, same_mover] : moves) {
    const int value = same_mover ? gain + search_.search(after, target - gain)
                                 : gain - search_.search(after, gain - target + 1);
    if (value >= target) return move;
  }
  return std::nullopt;
}

}  // namespace steppe
