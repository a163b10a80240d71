#pragma once

#include <nanobind/nanobind.h>

namespace steppe::solitaire {

// Adds the solitaire to the module.
void bind_solitaire(nanobind::module_& module);

}  // namespace steppe::solitaire
