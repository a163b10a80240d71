// What the search does to be fast, each part of which can be left out to measure what it is worth.
// For that purpose only: whatever is left out, the answers stay the same.
#pragma once

namespace steppe {

struct Techniques {
  bool table = true;         // transposition tables
  bool table_move = true;    // the table's move first
  bool child_lookup = true;  // looking all children up before any is searched
  bool symmetry = true;      // symmetric positions share a table entry
  bool lone_cells = true;    // cells that only single tiles fit are counted, not told apart
  bool packing = true;       // upper bounds by the best packing of a player alone
  bool guarantee = true;     // lower bounds by what the opponent cannot prevent, on the last level
  bool dominance = true;     // moves that are no better than another left out, on the last level
  bool forced = true;        // moves as good as forced take no nodes, on earlier levels
  bool ordering = true;      // the most promising children first

  // All but those whose bits are set, the first technique being bit 0.
  static constexpr Techniques all_but(unsigned left_out) {
    const auto use = [&] {
      const bool used = !(left_out & 1);
      left_out >>= 1;
      return used;
    };
    return {use(), use(), use(), use(), use(),  // evaluated in order
            use(), use(), use(), use(), use()};
  }
};

}  // namespace steppe
