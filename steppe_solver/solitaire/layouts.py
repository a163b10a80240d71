"""The twenty layouts: named deals, each chosen for a property that is proved of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steppe_solver.solitaire import claims
from steppe_solver.solitaire.claims import Claim
from steppe_solver.solitaire.deal import Deal, deal_from_seed
from steppe_solver.solitaire.variant import STANDARD, Variant


@dataclass(frozen=True, slots=True)
class Layout:
    """A named deal: its seed, the variant it is meant for, and what is claimed of it.

    Every layout can be won in its variant.
    """

    name: str
    seed: int
    variant: Variant
    claim: Claim

    @property
    def about(self) -> str:
        """What is claimed, as the end of a sentence that begins with the layout."""
        return self.claim.text

    @property
    def deal(self) -> Deal:
        """The cards; the deal's name is that of the seed."""
        return deal_from_seed(self.seed)


_ONE_PASS = Variant(4, 3, 0)
_PLAIN_ONE_PASS = Variant(0, 3, 0)
_TWO_ONE_PASS = Variant(2, 3, 0)

_TWENTY = (
    Layout("fair-wind", 10, Variant(0, 1, 0), claims.plain_in_one_pass(1)),
    Layout("clean-sweep", 536, _PLAIN_ONE_PASS, claims.plain_in_one_pass(3)),
    Layout("one-peg", 4, Variant(1, 3, 0), claims.needs_buffers(1, 3, 0)),
    Layout("three-hands", 2372, Variant(3, 3, 0), claims.needs_buffers(3, 3, 0)),
    Layout("all-four", 7818, _ONE_PASS, claims.needs_buffers(4, 3, 0)),
    Layout("hard-nut", 17339, Variant(2, 1), claims.needs_buffers(2, 1, None)),
    Layout("turnstile", 214, Variant(0, 1, 3), claims.needs_recycles(3, 1)),
    Layout("merry-go-round", 1102, Variant(0, 3, 6), claims.needs_recycles(6, 3)),
    Layout("fools-gold", 114, Variant(4, 3), claims.buffers_pay()),
    Layout("second-thoughts", 3374, Variant(0, 1, None, locked=False), claims.only_unlocked(1)),
    Layout("one-at-a-time", 84, Variant(0, 1), claims.only_one_by_one()),
    Layout("brick-wall", 85, Variant(1, 3), claims.never_without_buffers()),
    Layout("frozen-lake", 63, Variant(4, 3), claims.frozen(3)),
    Layout("needles-eye", 1437, _TWO_ONE_PASS, claims.losing_first_moves(_TWO_ONE_PASS, 7, 8)),
    Layout("minefield", 1512, _TWO_ONE_PASS, claims.losing_first_moves(_TWO_ONE_PASS, 5, 9)),
    Layout("tightrope", 3875, _PLAIN_ONE_PASS, claims.forced_opening(_PLAIN_ONE_PASS, 8)),
    Layout("deep-roots", 7345, STANDARD, claims.deepest(1, "aces")),
    Layout("head-start", 17819, STANDARD, claims.all_exposed(1, "aces")),
    Layout("late-harvest", 4762, STANDARD, claims.low_in_stock(11)),
    Layout("flush", 10199, STANDARD, claims.one_suit()),
)

LAYOUTS: Mapping[str, Layout] = {layout.name: layout for layout in _TWENTY}
"""The layouts by their names, in the order in which they are listed."""


def find_layout(name: str) -> Layout:
    """The layout of this name, in which capitals do not matter. Raises ValueError."""
    layout = LAYOUTS.get(name.casefold())
    if layout is None:
        raise ValueError(f"there is no layout {name!r}; there are {', '.join(LAYOUTS)}")
    return layout


def listed() -> str:
    """The layouts, one a line: name, seed, variant and property."""
    width = max(map(len, LAYOUTS))
    return "\n".join(
        f"{layout.name:{width}}  {layout.seed:>6}  {layout.variant!s:9}  {layout.about}"
        for layout in LAYOUTS.values()
    )
