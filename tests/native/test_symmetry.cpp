// One image for each class of equal layouts.
#include <array>
#include <set>

#include "cases.hpp"
#include "reference.hpp"
#include "symmetry.hpp"

using namespace steppe;

namespace {

// The image of the cells, moved by whole cells; found cell by cell. Nothing if one leaves the
// board.
struct Image {
  bool mirror_x, mirror_y, swap;
  int right, up;
};
std::optional<Cells> image_of(const Image& image, Cells cells) {
  Cells out = 0;
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) {
      if (!(cells >> (5 * y + x) & 1)) continue;
      int u = image.mirror_x ? 4 - x : x, v = image.mirror_y ? 4 - y : y;
      if (image.swap) std::swap(u, v);
      u += image.right;
      v += image.up;
      if (u < 0 || v < 0 || u > 4 || v > 4) return std::nullopt;
      out |= Cells{1} << (5 * v + u);
    }
  return out;
}
std::optional<Layout> image_of(const Image& image, const Layout& layout) {
  const auto a = image_of(image, layout.a), b = image_of(image, layout.b),
             c = image_of(image, layout.c);
  if (!a || !b || !c) return std::nullopt;
  return Layout{*a, *b, *c};
}

template <class Visit>
void each_image(const Layout& layout, Visit visit) {
  for (int symmetry = 0; symmetry < 8; ++symmetry)
    for (int right = -4; right <= 4; ++right)
      for (int up = -4; up <= 4; ++up)
        if (const auto image = image_of(
                Image{(symmetry & 1) != 0, (symmetry & 2) != 0, (symmetry & 4) != 0, right, up},
                layout))
          visit(*image);
}

Layout random_layout(Random& random) {
  Layout layout{random_cells(random, 25), random_cells(random, 25), random_cells(random, 25)};
  if (random.chance(50)) {
    layout.b &= layout.a;
    layout.c &= layout.a;
  }
  return layout;
}

}  // namespace

CLAIM(one_image,
      "All eight images of a layout, shifted anyhow on the board, have one canonical one.") {
  for_cases(1500, [](Random& random) {
    const Layout layout = random_layout(random);
    const Layout chosen = canonical(layout);
    each_image(layout, [&](const Layout& image) { CHECK(canonical(image) == chosen); });
  });
}

CLAIM(an_image,
      "The canonical layout is itself one of the images, so nothing is merged that differs.") {
  for_cases(1500, [](Random& random) {
    const Layout layout = random_layout(random);
    bool found = false;
    each_image(layout, [&](const Layout& image) { found = found || image == canonical(layout); });
    CHECK(found);
  });
}

CLAIM(idempotent, "The canonical layout of a canonical layout is the same.") {
  for_cases(2000, [](Random& random) {
    const Layout chosen = canonical(random_layout(random));
    CHECK(canonical(chosen) == chosen);
  });
}

CLAIM(eight_turns, "The eight symmetries are eight different permutations of the cells.") {
  std::set<std::array<Cells, kCells>> permutations;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::array<Cells, kCells> images;
    Cells all = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      images[static_cast<std::size_t>(cell)] = turned(symmetry, Cells{1} << cell);
      all |= images[static_cast<std::size_t>(cell)];
    }
    CHECK_EQUAL(all, kAll);
    permutations.insert(images);
  }
  CHECK_EQUAL(permutations.size(), 8u);
}

CLAIM(keeps_the_value, "Turning a state to its canonical image leaves its value alone.") {
  Minimax minimax;
  int compared = 0;
  for_cases(300, [&](Random& random) {
    LastLevel state = random_last_level(random, 7, 4);
    const auto before = minimax.value(plain(state), 2000);
    const Shown shown([&] { return text(state); });
    state.turn_to_canonical();
    if (!before) return;
    ++compared;
    CHECK_EQUAL(*before, *minimax.value(plain(state)));
  });
  CHECK(compared > 200);
}
