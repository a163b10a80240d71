"""What `steppe tilings` finds out about a question, one thing after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from steppe_solver.cli.demands import SIDES
from steppe_solver.cli.tilings_answer import Answer, Survey
from steppe_solver.cli.watch import Watch
from steppe_solver.position import Color
from steppe_solver.tiling import (
    Laying,
    Question,
    StoppedError,
    conflict,
    count,
    find_laying,
    layings,
    most_points,
)


@dataclass(frozen=True)
class Inquiry:
    """Which things are asked: the most points of a side, the number of layings, all of them."""

    side: str | None
    wants_count: bool
    wants_list: bool
    up_to_symmetry: bool

    @property
    def speaks_in_lines_only(self) -> bool:
        """Is the list all that is wanted?"""
        return self.wants_list and not self.wants_count and self.side is None

    def listed(self, answer: Answer, stop: Watch) -> Iterator[Laying]:
        """The layings, if they are wanted, as they are found."""
        if not self.wants_list:
            return
        try:
            if find_laying(answer.question, stop) is None:  # where a list would search in vain
                answer.feasible = False
                return
            for laid in layings(answer.question, stop, up_to_symmetry=self.up_to_symmetry):
                answer.feasible, answer.laying = True, answer.laying or laid
                yield laid
        except StoppedError:
            answer.stopped = True

    def answer(self, answer: Answer, stop: Watch) -> None:
        """Everything else that is wanted, each as far as there is time."""
        question = answer.question
        answer.wants_count, answer.up_to_symmetry = self.wants_count, self.up_to_symmetry
        with _noting_stop(answer):
            if self.side is not None:
                self._optimise(answer, stop)
            elif answer.feasible is None and not self.wants_list:
                answer.laying = find_laying(question, stop)
                answer.feasible = answer.laying is not None
        if self.wants_count:
            answer.count = count(question, stop, up_to_symmetry=self.up_to_symmetry)
            answer.stopped |= answer.count is None
        with _noting_stop(answer):
            if answer.feasible is False:
                answer.conflict = conflict(question, stop)
                answer.stopped |= answer.conflict is not None and not answer.conflict.minimal
            elif self._is_open(question):
                answer.survey = _survey(answer, stop)

    def _optimise(self, answer: Answer, stop: Watch) -> None:
        assert self.side is not None
        answer.side = self.side
        answer.optimum = most_points(answer.question, SIDES[self.side], stop)
        answer.stopped |= not answer.optimum.proved
        if answer.optimum.laying is not None:
            answer.feasible, answer.laying = True, answer.optimum.laying
        elif answer.optimum.proved:
            answer.feasible = False

    def _is_open(self, question: Question) -> bool:
        """Is nothing in particular asked?"""
        asked = self.side is not None or self.wants_count or self.wants_list
        return not (asked or question.full or question.needs or question.keeps)


def _survey(answer: Answer, stop: Watch) -> Survey:
    question = answer.question
    sides: list[Color | None] = (
        [*question.players, None] if len(question.players) > 1 else [*question.players]
    )
    survey = Survey()
    for side in sides:
        survey.most[side] = most_points(question, side, stop)
        answer.laying = survey.most[side].laying or answer.laying
        answer.stopped |= not survey.most[side].proved
    filled = replace(question, full=True)
    with _noting_stop(answer):
        survey.fillable = find_laying(filled, stop) is not None
        if not survey.fillable:
            survey.unfilled = conflict(filled, stop)
            answer.stopped |= survey.unfilled is not None and not survey.unfilled.minimal
    return survey


@contextmanager
def _noting_stop(answer: Answer) -> Iterator[None]:
    """Whatever is stopped inside stays unknown."""
    try:
        yield
    except StoppedError:
        answer.stopped = True
