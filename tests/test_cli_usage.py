"""The command line as such: help, version, wrong usage, and which exit code wins."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from command import EASY, run, run_apart, spn_file

from steppe_solver.cli.tally import Tally

COMMANDS = ["analyse", "solve", "show", "moves", "perft", "check", "tilings"]


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_the_commands(option: str) -> None:
    """Help names every command there is, and nothing that does not work."""
    result = run(option)
    assert result.exit_code == 0
    listed = re.findall(r"^  (\w+)  ", result.stdout.split("Commands:")[1], flags=re.MULTILINE)
    assert listed == sorted([*COMMANDS, "bench", "puzzle", "solitaire"])


@pytest.mark.parametrize(
    ("group", "commands"),
    [
        ("puzzle", ["book", "check", "new", "play"]),
        ("solitaire", ["deal", "play", "rate", "solve"]),
    ],
)
def test_help_of_groups_lists_their_commands(group: str, commands: list[str]) -> None:
    """A group names each of its own."""
    listed = re.findall(r"^  (\w+)  ", run(group, "-h").stdout, flags=re.MULTILINE)
    assert listed == commands


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    """A command's help has its usage and the options that all commands share."""
    result = run(command, "-h")
    assert result.exit_code == 0
    for word in ("FILE...", "--format", "--quiet", "--help"):
        assert word in result.stdout


def test_version_is_the_package_s(tmp_path: Path) -> None:
    """`--version` prints the version that is installed."""
    result = run_apart("--version", cwd=tmp_path)
    assert re.fullmatch(rb"steppe, version \d+\.\d+\.\d+\S*\s*", result.stdout)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["solve"], "Missing argument"),
        (["bogus"], "No such command"),
        (["solve", "--resume", "-"], "--resume takes the name of a file"),
        (["solve", "--threads", "0"], "'0' is not a whole number, 1 or more"),
        (["solve", "--threads", "1025"], "is more than 1024"),
        (["analyse", "--threads", "two"], "'two' is not a whole number"),
        (["check", "--nodes", "1"], "No such option"),
        (["check", "--limit", "-1"], "'-1' is not a number of seconds"),
        (["solve", "--format", "xml"], "'xml' is not one of"),
        (["solve", "--objective", "points"], "'points' is not one of"),
        (["solve", "--limit", "-1"], "'-1' is not a number of seconds"),
        (["solve", "--limit", "nan"], "'nan' is not a number of seconds"),
        (["solve", "--limit", "inf"], "'inf' is not a number of seconds"),
        (["solve", "--limit", "soon"], "'soon' is not a number of seconds"),
        (["solve", "--nodes", "-1"], "'-1' is not a whole number, 0 or more"),
        (["solve", "--nodes", "1.5"], "'1.5' is not a whole number"),
        (["solve", "--nodes", str(2**63)], "is more than"),
        (["solve", "--memory", "0"], "'0' is not a whole number, 1 or more"),
        (["solve", "--memory", str(2**41)], "is more than"),
        (["analyse", "--limit", "soon"], "'soon' is not a number of seconds"),
        (["analyse", "--nodes", "-1"], "'-1' is not a whole number, 0 or more"),
        (["analyse", "--annotate", "-"], "--annotate takes the name of a file"),
        (["perft"], "Missing option '--depth'"),
        (["perft", "--depth", "-1"], "'-1' is not a whole number, 0 or more"),
        (["show", "--color", "red"], "'red' is not one of"),
        (["show", "--svg", "-"], "--svg takes the name of a file"),
        (["show", "--png", "."], "--png takes the name of a file"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_why(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    """Wrong usage is told from bad input: code 2, a reason, and nothing is answered."""
    if len(arguments) > 1 or arguments == ["perft"]:
        arguments = [*arguments, str(spn_file(tmp_path, EASY))]
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in " ".join(result.stderr.split())


def test_the_gravest_exit_code_wins() -> None:
    """Where several hold, it is 130, then 1, then 4, then 3."""
    for happened in product([False, True], repeat=4):
        held = [code for code, holds in zip([130, 1, 4, 3], happened, strict=True) if holds]
        assert Tally(*happened).code == (held[0] if held else 0)
