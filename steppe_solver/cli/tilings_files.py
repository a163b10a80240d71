"""The files that `steppe tilings` writes beside its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steppe_solver.cli.output_files import numbered, write_file
from steppe_solver.cli.tilings_answer import Answer
from steppe_solver.cli.watch import Watch
from steppe_solver.notation import format_spn
from steppe_solver.position import PLAYERS
from steppe_solver.tiling import StoppedError, encode, refutation, to_dimacs
from steppe_solver.tiling.conditions import Condition, Idle, Needed, kept_cells

_GRAPHML = (".graphml", ".xml")
"""What the name of a graph file ends with that is not DOT."""


def write_files(
    answer: Answer, outputs: Mapping[str, str | None], number: int | None, stop: Watch
) -> None:
    """Write those that the options name and that there is something to write into."""
    for option, content in _contents(answer, outputs, stop):
        path = outputs[option]
        assert path is not None
        answer.files.append(write_file(numbered(path, number), content.encode()))


def _contents(
    answer: Answer, outputs: Mapping[str, str | None], stop: Watch
) -> Iterator[tuple[str, str]]:
    if outputs["--cnf"] is not None or outputs["--proof"] is not None:
        encoding = encode(answer.question)
    if outputs["--cnf"] is not None:
        yield "--cnf", to_dimacs(encoding, _comments(answer))
    if outputs["--proof"] is not None and answer.feasible:
        answer.unwritten.append(f"{outputs['--proof']}, for there is a laying")
    elif outputs["--proof"] is not None and answer.feasible is False:
        try:
            proof = refutation(encoding, stop)
        except StoppedError:
            answer.stopped = True
        else:
            assert proof is not None
            yield "--proof", proof
    graph = outputs["--graph"]
    if graph is not None:
        from steppe_solver.tiling.graph_text import to_dot, to_graphml
        from steppe_solver.tiling.regions import region_graph

        regions = region_graph(answer.question.layout)
        as_graphml = graph.lower().endswith(_GRAPHML)
        yield "--graph", to_graphml(regions) if as_graphml else to_dot(regions)
    if outputs["--svg"] is not None and answer.laying is not None:
        from steppe_solver.render import to_svg

        yield "--svg", to_svg(answer.position, tiles=answer.laying, name=answer.name)
    elif outputs["--svg"] is not None:
        answer.unwritten.append(f"{outputs['--svg']}, for no laying is known")


def _comments(answer: Answer) -> Iterator[str]:
    question = answer.question
    first, last = question.numbers[0], question.numbers[-1]
    yield f"layings on {format_spn(answer.position)}"
    levels = f"level {first}" if first == last else f"levels {first} to {last}"
    yield f"{levels}{', filled' if question.full else ''}"
    conditions: list[Condition] = [Idle(c) for c in PLAYERS if c not in question.players]
    conditions += map(Needed, question.needs)
    for condition in (*conditions, *kept_cells(question)):
        yield condition.words(answer.edition)
