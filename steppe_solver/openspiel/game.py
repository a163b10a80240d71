"""The game and its states, on top of `steppe_solver.position`; the package says what they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyspiel

from steppe_solver.notation import format_move, format_spn, parse_move, parse_spn
from steppe_solver.openspiel.actions import action_count, action_of, move_of
from steppe_solver.openspiel.observers import HistoryObserver, SteppeObserver
from steppe_solver.openspiel.parameters import most_points, parameters, rules_of
from steppe_solver.position import Position, Rules

UTILITIES = ("margin", "outcome")

TYPE = pyspiel.GameType(
    short_name="steppe",
    long_name="Steppe",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=parameters(),
)


class SteppeGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type hints
    """The game with the given parameters. Raises ValueError for those that make no game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Take the standard value of every parameter that is not given."""
        given = {**parameters(), **(params or {})}
        self.rules = rules_of(given)
        self.utility = given["utility"]
        if self.utility not in UTILITIES:
            raise ValueError(f"utility: {self.utility!r} is not one of {', '.join(UTILITIES)}")
        self.start = _Held(Position.start(self.rules))
        area = self.rules.width * self.rules.height
        # never 0, which would leave no room between the least and the most utility
        most = max(1, most_points(self.rules)) if self.utility == "margin" else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-float(most),
            max_utility=float(most),
            utility_sum=0.0,
            # a move lays a tile and fills a cell
            max_game_length=min(
                2 * sum(self.rules.reserve), area * self.rules.levels - len(self.rules.start)
            ),
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self, state: Any = None) -> SteppeState:
        """A state at the start of the game, or at the position given.

        ``state`` is a position line, a dict with ``spn``, its JSON, or what ``to_struct`` gave.
        Raises ParseError or PositionError where the line is no position, and ValueError where it is
        one of another game.
        """
        if state is None:
            return SteppeState(self, self.start)
        position = parse_spn(_spn_of(state))
        if position.rules != self.rules:
            raise ValueError(f"a position of another game: {format_spn(position)}")
        return SteppeState(self, _Held(position))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SteppeObserver | HistoryObserver:
        """What sees a state, or with perfect recall the way it came about."""
        if params:
            raise ValueError(f"there are no observation parameters, but got {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return HistoryObserver(iig_obs_type.public_info)
        return SteppeObserver(self.rules, iig_obs_type is None or iig_obs_type.public_info)


class SteppeState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type hints
    """A position, the actions that led to it from where the state began, and what it is worth."""

    def __init__(self, game: SteppeGame, held: _Held) -> None:
        """Called by `SteppeGame.new_initial_state`."""
        super().__init__(game)
        self._held = held
        self._began = None if held is game.start else held
        self._by_outcome = game.utility == "outcome"

    @property
    def position(self) -> Position:
        """The position, as the rest of the package knows it."""
        return self._held.position

    @property
    def began(self) -> str:
        """The position line with which the state began; empty for the start of the game."""
        return format_spn(self._began.position) if self._began else ""

    def current_player(self) -> int:
        """The player to act, or OpenSpiel's mark of the end."""
        mover = self.position.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover.index

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The utilities at the end; zeros before."""
        margin = self.position.margin if self.is_terminal() else 0
        worth = float((margin > 0) - (margin < 0)) if self._by_outcome else float(margin)
        return [worth, -worth if worth else 0.0]

    def __str__(self) -> str:
        """The position line."""
        return format_spn(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        rules = self.position.rules
        # legal moves come in the order of the numbers, which OpenSpiel asks for
        return [action_of(move, rules) for move in self.position.legal_moves()]

    def _apply_action(self, action: int) -> None:
        self._held = _Held(self.position.play(move_of(action, self.position.rules)))

    def _action_to_string(self, player: int, action: int) -> str:
        return format_move(move_of(action, self.position.rules))

    def _to_struct(self) -> dict[str, str]:
        return {"spn": str(self)}

    def _to_observation_struct(self, player: int) -> dict[str, str]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"move": format_move(move_of(action, self.position.rules))}

    def _struct_to_actions(self, action: Mapping[str, str]) -> list[int]:
        return [action_of(parse_move(action["move"], self.position), self.position.rules)]


class _Held:
    """A position that OpenSpiel need not copy with the state, and that is pickled as its line.

    OpenSpiel copies a state by a deep copy of its attributes; positions never change.
    """

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> _Held:
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _held, (format_spn(self.position),)


def _held(spn: str) -> _Held:
    return _Held(parse_spn(spn))


def _spn_of(state: Any) -> str:
    """The position line in what a state may be made from."""
    if isinstance(state, pyspiel.StateStruct):
        state = state.to_dict()
    if isinstance(state, str):
        if not state.lstrip().startswith("{"):
            return state
        state = json.loads(state)
    return str(state["spn"])


def load(rules: Rules | None = None, utility: str = "margin") -> SteppeGame:
    """The game with these rules (default: the standard ones), as `pyspiel.load_game` gives it."""
    game: SteppeGame = pyspiel.load_game(TYPE.short_name, parameters(rules, utility))
    return game
