// What a goal costs by plain recursion over whole games, with no bounds and no cleverness.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "reference.hpp"

class PlainGoal {
 public:
  // The numbers start here that say "never".
  static constexpr int kInfinite = 1000;

  // With both sides working for the attacker each tile counts, else the attacker's alone.
  explicit PlainGoal(bool together = false) : together_(together) {}

  // The moves that count and are needed to lay so many tens on the last level, kInfinite where that
  // cannot be done; nothing where it takes more than so many positions to find out.
  std::optional<int> cost(const PlainGame& game, int attacker, int wanted,
                          std::size_t most_positions) {
    known_.clear();
    most_positions_ = most_positions;
    try {
      return search(game, attacker, wanted);
    } catch (const TooLarge&) {
      return std::nullopt;
    }
  }

 private:
  struct TooLarge {};

  int search(const PlainGame& game, int attacker, int wanted) {
    if (wanted == 0) return 0;
    if (game.mover < 0) return kInfinite;
    const std::string name = game.text() + " " + std::to_string(wanted);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    if (known_.size() >= most_positions_) throw TooLarge{};
    const bool attacking = game.mover == attacker;
    const bool helping = attacking || together_;
    int best = helping ? kInfinite : 0;
    for (const PlainGame::Placement& placement : game.placements(game.mover)) {
      PlainGame after = game;
      after.play(placement);
      const bool counts =
          attacking && placement.tile == steppe::kTen && game.level == game.levels;
      const int cost = search(after, attacker, wanted - counts) + helping;
      best = helping ? std::min(best, cost) : std::max(best, cost);
    }
    best = std::min(best, kInfinite);
    known_[name] = best;
    return best;
  }

  bool together_;
  std::unordered_map<std::string, int> known_;
  std::size_t most_positions_ = 0;
};
