"""What players see of a state, in the form that OpenSpiel calls observers."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from steppe_solver.position import PLAYERS, Color, Rules

if TYPE_CHECKING:
    from steppe_solver.openspiel.game import SteppeState


class SteppeObserver:
    """Sees the position; the module's docstring says how, as a string and as a tensor."""

    def __init__(self, rules: Rules, public: bool = True) -> None:
        """Make room for the tensor; what is not public in the game is nothing at all."""
        self._public = public
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not public:
            return
        shapes = {
            "cells": (3 * rules.levels, rules.height, rules.width),
            "level": (rules.levels,),
            "mover": (2,),
            "reserves": (2, 4),
            "score": (2,),
        }
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        offset = 0
        for name, shape in shapes.items():  # views of the tensor
            self.dict[name] = self.tensor[offset : offset + prod(shape)].reshape(shape)
            offset += prod(shape)

    def set_from(self, state: SteppeState, player: int) -> None:
        """Write the state into the tensor, which is the same for both players."""
        if not self._public:
            return
        position = state.position
        rules = position.rules
        self.tensor.fill(0)
        owners = (*PLAYERS, Color.NEUTRAL)
        for number, level in enumerate(position.levels):
            for index, owner in enumerate(level):
                if owner is not None:
                    cell = rules.cell(index)
                    plane = 3 * number + owners.index(owner)
                    self.dict["cells"][plane, cell.row, cell.column] = 1
        self.dict["level"][position.level - 1] = 1
        if position.mover is not None:
            self.dict["mover"][position.mover.index] = 1
        self.dict["reserves"][:] = position.reserves
        self.dict["score"][:] = position.score

    def string_from(self, state: SteppeState, player: int) -> str:
        """The position line."""
        return str(state) if self._public else ""


class HistoryObserver:
    """Remembers where the state began and every action since; as a string only."""

    def __init__(self, public: bool = True) -> None:
        """See `SteppeObserver`."""
        self._public = public
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SteppeState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: SteppeState, player: int) -> str:
        """The position line of the beginning, if it is not the game's, and the actions since."""
        return " ; ".join(filter(None, (state.began, state.history_str()))) if self._public else ""
