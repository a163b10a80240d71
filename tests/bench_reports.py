"""Reports of runs that never were, to lay out in tests."""

from __future__ import annotations

from dataclasses import replace

from steppe_solver.bench.report import Ablation, Measured, Options, Report, WithoutOne
from steppe_solver.solver import TableUse

ROW = Measured(
    name="l2-8 a",
    spn="N.. R 15,5,3,3 15,5,3,3 0-0",
    series="l2-8",
    level=2,
    levels=3,
    width=5,
    height=5,
    open_cells=8,
    expected=-3,
    value=-3,
    nodes=1_234_567,
    seconds=(2.0, 2.5, 2.1),
    tables=TableUse(probes=2_000_000, hits=500_000, cutoffs=250_000, entries=3000, slots=4000),
    peak_memory=81.4,
)
WRONG = replace(ROW, name="wrong", value=4, error="4 is not the known value -3")
UNKNOWN = replace(
    ROW,
    name="unknown",
    value=None,
    nodes=0,
    seconds=(),
    tables=TableUse(),
    peak_memory=None,
    error="between -5 and 4 after 60 s",
)
ABLATION = Ablation(
    "ablation",
    12,
    1000,
    0.5,
    (
        WithoutOne("packing", 1500, 0.4, 1.5, 0.8),
        WithoutOne("table", 41_300, 15.0, 41.3, 30.0),
    ),
)


def rows(*sizes: int) -> tuple[Measured, ...]:
    """A row for each number of open cells, which costs the more the more there are."""
    return tuple(
        replace(
            ROW,
            name=f"l2-{cells} {place}",
            series=f"l2-{cells}",
            open_cells=cells,
            nodes=3 * 2**cells + place,
            seconds=(2**cells * 1e-6,),
        )
        for place, cells in enumerate(sizes)
    )


def report(*positions: Measured, ablation: Ablation | None = None) -> Report:
    """A whole run with these rows."""
    return Report(
        version="0.1.0",
        date="2026-11-30",
        complete=True,
        options=Options("some suite", 1, 256, None),
        machine={"processor": "A processor", "cores": 2, "memory": 7956},
        build={"compiler": "A compiler", "optimised": True},
        positions=positions,
        ablation=ablation,
    )
