// Values of Steppe positions by brute force: written from the rules of the game alone, to confirm
// what the package finds. It shares no code with the package, and no idea beyond the textbooks'.
//
//     brute_force [plain | alpha-beta] [--symmetry] [--memory MIB] < FILE
//
//   plain       minimax: every move of every position that can arise, nothing pruned
//   alpha-beta  what cannot change the value is left out (the usual one)
//   --symmetry  positions that are images of one another on the board are remembered as one
//   --memory    for the table of positions (1024)
//
// Input: a position in Steppe position notation on each line, written as the package writes it and
// taken to be sound (`steppe check` sees to that). Output, for each: its value (the final margin,
// first player's points minus the second's, when both play for it), the number of positions
// remembered, and of those visited. The value is `?` where the table is full. What cannot be read,
// or does not fit into a key, is refused with a message and code 2: more than 25 cells or 7 levels,
// or a hand with more than 15 ones, 7 fives, 7 tens or 3 neutral tiles.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "brute_force_rules.hpp"

namespace {

using namespace brute_force;

constexpr int kInfinity = 30'000;  // far beyond the points of any game that fits into a key

struct Full {};

// All of a state: 25 bits of cells and 7 bits of the rest in each word; not all 0, for no level is.
using Key = std::array<std::uint32_t, 4>;

Key cells_of(const State& state) {
  return {state.footing[0], state.footing[1], state.laid[0], state.laid[1]};
}

Key image(Key cells, const Symmetry& symmetry) {
  for (Cells& level : cells) {
    Cells moved = 0;
    for (unsigned byte = 0; byte < 4; ++byte) moved |= symmetry[byte][level >> 8 * byte & 255];
    level = moved;
  }
  return cells;
}

// The same for images of a state under the symmetries: the rules do not tell them apart, so that
// they have the same value.
Key key(const State& state, const std::vector<Symmetry>& symmetries) {
  const Key cells = cells_of(state);
  Key words = cells;
  for (const Symmetry& symmetry : symmetries) words = std::min(words, image(cells, symmetry));
  int rest = 0;
  for (const auto& hand : state.hand)
    rest = (((rest << 4 | hand[kOne]) << 3 | hand[kFive]) << 3 | hand[kTen]) << 2 | hand[kNeutral];
  rest = (rest << 1 | state.mover) << 3 | state.level;
  for (Key::value_type& word : words) {
    word |= static_cast<std::uint32_t>(rest & 127) << 25;
    rest >>= 7;
  }
  return words;
}

struct Entry {
  Key key;
  std::int16_t low, high;  // the value lies between them
};

// Positions met, none of them ever forgotten or taken for another. Memory is used when first met.
class Table {
 public:
  explicit Table(std::size_t bytes)
      : size_(bytes / sizeof(Entry)),
        entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry))), std::free) {
    if (!entries_) throw Refused("there is not as much memory");
  }

  // The entry of the key, a new one where there was none. Throws Full where it would be slow.
  Entry& at(const Key& key) {
    std::uint64_t hash = 0;
    for (const auto word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    std::size_t place = hash % size_;
    while (entries_[place].key != key) {
      if (entries_[place].key == Key{}) {
        if (filled_ >= size_ / 5 * 4) throw Full{};
        ++filled_;
        entries_[place] = {key, -kInfinity, kInfinity};
        break;
      }
      if (++place == size_) place = 0;
    }
    return entries_[place];
  }
  std::size_t filled() const { return filled_; }

 private:
  std::size_t size_, filled_ = 0;
  std::unique_ptr<Entry[], decltype(&std::free)> entries_;
};

// Both searches return what the mover still wins on the opponent: their points from here on minus
// the opponent's. What was scored before has no part in that, nor in the key.
struct Search {
  const Game& game;
  std::vector<Symmetry> symmetries;  // where there are none, images are told apart
  Table table;
  std::uint64_t visited = 0;

  int minimax(const State& state) {
    if (state.mover == kNobody) return 0;
    ++visited;
    Entry& entry = table.at(key(state, symmetries));
    if (entry.low == entry.high) return entry.low;
    int best = -kInfinity;
    game.any_placement(state, state.mover, [&](Tile tile, Cells covered) {
      const State after = game.after(state, tile, covered);
      const int rest = minimax(after), points = kFace[tile] * state.level;
      best = std::max(best, points + (after.mover == state.mover ? rest : -rest));
      return false;
    });
    entry.low = entry.high = static_cast<std::int16_t>(best);
    return best;
  }

  // The same between `alpha` and `beta`; at most `alpha`, an upper bound of it; at least `beta`, a
  // lower one. Proof: every move searched is a lower bound, so that once `beta` is reached the
  // moves left could not bring the value below. As the value lies between an entry's bounds, the
  // window may be narrowed to them: at an edge that is the entry's, the bound found is the value.
  int alpha_beta(const State& state, int alpha, int beta) {
    if (state.mover == kNobody) return 0;
    ++visited;
    Entry& entry = table.at(key(state, symmetries));
    if (entry.low >= beta || entry.low == entry.high) return entry.low;
    if (entry.high <= alpha) return entry.high;
    alpha = std::max<int>(alpha, entry.low);
    beta = std::min<int>(beta, entry.high);
    int best = -kInfinity;
    game.any_placement(state, state.mover, [&](Tile tile, Cells covered) {
      const State after = game.after(state, tile, covered);
      const int points = kFace[tile] * state.level;
      const int from = std::max(alpha, best) - points, to = beta - points;
      const int rest =
          after.mover == state.mover ? alpha_beta(after, from, to) : -alpha_beta(after, -to, -from);
      best = std::max(best, points + rest);
      return best >= beta;
    });
    if (best > alpha) entry.low = static_cast<std::int16_t>(best);
    if (best < beta) entry.high = static_cast<std::int16_t>(best);
    return best;
  }
};

}  // namespace

int main(int count, char** words) try {
  bool plain = false, symmetric = false;
  std::size_t mebibytes = 1024;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "plain" || word == "alpha-beta")
      plain = word == "plain";
    else if (word == "--symmetry")
      symmetric = true;
    else if (word == "--memory" && i + 1 < count)
      mebibytes = std::strtoul(words[++i], nullptr, 10);
    else
      throw Refused("no such option: " + word);
  }
  if (mebibytes == 0 || mebibytes >> 40) throw Refused("--memory takes a number of MiB");
  for (std::string line; std::getline(std::cin, line);) {
    const Position position = read(line);
    // Those that leave this position as it is: others hardly ever bring two of its game together.
    std::vector<Symmetry> symmetries;
    for (const Symmetry& symmetry : position.game.symmetries)
      if (symmetric && image(cells_of(position.state), symmetry) == cells_of(position.state))
        symmetries.push_back(symmetry);
    if (symmetries.size() == 1) symmetries.clear();  // the identity
    Search search{position.game, std::move(symmetries), Table(mebibytes << 20)};
    std::string value = "?";
    try {
      const int to_go = plain ? search.minimax(position.state)
                              : search.alpha_beta(position.state, -kInfinity, kInfinity);
      value = std::to_string(position.margin + (position.state.mover == 1 ? -to_go : to_go));
    } catch (const Full&) {
    }
    std::cout << value << ' ' << search.table.filled() << ' ' << search.visited << std::endl;
  }
} catch (const std::exception& error) {
  std::cerr << "brute_force: " << error.what() << '\n';
  return 2;
}
