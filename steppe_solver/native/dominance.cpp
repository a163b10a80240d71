#include "dominance.hpp"

#include <cstdint>

namespace steppe {

namespace {

// Fives or tens by where they lie: bit `cell` for a lying one with that lower end, 25 more for a
// standing one. So the bit is the code of the move but for the tile's part of it.
using Places = std::uint64_t;

constexpr Places places(Cells lying, Cells standing) {
  return Places{lying & kAll} | Places{standing & kAll} << kCells;
}
constexpr std::size_t first_code(Tile tile) { return std::size_t{2 * kCells} * tile; }

// The fives or tens that touch any of the cells.
constexpr Places touching(Tile tile, Cells cells) {
  const Cells lying = cells | cells >> 1, standing = cells | cells >> kSide;
  return tile == kFive ? places(lying, standing)
                       : places(lying | cells >> 2, standing | cells >> 2 * kSide);
}

// The cells that a move covers, and the places of the fives and tens that touch any of them,
// whether or not the board has room there.
struct Touched {
  Cells cells;
  Places fives, tens;
};

constexpr auto kTouched = [] {
  std::array<Touched, first_code(kNeutral) + kCells> all{};
  for (std::size_t code = 0; code < all.size(); ++code) {
    const Cells cells = Move::decode(static_cast<std::uint8_t>(code)).covers() & kAll;
    all[code] = {cells, touching(kFive, cells), touching(kTen, cells)};
  }
  return all;
}();

// What a player can lay, neutrals apart.
struct Reach {
  Places fives, tens;
  Cells ones;

  Reach(Cells marks, Cells open, const Reserve& hand)
      : fives(hand[kFive] ? places(fives_lying(marks), fives_standing(marks)) : 0),
        tens(hand[kTen] ? places(tens_lying(marks, open), tens_standing(marks, open)) : 0),
        ones(hand[kOne] ? marks : 0) {}
};

// The cells of all these fives and tens.
constexpr Cells covered(Places fives, Places tens) {
  const Cells lying = fives & kAll, standing = static_cast<Cells>(fives >> kCells);
  const Cells along = tens & kAll, up = static_cast<Cells>(tens >> kCells);
  return lying | lying << 1 | standing | standing << kSide | along | along << 1 | along << 2 | up |
         up << kSide | up << 2 * kSide;
}

// The cells that all of these places for a tile have in common.
Cells common(Tile tile, Places places) {
  Cells cells = kAll;
  for (; places; places &= places - 1)
    cells &= kTouched[first_code(tile) + static_cast<std::size_t>(std::countr_zero(places))].cells;
  return cells;
}

// Where a single-cell tile may go: cells by place, and lone cells by their class.
struct Singles {
  Cells cells = 0;
  std::uint8_t lone = 0;  // bit `kind` for a class
};

// Leaves out cells than which others are at least as good for one and the same tile.
class SinglesThinned {
 public:
  SinglesThinned(const Reach& mine, const Reach& theirs, bool my_ones, bool their_ones)
      : mine_(mine), theirs_(theirs), my_ones_(my_ones), their_ones_(their_ones) {}

  void thin_out(Singles& singles) const {
    for (const std::uint8_t kind : {kNobodys, kMine, kTheirs, kBoths})
      if (singles.lone >> kind & 1) {
        const bool mine = my_ones_ && (kind & kMine), theirs = their_ones_ && (kind & kTheirs);
        singles.lone &= ~(1 << kind);
        if (!(singles.cells & ~covered(mine_.fives, mine_.tens) & cells_with(mine, theirs)) &&
            !(singles.lone & lone_with(mine, theirs)))
          singles.lone |= 1 << kind;
      }
    each(singles.cells, [&](std::uint8_t cell) {
      const Cells here = Cells{1} << cell;
      const Touched& touched = kTouched[cell];
      const bool mine = mine_.ones & here, theirs = theirs_.ones & here;
      const Places fives = theirs_.fives & touched.fives, tens = theirs_.tens & touched.tens;
      Cells as_good = singles.cells & ~here & cells_with(mine, theirs);
      if (as_good)
        as_good &= ~covered(mine_.fives & ~touched.fives, mine_.tens & ~touched.tens) &
                   common(kFive, fives) & common(kTen, tens);
      if (as_good || (!fives && !tens && (singles.lone & lone_with(mine, theirs))))
        singles.cells &= ~here;
    });
  }

