#pragma once

#include <nanobind/nanobind.h>

namespace steppe::solitaire {

// Adds the shortest wins to the module, after bind_solitaire, which knows the game.
void bind_shortest(nanobind::module_& module);

}  // namespace steppe::solitaire
