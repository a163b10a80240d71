// Cards as bits, and the arithmetic of columns on whole sets of them.
//
// A card is the number 4 * (rank - 1) + suit, suits in the order S H C D: red suits are odd. A set of
// cards is 64 bits, one nibble a rank. The two cards of a rank and colour are *twins*. Twins lie two
// bits apart, and each of them takes the same two cards, the other pair of twins one rank lower:
//
//     nibble of rank r      D C H S         black parents S, C (bits 0, 2) take red children H, D
//     nibble of rank r - 1  D C H S         red parents H, D (bits 1, 3) take black children S, C
//
// A *level* is a pair of twins as parents with the pair that they take as children. A level is named
// by its lower parent bit, so that a set of levels is 64 bits too, two a nibble (kLevels).
#pragma once

#include <bit>
#include <cstdint>

namespace steppe::solitaire {

using Card = std::uint8_t;
using Cards = std::uint64_t;

inline constexpr int kSuits = 4;
inline constexpr int kMostRanks = 13;
inline constexpr int kMostCards = kSuits * kMostRanks;
inline constexpr int kMostColumns = 7;
inline constexpr int kMostBuffers = 4;
inline constexpr int kMostDown = 14;  // face-down cards of a column
inline constexpr Card kNoCard = 63;

inline constexpr Cards kBlack = 0x5555555555555555;
inline constexpr Cards kRed = 0xAAAAAAAAAAAAAAAA;
inline constexpr Cards kSuitOfSpades = 0x1111111111111;
inline constexpr Cards kLevels = 0x3333333333333333;

constexpr Cards bit(Card card) { return Cards{1} << card; }
constexpr int suit_of(Card card) { return card & 3; }
constexpr int rank_of(Card card) { return (card >> 2) + 1; }
constexpr bool red(Card card) { return card & 1; }
constexpr Card make_card(int suit, int rank) { return static_cast<Card>(4 * (rank - 1) + suit); }
constexpr Card lowest(Cards cards) { return static_cast<Card>(std::countr_zero(cards)); }
constexpr Cards all_cards(int ranks) { return (Cards{1} << 4 * ranks) - 1; }
constexpr Cards all_of_rank(int rank) { return Cards{0xF} << 4 * (rank - 1); }

// Does `child` lie well on `parent`?
constexpr bool takes(Card parent, Card child) {
  return rank_of(parent) == rank_of(child) + 1 && red(parent) != red(child);
}
constexpr Cards twins(Card card) { return Cards{5} << (card & ~2); }
// Both cards that this card takes; none for an ace.
constexpr Cards children(Card card) {
  return rank_of(card) == 1 ? 0 : Cards{5} << ((card & ~3) - 4 + (red(card) ? 0 : 1));
}

// Both cards that take this one; for a king they are in no deck.
constexpr Cards parents(Card card) {
  return Cards{5} << ((card & ~3) + 4 + (red(card) ? 0 : 1));
}

template <class Visit>
constexpr void each_card(Cards cards, Visit visit) {
  for (; cards; cards &= cards - 1) visit(lowest(cards));
}

// The levels where more parents lie than children: `lying` are all cards that could be parents,
// `attached` those that lie on one, and at no level there are more children than parents.
constexpr Cards levels_with_room(Cards lying, Cards attached) {
  // Each child as one of its parents: the counts of each pair stay what they are.
  const Cards taken = (attached & kRed) << 3 | (attached & kBlack) << 5;
  const Cards both = lying & lying >> 2, both_taken = taken & taken >> 2;
  const Cards any = lying | lying >> 2, any_taken = taken | taken >> 2;
  return ((both & ~both_taken) | (any & ~any_taken)) & kLevels;
}
constexpr Cards parents_of(Cards levels) { return levels | levels << 2; }
constexpr Cards children_of(Cards levels) {
  const Cards lower = (levels & kBlack) >> 3 | (levels & kRed) >> 5;
  return lower | lower << 2;
}

}  // namespace steppe::solitaire
