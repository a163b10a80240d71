// Beam search for short wins: no proof, but soon there.
//
// Layer n holds positions n moves from the root. Of each layer only the most promising are followed:
// those of the smallest lower bound, with a small price on what tends to get in the way. What that is
// differs from game to game, so that several beams of different taste do more than a wider one.
#pragma once

#include <cstdint>
#include <vector>

#include "../control.hpp"
#include "shortest_bound.hpp"
#include "shortest_moves.hpp"
#include "shortest_up.hpp"

namespace steppe::solitaire::shortest {

// Prices, where a move more costs 8.
struct BeamTaste {
  int held;      // for each card in a buffer
  int full;      // if no buffer is free
  int attached;  // for each open card off its base; less than nothing
};

inline constexpr BeamTaste kBeamTastes[] = {{4, 0, 0}, {3, 3, -1}};

template <class Guide>
class Beam {
 public:
  // Takes no more than so many bytes: a beam that would need more is narrower.
  Beam(const Ground& board, const Guide& guide, std::size_t bytes, Control& control)
      : board_(board), bytes_(bytes), control_(control), bound_(guide), moves_(board) {}

  // A win of fewer than `upper` moves from a settled position, following at most `width` positions of
  // each layer. Throws Stopped where the control says so.
  bool run(const Position& root, int upper, std::size_t width, const BeamTaste& taste);
  // The steps of the win found.
  const std::vector<Step>& line() const { return line_; }

 private:
  using Known = typename Guide::Known;

  // How a position was reached: all that is kept of the layers that have been followed.
  struct Trace {
    std::uint32_t parent;  // in the layer of its number
    std::uint16_t parent_layer;
    Step step;  // that led here, before what was safe
  };
  struct Entry {
    Packed key;
    Trace trace;
    std::uint16_t score;
    Leaves leaves;
    std::uint8_t frozen;
  };
  using Layer = std::vector<Entry>;

  bool make_room(std::size_t from, std::size_t width);
  void thin(Layer& layer, std::size_t width) const;
  int score(const Position& position, int least, const BeamTaste& taste) const;
  void tell(const Position& root, std::size_t layer, std::size_t number);

  const Ground& board_;
  std::size_t bytes_;
  Control& control_;
  Guide bound_;
  Moves moves_;
  std::vector<Layer> layers_;
  std::vector<std::vector<Trace>> traces_;
  std::size_t pending_ = 0, most_pending_ = 0;  // entries in all layers
  std::vector<Step> line_;
};

extern template class Beam<Bound>;
extern template class Beam<UpBound>;

}  // namespace steppe::solitaire::shortest
