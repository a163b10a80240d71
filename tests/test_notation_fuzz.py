"""A short run of the parser fuzzer; the long one is ``python tests/fuzz_parsers.py``."""

from __future__ import annotations

import pytest
from fuzz_parsers import fuzz


@pytest.mark.parametrize("seed", range(3))
def test_damaged_inputs_give_nothing_but_the_documented_errors(seed: int) -> None:
    """Of thousands of damaged inputs each is read and comes back, or has faults with places."""
    outcomes = fuzz(2500, seed)
    assert outcomes.total() == 2500
    for kind in ("move", "spn", "record", "file"):
        assert outcomes[f"{kind} read"] > 0
        assert outcomes[f"{kind} refused (ParseError)"] > 0
    assert outcomes["spn refused (PositionError)"] > 0
    assert outcomes["record refused (PositionError)"] > 0


def test_the_same_seed_gives_the_same_inputs() -> None:
    """A failure can be made again."""
    assert fuzz(300, 7) == fuzz(300, 7)
