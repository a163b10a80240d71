"""Steppe as a game of OpenSpiel, for its algorithms, agents and tools: importing registers it.

    pip install "steppe-solver[openspiel]"

    import pyspiel
    import steppe_solver.openspiel
    game = pyspiel.load_game("steppe(width=3,height=3,start=b2,levels=2)")

It is a deterministic, sequential, zero-sum game of perfect information for two players, 0 and 1
(the first player is 0 in both editions). The rules are those of `steppe_solver.position`, and none
of them is written here again: whose turn it is comes from there, so that a player may act several
times in a row while the other is skipped, and no action is ever a pass.

*Parameters*, with the standard game as default: ``width``, ``height``, ``levels``; ``ones``,
``fives``, ``tens``, ``neutrals``, what each player starts with; ``start``, the neutral cells of
level 1 joined by ``+`` (``c3``, ``a1+e5``), or ``none``; ``edition``, ``tsr`` or ``dmr``;
``utility``, ``margin`` or ``outcome``. `parameters` gives them for any `Rules`.

*Actions* are numbered by tile in the order 1, 5, 10, N; within a tile the lying ones before the
standing ones; within those row by row from a1, by the lower end. On the 5 x 5 board: ones 0 to 24,
fives 25 to 44 lying and 45 to 64 standing, tens 65 to 79 and 80 to 94, neutral tiles 95 to 119.
An action's string is the move in notation (``5a1-b1``), the same for both players.

*Returns* are given at the end of the game alone: with ``margin``, the player's points minus the
opponent's; with ``outcome``, 1, 0 or -1. Both sum to zero. The least and the most utility are
bounds that hold (`most_points`), not the least and the most that can be reached.

*Observations* are the same for both players. As a string, and so is ``str(state)``: the position
line (SPN), which says everything. As a tensor, float32, in pieces that are flattened in this order:

    cells     (3 * levels, height, width)  three planes a level, from the lowest: 1 where player 0
                                           owns the cell, where player 1 does, where it is neutral;
                                           rows from 1 upwards, columns from a
    level     (levels,)                    1 at the current level
    mover     (2,)                         1 at the player to act; 0 0 after the end
    reserves  (2, 4)                       ones, fives, tens and neutral tiles in hand, as counts
    score     (2,)                         points so far

*Information states* are strings only (no tensor): the actions so far, after the position line that
the state began with where that is not the start of the game.

*States* can begin anywhere: ``game.new_initial_state({"spn": "..."})``, as a dict, its JSON or the
bare line; ``state.to_dict()`` is such a dict. They are pickled and serialised by OpenSpiel's own
means; whoever reads them back imports this module first.
"""

from __future__ import annotations

try:
    import numpy as _numpy  # noqa: F401
    import pyspiel
except ImportError as error:
    raise ImportError(
        'OpenSpiel is not installed: pip install "steppe-solver[openspiel]"'
    ) from error

from steppe_solver.openspiel.actions import action_of
from steppe_solver.openspiel.game import TYPE, SteppeGame, SteppeState, load
from steppe_solver.openspiel.parameters import most_points, parameters

__all__ = ["SteppeGame", "SteppeState", "action_of", "load", "most_points", "parameters"]

pyspiel.register_game(TYPE, SteppeGame)
