#include "shortest_beam.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace steppe::solitaire::shortest {

template <class Guide>
int Beam<Guide>::score(const Position& position, int least, const BeamTaste& taste) const {
  int down = 0;
  for (int column = 0; column < board_.columns; ++column)
    down += static_cast<int>(position.down >> 4 * column & 0xF);
  const bool full = position.held == board_.variant.buffers;
  return 8 * least + down + taste.held * position.held + taste.full * full +
         taste.attached * std::popcount(position.attached());
}

// Keeps one entry of each position, and of these the best.
template <class Guide>
void Beam<Guide>::thin(Layer& layer, std::size_t width) const {
  const auto order = [](const Entry& a, const Entry& b) {
    return std::tie(a.score, a.key.words) < std::tie(b.score, b.key.words);
  };
  std::sort(layer.begin(), layer.end(), order);
  // What is frozen may tell entries of one position apart, and so their scores.
  const auto end = std::unique(layer.begin(), layer.end(),
                               [](const Entry& a, const Entry& b) { return a.key == b.key; });
  layer.erase(end, layer.end());
  if (layer.size() > width) layer.resize(width);
}

// Thins the layers not followed yet, and says whether that made room for as many entries again.
template <class Guide>
bool Beam<Guide>::make_room(std::size_t from, std::size_t width) {
  std::size_t entries = 0;
  for (std::size_t i = from; i < layers_.size(); ++i) {
    thin(layers_[i], width);
    layers_[i].shrink_to_fit();
    entries += layers_[i].size();
  }
  pending_ = entries;
  return entries < most_pending_ / 2;
}

template <class Guide>
bool Beam<Guide>::run(const Position& root, int upper, std::size_t width, const BeamTaste& taste) {
  Known all;
  const int first = bound_(root, 0, all, upper);
  // Far more than the bound says is a way lost in the woods.
  upper = std::min(upper, first + first / 2 + 20);
  if (first >= upper) return false;
  const auto depth = static_cast<std::size_t>(upper) + 1;
  // Half is for the traces; a vector that grows has room for three times what it holds, at most.
  width = std::clamp<std::size_t>(bytes_ / 2 / depth / sizeof(Trace), 1, width);
  most_pending_ = std::max<std::size_t>(bytes_ / 2 / 3 / sizeof(Entry), 4 * width);
  pending_ = 0;
  traces_.assign(depth, {});
  layers_.assign(depth, {});
  layers_[0].push_back({pack(root), {0, 0, {}}, 0, {}, 0});
  for (std::size_t moves = 0; moves + 1 < depth; ++moves) {
    pending_ -= std::min(pending_, layers_[moves].size());
    Layer layer = std::exchange(layers_[moves], {});
    thin(layer, width);
    auto& traces = traces_[moves];
    traces.reserve(layer.size());
    for (const Entry& entry : layer) traces.push_back(entry.trace);
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const Node node{unpack(board_, layer[i].key), layer[i].frozen, layer[i].leaves};
      if (std::popcount(node.position.done) >= bound_.target()) {
        tell(root, moves, i);
        return true;
      }
      control_.count_node();
      moves_.list(node);
      Known here;
      bound_(node.position, node.frozen, here, kHopeless);
      for (const Step& step : moves_) {
        Node next = moves_.after(step);
        std::size_t reached = moves + 1;
        if (!settle(board_, next, bound_.target(), [&](const Step&) { ++reached; })) continue;
        Known known = here;
        bound_.inherit(node.position, step, known);
        const int least =
            bound_(next.position, next.frozen, known, upper - static_cast<int>(reached));
        if (least == kHopeless || static_cast<int>(reached) + least >= upper) continue;
        const auto price = static_cast<std::uint16_t>(64 + score(next.position, least, taste));
        layers_[reached].push_back(
            {pack(next.position),
             {static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(moves), step},
             price, next.leaves, static_cast<std::uint8_t>(next.frozen)});
        if (++pending_ > most_pending_ && !make_room(moves + 1, width)) return false;
      }
    }
  }
  return false;
}

template <class Guide>
void Beam<Guide>::tell(const Position& root, std::size_t layer, std::size_t number) {
  std::vector<Step> steps;
  while (layer) {
    const Trace& trace = traces_[layer][number];
    steps.push_back(trace.step);
    layer = trace.parent_layer;
    number = trace.parent;
  }
  std::reverse(steps.begin(), steps.end());
  line_.clear();
  Node node{root, 0, {}};
  for (const Step& step : steps) {
    node.position.play(board_, step);
    line_.push_back(step);
    settle(board_, node, bound_.target(), [&](const Step& safe) { line_.push_back(safe); });
  }
}

template class Beam<Bound>;
template class Beam<UpBound>;

}  // namespace steppe::solitaire::shortest