 private:
  // Where a one of mine can go only if it can on a cell with these marks, and one of the
  // opponent's if it can there.
  Cells cells_with(bool mine, bool theirs) const {
    return (mine ? kAll : ~mine_.ones) & (theirs ? theirs_.ones : kAll);
  }
  unsigned lone_with(bool mine, bool theirs) const {
    constexpr unsigned all = 0b1111, with_mine = 1 << kMine | 1 << kBoths,
                       with_theirs = 1 << kTheirs | 1 << kBoths;
    return (mine || !my_ones_ ? all : all & ~with_mine) &
           (!theirs ? all : their_ones_ ? with_theirs : 0);
  }

  const Reach &mine_, &theirs_;
  const bool my_ones_, their_ones_;
};

// What a five or ten takes away.
struct Effect {
  Places my_fives, my_tens, their_fives, their_tens;
  Cells cells;
  std::uint8_t code;
};

}  // namespace

std::size_t undominated_moves(const LastLevel& state, std::array<Move, kMostMoves>& moves) {
  const Reserve &me = state.me, &other = state.other;
  const Reach mine(state.mine, state.open, me), theirs(state.theirs, state.open, other);
  std::size_t size = 0;

  // What the opponent could use; a five or ten that takes of it decides a node sooner.
  const Cells wanted = state.theirs | covered(theirs.fives, theirs.tens);
  const auto at_least_as_good = [&](const Effect& a, const Effect& b) {
    if ((a.my_fives & ~b.my_fives) | (a.my_tens & ~b.my_tens) | (b.their_fives & ~a.their_fives) |
        (b.their_tens & ~a.their_tens))
      return false;
    const Cells only_a = a.cells & ~b.cells, only_b = b.cells & ~a.cells;
    return (!(only_a & mine.ones) || !(only_b & ~mine.ones)) &&
           (!(only_b & theirs.ones) || !(only_a & ~theirs.ones));
  };
  std::array<Effect, 2 * kCells> effects;
  const auto add_long = [&](Tile tile, Places where) {
    // Of the tile that is laid there must be another for its places to matter to me.
    const Places fives = tile == kFive && me[kFive] == 1 ? 0 : mine.fives;
    const Places tens = tile == kTen && me[kTen] == 1 ? 0 : mine.tens;
    std::size_t left = 0;
    const Places before = where & touching(tile, wanted);
    for (Places rest = before ? before : where; where;) {
      const Places place = rest & (0 - rest);
      const std::size_t code = first_code(tile) + static_cast<std::size_t>(std::countr_zero(place));
      where ^= place;
      rest ^= place;
      if (!rest) rest = where;
      const Touched& touched = kTouched[code];
      const Effect move{fives & touched.fives,        tens & touched.tens,
                        theirs.fives & touched.fives, theirs.tens & touched.tens,
                        touched.cells,                static_cast<std::uint8_t>(code)};
      std::size_t i = 0;
      while (i < left && !at_least_as_good(effects[i], move)) ++i;
      if (i < left) continue;
      // It stays; and those than which it is better go.
      std::size_t kept = 0;
      for (i = 0; i < left; ++i)
        if (!at_least_as_good(move, effects[i])) effects[kept++] = effects[i];
      effects[kept++] = move;
      left = kept;
    }
    for (std::size_t i = 0; i < left; ++i) moves[size++] = Move::decode(effects[i].code);
  };
  const SinglesThinned singles(mine, theirs, me[kOne], other[kOne]);
  const auto add_single = [&](Tile tile, Cells cells, std::initializer_list<std::uint8_t> kinds) {
    Singles places{cells};
    for (const std::uint8_t kind : kinds) places.lone |= (state.lone[kind] != 0) << kind;
    singles.thin_out(places);
    each(places.cells, [&](std::uint8_t cell) { moves[size++] = {tile, false, cell}; });
    for (const std::uint8_t kind : kinds)
      if (places.lone >> kind & 1) moves[size++] = {tile, true, kind};
  };

  add_long(kTen, mine.tens);
  add_long(kFive, mine.fives);
  if (me[kOne]) add_single(kOne, state.mine, {kMine, kBoths});
  if (me[kNeutral]) add_single(kNeutral, state.open, {kNobodys, kMine, kTheirs, kBoths});
  return size;
}

}  // namespace steppe
