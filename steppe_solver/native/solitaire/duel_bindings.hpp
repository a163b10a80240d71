#pragma once

#include <nanobind/nanobind.h>

namespace steppe::solitaire {

// Adds the duel to the module.
void bind_duel(nanobind::module_& module);

}  // namespace steppe::solitaire
