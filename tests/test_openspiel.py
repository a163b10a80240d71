"""Steppe as an OpenSpiel game: its own tests accept it, and it is the game of position.py."""

from __future__ import annotations

import importlib
import pickle
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from known import rows
from variants import random_game, random_rules

from steppe_solver import PositionError, format_move, format_spn, parse_move, parse_spn
from steppe_solver.position import Cell, Edition, Position, Reserve, Rules, Tile

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")
openspiel: Any = importlib.import_module("steppe_solver.openspiel")

TINY = Rules(3, 2, 2, Reserve(3, 1, 1, 1), frozenset({Cell(1, 0)}))
VARIANTS = (
    Rules(),
    Rules(edition=Edition.DMR),
    TINY,
    Rules(5, 1, 3, Reserve(3, 2, 1, 1), frozenset()),
    Rules(3, 3, 2, Reserve(1, 2, 1, 0), frozenset({Cell(0, 0), Cell(2, 2)})),
    Rules(6, 7, 1, Reserve(9, 2, 2, 2)),
)
BOTH = pytest.mark.parametrize("utility", ["margin", "outcome"])
EVERY = pytest.mark.parametrize("rules", VARIANTS, ids=str)


@BOTH
@EVERY
def test_random_sim_test(rules: Rules, utility: str) -> None:
    """OpenSpiel's C++ test of random games finds no fault, serialisation and masks included."""
    game = openspiel.load(rules, utility)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)


@BOTH
@EVERY
def test_games_sim_test(rules: Rules, utility: str) -> None:
    """OpenSpiel's Python test of every game (cloning, pickling, utilities in range) accepts it."""
    sim: Any = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    sim.GamesSimTest().sim_game(openspiel.load(rules, utility))


@pytest.mark.parametrize("rules", [Rules(), TINY], ids=str)
def test_playthrough(rules: Rules, tmp_path: Path) -> None:
    """A playthrough that OpenSpiel writes is the same when OpenSpiel replays it from its file."""
    playthroughs: Any = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    from absl import flags

    flags.FLAGS.mark_as_parsed()
    text = playthroughs.playthrough(str(openspiel.load(rules)), [], seed=7)
    assert 'GameType.short_name = "steppe"' in text
    assert "IsTerminal() = True" in text
    file = tmp_path / "steppe.txt"
    file.write_text(text, encoding="utf-8")
    original, replayed = playthroughs.replay(str(file))
    assert replayed.splitlines() == original.splitlines() == text.splitlines()


def test_registered_with_the_standard_game_as_default() -> None:
    """Loading by the name alone gives the standard game with the margin as utility."""
    game = pyspiel.load_game("steppe")
    assert game.rules == Rules()
    assert game.utility == "margin"
    assert game.num_distinct_actions() == 120
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-201, 201, 0)
    assert game.max_game_length() == 52


@pytest.mark.parametrize("seed", range(40))
def test_the_game_of_position(seed: int) -> None:
    """In random games of random rules every state says what the position says, to the last."""
    rng = Random(seed)
    rules = random_rules(rng)
    game = pyspiel.load_game(str(openspiel.load(rules)))
    assert game.rules == rules
    positions = random_game(rng, rules)
    state = game.new_initial_state()
    assert len(positions) - 1 <= game.max_game_length()
    for position, after in zip(positions, [*positions[1:], None], strict=True):
        moves = position.legal_moves()
        actions = state.legal_actions()
        assert state.position == position
        assert str(state) == state.observation_string(0) == format_spn(position)
        assert [state.action_to_string(action) for action in actions] == list(map(str, moves))
        assert [openspiel.action_of(move, rules) for move in moves] == actions == sorted(actions)
        assert state.is_terminal() == position.is_over
        if after is None:
            assert state.returns() == [position.margin, -position.margin]
            assert max(position.score) <= openspiel.most_points(rules)
        else:
            assert position.mover is not None
            assert state.current_player() == position.mover.index
            assert state.returns() == state.rewards() == [0, 0]
            move = next(move for move in moves if position.play(move) == after)
            state.apply_action(state.string_to_action(format_move(move)))


@pytest.mark.parametrize(
    ("cells", "reserve", "levels", "most"),
    [
        (5, Reserve(0, 0, 9, 0), 1, 16),  # 5 cells of 10/3
        (5, Reserve(9, 0, 1, 0), 1, 12),
        (5, Reserve(1, 1, 1, 3), 2, 31),  # 2 * (10 + 5) + 1
        (3, Reserve(0, 0, 0, 3), 3, 0),
    ],
)
def test_most_points(cells: int, reserve: Reserve, levels: int, most: int) -> None:
    """The bound on a player's points is what its proof says, in cases worked out by hand."""
    assert openspiel.most_points(Rules(cells, 1, levels, reserve, frozenset())) == most


def test_action_numbers() -> None:
    """The numbers of actions on the standard board are as documented."""
    named = {0: "1a1", 24: "1e5", 25: "5a1-b1", 44: "5d5-e5", 45: "5a1-a2", 64: "5e4-e5"}
    named |= {65: "10a1-c1", 79: "10c5-e5", 80: "10a1-a3", 94: "10e3-e5", 95: "Na1", 119: "Ne5"}
    state = openspiel.load().new_initial_state()
    assert {number: state.action_to_string(0, number) for number in named} == named
    for number, name in named.items():
        move = parse_move(name)
        assert openspiel.action_of(move, Rules()) == number
        struct = state.action_to_struct(0, number)
        assert state.struct_to_actions(struct) == [number]


