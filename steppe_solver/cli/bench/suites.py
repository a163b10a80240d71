"""The shipped suites, listed."""

from __future__ import annotations

import textwrap

from steppe_solver.bench import suite as suites
from steppe_solver.cli.output import Answers
from steppe_solver.cli.words import line_width


def give_list(answers: Answers) -> None:
    """Give each suite, with the number of its positions and what it is."""
    for name in suites.names():
        suite = suites.shipped(name)
        if answers.as_json:
            fields = {"name": name, "positions": len(suite.cases)}
            answers.give({**fields, "about": suite.about, "source": suite.source})
        elif answers.quiet:
            answers.give(name)
        else:
            head = f"{name:<12}{len(suite.cases):>4}  "
            indent = " " * len(head)
            text = textwrap.fill(
                suite.about, line_width(), initial_indent=head, subsequent_indent=indent
            )
            answers.give(text)
