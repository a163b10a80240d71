"""The program `peers/brute_force.cpp`: compiled, and asked for the values of positions."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from native_programs import ProgramError, output

SOURCE = Path(__file__).parent / "peers" / "brute_force.cpp"


def compiler() -> list[str] | None:
    """The command of a C++ compiler, that in CXX or a usual one; None if there is none."""
    named = shlex.split(os.environ.get("CXX", ""))
    commands = [named] if named else [["c++"], ["g++"], ["clang++"]]
    return next((command for command in commands if shutil.which(command[0])), None)


def compile_into(directory: Path, *more: str) -> Path:
    """The program, compiled with more arguments. Raises ProgramError where that cannot be done."""
    command = compiler()
    if command is None:
        raise ProgramError("a C++ compiler is missing: install g++ or clang++, or name one in CXX")
    program = directory / "brute_force"
    output([*command, "-std=c++20", "-O2", *more, str(SOURCE), "-o", str(program)])
    return program


def values(
    program: Path, spns: Iterable[str], *words: str, seconds: float | None = None
) -> list[int | None]:
    """The value of each position, None where the program's memory does not suffice.

    ``words`` are the program's arguments. Raises ProgramError if it refuses a position, and
    TimeoutError, with the program killed, after so many seconds.
    """
    lines = "".join(f"{spn}\n" for spn in spns)
    command = [str(program), *words]
    try:
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"not done in {seconds:g} seconds") from None
    if done.returncode:
        raise ProgramError(done.stderr.strip() or f"{program} ended with code {done.returncode}")
    found = [line.split()[0] for line in done.stdout.splitlines()]
    return [None if value == "?" else int(value) for value in found]
