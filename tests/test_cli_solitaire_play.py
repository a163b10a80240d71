"""`steppe solitaire play`, scripted: moves and commands come through a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from solitaire_games import played
from solitaire_play import (
    GAME,
    MOVES,
    SEED,
    UPS,
    answers,
    deal_file,
    play,
    prose,
)

from steppe_solver.solitaire import (
    Game,
    deal_from_seed,
    format_deal,
    parse_move,
    parse_variant,
    read_deals,
)


def test_a_winning_line_wins() -> None:
    """Moves typed some on a line, in any case, end with all cards up and both scores."""
    typed = [" ".join(MOVES[:40]), ", ".join(MOVES[40:60]).lower(), *MOVES[60:], "D"]
    result = play("--seed", SEED, typed=typed)
    assert result.exit_code == 0
    words = prose(result)
    assert "That cannot be played" not in words
    assert f"All 52 cards are up: won in {len(MOVES)} moves." in words
    ledger = GAME.play(*map(parse_move, MOVES)).ledger
    assert f"Action score {ledger.action}" in words
    assert f"Completion score {ledger.completion()}" in words
    assert result.stdout.endswith("used\n"), "what is typed after the win is not asked for"


def test_a_scripted_run_reads_like_a_session() -> None:
    """What comes through a pipe is written after its prompt, the same every time."""
    first, second = (play("--seed", 7, typed=["d", "moves", "quit"]).stdout for _ in range(2))
    assert first == second
    assert first.startswith("Deal seed-7: c4d1L-inf, 4 buffers, draw 1, any number of recycles")
    assert "move 1, 0 up> d\n  B1 --" in first
    assert first.endswith("Not won: 0 of 52 cards up; action score 0, completion score 0.\n")


@pytest.mark.parametrize("last", [["quit"], ["exit"], ["QUIT"], []])
def test_quit_and_the_end_of_input_end_politely(last: list[str]) -> None:
    """Both end with 0 and the scores so far."""
    result = play("--seed", SEED, typed=[" ".join(MOVES[: UPS[0] + 1]), *last])
    assert result.exit_code == 0
    assert "Not won: 1 of 52 cards up;" in result.stdout


def test_illegal_moves_say_why_and_stop_the_line() -> None:
    """The reason is that of the rules; the moves of the line before it are made, none after."""
    result = play("--seed", SEED, typed=["D D T1T9 D", "WF", "T9T1", "quit"])
    words = prose(result)
    assert "T1T9: there are 7 columns. 2 of 4 moves were made." in words
    assert "move 3, 0 up> WF" in result.stdout
    state = played(GAME.state, "D D")
    for word in ("WF", "T9T1"):
        with pytest.raises(ValueError, match=word) as refused:
            state.play(parse_move(word))
        assert f"That cannot be played: {refused.value}." in words


@pytest.mark.parametrize(
    "typed", ["hello", "D D X", "T1", "T1T2x0", "\N{GRINNING FACE}", "\x1b[2J"]
)
def test_what_is_no_move_is_not_played(typed: str) -> None:
    """A line with a word that is no move leaves the game as it is, and help is pointed to."""
    result = play("--seed", 7, typed=[typed, "quit"])
    assert "(help lists the commands.)" in prose(result)
    assert result.stdout.count("move 1, 0 up>") == 2
    assert "\x1b" not in result.stdout


def test_moves_lists_the_legal_moves() -> None:
    """`moves` shows every legal move and nothing else."""
    shown = answers(play("--seed", SEED, typed=["moves"]).stdout)[0]
    assert shown.split() == ["moves", *map(str, GAME.state.legal_moves())]


def test_undo_and_redo_go_back_and_forth() -> None:
    """Moves taken back can be made again, so many at once, until another move is made."""
    result = play(
        "--seed",
        7,
        typed=[
            "D D D",
            "undo",
            "undo 2",
            "undo",
            "redo",
            "redo 9",
            "redo",
            "undo",
            "R",
            "D",
            "redo",
        ],
    )
    assert [int(n) for n in re.findall(r"move (\d+),", result.stdout)] == (
        [1, 4, 3, 1, 1, 2, 4, 4, 3, 3, 4, 4]
    )
    words = prose(result)
    assert words.count("There is no move to take back.") == 1
    assert words.count("There is no move to make again.") == 2
    assert "R: the stock is not empty" in words, "which is no move, so that redo would still do"
    for text in ("undo x", "redo 0", "undo -1", "undo 1 2", "undo 99999999999"):
        assert "Say how many moves" in play("--seed", 7, typed=["D", "undo", "D", text]).stdout or (
            "There is no move to make again" in play("--seed", 7, typed=["D", text]).stdout
        )


def test_score_shows_both_ledgers() -> None:
    """After part of the line `score` gives what the ledger of the game has."""
    result = play("--seed", SEED, typed=[" ".join(MOVES[:70]), "score", "quit"])
    ledger = GAME.play(*map(parse_move, MOVES[:70])).ledger
    words = " ".join(answers(result.stdout)[1].split())
    assert ledger.recycles == 2
    assert f"Action score {ledger.action} " in words
    up = f"{ledger.cards_up} of 52 cards up"
    assert f"Completion score {ledger.completion()} {up}, 2 recycles " in words
    assert f"Steps cleared {ledger.step_clearances} " in words
    assert f"Longest ladder {ledger.longest_ladder} " in words
    assert "not flawless (recycled) so far, no buffer used" in words
    start = prose(play("--seed", SEED, typed=["T1B1", "score"]))
    assert "Marks flawless (no recycle) so far, a buffer was used" in start


def test_help_names_every_command() -> None:
    """`help` and `?` list the commands and the words of moves."""
    for word in ("help", "?", "HELP"):
        shown = prose(play("--seed", 7, typed=[word]))
        for command in ("hint", "status", "moves", "score", "undo", "redo", "auto", "save", "quit"):
            assert f" {command} " in shown
        assert "T2T6x3 (a run of three)" in shown


def test_auto_finishes_when_nothing_can_go_wrong() -> None:
    """Once all cards are face up and within reach `auto` puts the rest up; before, it says why."""
    game = GAME
    states = [game.play(*map(parse_move, MOVES[:count])).state for count in range(len(MOVES))]
    open_at = next(
        count
        for count, state in enumerate(states)
        if not any(column.face_down for column in state.columns)
        and not (state.stock or state.waste)
    )
    typed = ["auto", " ".join(MOVES[:open_at]), "auto"]
    result = play("--seed", SEED, typed=typed)
    words = prose(result)
    assert "Not yet: auto waits" in words
    assert "Going up: " in words
    assert "All 52 cards are up: won in" in words


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    """`save` writes deal, variant and moves as JSON that reads back to the same game."""
    file = tmp_path / "my game.json"
    half = " ".join(MOVES[:50])
    result = play("--seed", SEED, typed=[half, f"save {file}", "D", f"save {file}", "quit"])
    assert prose(result).count(f"Saved in {file}".replace("\n", " ")) == 2
    with file.open("rb") as stream:
        (entry,) = read_deals(stream, str(file))
    assert entry.game is not None
    assert entry.game.deal == GAME.deal
    assert list(map(str, entry.game.moves)) == [*MOVES[:50], "D"]
    assert json.loads(file.read_text())["variant"] == "c4d1L-inf"
    on = play(file, typed=["undo", " ".join(MOVES[50:])])
    assert f"won in {len(MOVES)} moves." in prose(on)


def test_saving_does_not_overwrite_unasked(tmp_path: Path) -> None:
    """A file that exists is kept unless `overwrite` says so; bad names are told and harmless."""
    file = deal_file(tmp_path, "precious")
    typed = [f"save {file}", "save", "save -", f"save {tmp_path}/no/where.json", "quit"]
    result = play("--seed", 7, typed=typed)
    words = prose(result)
    assert "exists already. overwrite FILE writes over it." in words
    assert words.count("Say where: save FILE") == 2
    assert "annot write" in words
    assert result.exit_code == 0
    assert file.read_text() == "precious\n"
    play("--seed", 7, typed=[f"overwrite {file}"])
    assert json.loads(file.read_text())["deal_id"] == "seed-7"


def test_files_of_deals_are_played(tmp_path: Path) -> None:
    """The first deal of FILE is taken, or the one that `--from` counts to, in its own variant."""
    one = Game(deal_from_seed(1), parse_variant("c2d3U-r1"))
    two = Game(deal_from_seed(2)).play(parse_move("D"))
    file = deal_file(tmp_path, format_deal(one), "{}", format_deal(two), name="some.jsonl")
    assert play(file).stdout.startswith("Deal seed-1: c2d3U-r1, 2 buffers, draw 3, at most 1")
    assert "move 2, 0 up>" in play(file, "--from", 3).stdout
    assert play(file, "--variant", "c0d1L-r0").stdout.startswith(
        "Deal seed-1: c0d1L-r0, no buffers"
    )
    bad = play(file, "--from", 2)
    assert bad.exit_code == 1
    assert f'{file}:2:1: file: this object has no "tableau"' in bad.stderr
    assert bad.stdout == ""
    beyond = play(file, "--from", 4)
    assert beyond.exit_code == 2
    assert "holds 3 deals" in beyond.stderr


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_files_that_cannot_be_read_are_bad_input(name: str, tmp_path: Path) -> None:
    """A missing file and a directory end with 1 and the reason."""
    result = play(tmp_path / name)
    assert result.exit_code == 1
    assert "file: cannot be read:" in result.stderr


def test_single_options_make_the_variant() -> None:
    """Each option changes its part of the standard game."""
    for options, name in [
        ((), "c4d1L-inf"),
        (("--buffers", 0), "c0d1L-inf"),
        (("--draw", 3, "--recycles", 2), "c4d3L-r2"),
        (("--recycles", "unlimited", "--foundations", "unlocked"), "c4d1U-inf"),
        (("--variant", "c1d3U-r0"), "c1d3U-r0"),
    ]:
        assert play("--seed", 1, *options).stdout.startswith(f"Deal seed-1: {name},")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--variant", "c4d1L-inf", "--draw", 3), "--variant already says what --draw does"),
        (("--variant", "c4d1L-inf", "--recycles", "unlimited"), "what --recycles does"),
        (("--variant", "c9d1L-inf"), "0 to 4 buffers, not 9"),
        (("--variant", "x"), "is no variant"),
        (("--buffers", 5), "more than 4"),
        (("--draw", 2), "'1', '3'"),
        (("--recycles", -1), "neither unlimited nor a whole number"),
        (("--recycles", "often"), "neither unlimited nor a whole number"),
        (("--seed", -1), "0 or more"),
        (("--seed", 1, "some.json"), "give one of them"),
        (("--from", 2), "counts the deals of FILE"),
        (("--against", "clock"), "is for --mode sprint"),
        (("--mode", "sprint", "--same-deal"), "--same-deal is for"),
        (("--mode", "sprint", "--against", "clock", "--pace", 3), "--pace is for"),
        (("--mode", "sprint", "--against", "solver", "--pace", 0), "too short"),
        (("--mode", "sprint", "--minutes", 0), "too short"),
        (("--second",), "is for --mode duel"),
        (("--mode", "duel", "some.json"), "two decks"),
        (("--mode", "duel", "--minutes", 3), "not timed"),
        (("--mode", "duel", "--buffers", 2), "only --draw"),
        (("--mode", "other"), "'classic', 'sprint', 'duel'"),
    ],
)
def test_options_that_clash_are_wrong_usage(options: tuple[object, ...], message: str) -> None:
    """Each ends with 2 and says what does not go together."""
    result = play(*options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_a_deal_that_nobody_chose_names_its_seed() -> None:
    """Without a seed and FILE any deal is played, and its number is there to come back to it."""
    result = play(typed=["quit"])
    match = re.match(r"Deal seed-(\d+):", result.stdout)
    assert match
    assert play("--seed", match[1], typed=["quit"]).stdout == result.stdout


def test_usage_is_explained() -> None:
    """`-h` names every option."""
    shown = play("-h")
    assert shown.exit_code == 0
    for option in ("--seed", "--from", "--variant", "--buffers", "--draw", "--recycles"):
        assert option in shown.stdout
    for option in ("--foundations", "--mode", "--against", "--same-deal", "--pace", "--minutes"):
        assert option in shown.stdout
    for option in ("--second", "--limit", "--letters"):
        assert option in shown.stdout