def test_skips_are_no_actions() -> None:
    """A player who is skipped is passed over: the other acts twice in a row."""
    rules = Rules(5, 1, 1, Reserve(1, 0, 1, 0), frozenset())
    game = openspiel.load(rules)
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("10a1-c1"))
    state.apply_action(state.string_to_action("1e1"))
    assert state.current_player() == 0
    state.apply_action(state.string_to_action("1d1"))
    assert state.is_terminal()
    assert state.full_history()[0].player == state.full_history()[2].player == 0
    assert state.returns() == [10, -10]


@BOTH
def test_known_values(utility: str) -> None:
    """OpenSpiel's alpha-beta finds the known values and outcomes of small late positions."""
    minimax: Any = pytest.importorskip("open_spiel.python.algorithms.minimax")
    easy = [row for row in rows("values") if row["category"] == "l3_1_4"]
    assert len(easy) >= 10
    for row in easy:
        position = parse_spn(row["spn"])
        game = openspiel.load(position.rules, utility)
        state = game.new_initial_state(row["spn"])
        value, action = minimax.alpha_beta_search(
            game, state, maximum_depth=99, maximizing_player_id=0
        )
        assert value == row["value" if utility == "margin" else "outcome"]
        assert utility == "outcome" or state.action_to_string(action) in row["best_moves"]


def test_tensor() -> None:
    """The tensor holds the position piece by piece, as documented."""
    position = Position.start(Rules(2, 2, 3, Reserve(3, 1, 0, 1), frozenset({Cell(1, 0)})))
    for name in ("1a1", "1a2", "1b2", "1b2", "Nb1"):
        position = position.play(parse_move(name, position))
    game = openspiel.load(position.rules)
    state = game.new_initial_state(format_spn(position))
    assert game.observation_tensor_size() == 3 * 3 * 4 + 3 + 2 + 8 + 2
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    cells = observer.dict["cells"]
    owned = {(plane, row, column) for plane, row, column in zip(*cells.nonzero(), strict=True)}
    level_1 = {(0, 0, 0), (0, 1, 1), (1, 1, 0), (2, 0, 1)}
    assert owned == {*level_1, (3, 1, 1), (5, 0, 1)}
    assert observer.dict["level"].tolist() == [0, 1, 0]
    assert observer.dict["mover"].tolist() == [1, 0]
    assert observer.dict["reserves"].tolist() == [[0, 1, 0, 1], [2, 1, 0, 0]]
    assert observer.dict["score"].tolist() == [4, 1]
    assert state.observation_tensor(0) == state.observation_tensor(1) == observer.tensor.tolist()


def test_tensor_tells_positions_apart() -> None:
    """Positions of one game that differ have different tensors."""
    game = openspiel.load(TINY)
    seen: dict[tuple[float, ...], str] = {}
    rng = Random(1)
    for _ in range(60):
        for position in random_game(rng, TINY):
            state = game.new_initial_state(format_spn(position))
            assert seen.setdefault(tuple(state.observation_tensor(0)), str(state)) == str(state)
    assert len(seen) == len(set(seen.values())) > 100


def test_states_begin_anywhere() -> None:
    """A state begins at a position given as a line, dict, JSON or struct, and says so."""
    game = openspiel.load(TINY)
    position = islice(random_game(Random(3), TINY), 2, None)
    spn = format_spn(next(position))
    state = game.new_initial_state(spn)
    for given in (state.to_dict(), state.to_json(), state.to_struct(), f"  {spn}"):
        again = game.new_initial_state(given)
        assert str(again) == spn
        assert again.history() == []
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) == f"{spn} ; {state.history()[0]}"
    for copied in (
        state.clone(),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert copied.position == state.position
        assert copied.history() == state.history()
        assert copied.information_state_string() == state.information_state_string()
        assert copied.legal_actions() == state.legal_actions()


def test_clones_go_their_own_way() -> None:
    """An action on a clone leaves the state alone."""
    state = openspiel.load(TINY).new_initial_state()
    before = str(state)
    child = state.child(state.legal_actions()[0])
    assert str(state) == before != str(child)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("start=i9", "start: 'i9' is no cell"),
        ("width=2,height=1", "off the board"),
        ("width=9", "1 to 8 cells"),
        ("ones=-1", "negative"),
        ("edition=abc", "edition: 'abc' is not one of tsr, dmr"),
        ("utility=points", "utility: 'points' is not one of margin, outcome"),
    ],
)
def test_bad_parameters(given: str, message: str) -> None:
    """Parameters that make no game are refused, and the message says why."""
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(f"steppe({given})")


def test_positions_of_another_game() -> None:
    """A line that is no position, or one of other rules, begins no state."""
    game = openspiel.load(TINY)
    with pytest.raises(ValueError, match="another game"):
        game.new_initial_state(format_spn(Position.start()))
    with pytest.raises(PositionError):
        openspiel.load().new_initial_state("...../...../..N../...../..... R 15,5,3,3 15,5,3,2 0-0")


def test_actions_that_are_not_legal() -> None:
    """An action that is not legal is refused as the move would be, and changes nothing."""
    state = openspiel.load(TINY).new_initial_state()
    taken = next(number for number in range(6) if number not in state.legal_actions())
    with pytest.raises(Exception, match="taken"):
        state.apply_action(taken)
    assert state.position == Position.start(TINY)
    assert Tile.ONE.symbol + "b1" == state.action_to_string(taken)
