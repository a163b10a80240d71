"""The programs of `benchmarks/kernel/`: built with CMake, given positions, and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from steppe_solver.bridge import native_fields
from steppe_solver.position import Position

SOURCE = Path(__file__).parent / "kernel"


class ProgramError(Exception):
    """A program is missing, could not be built, or found a wrong answer; the text says which."""


@dataclass(frozen=True)
class Loop:
    """How often a loop did what it is measured by in a turn, and the seconds of every turn."""

    count: int
    seconds: tuple[float, ...]


def tool(name: str) -> str | None:
    """Where the program is: on the path or beside this Python, as pip installs it."""
    beside = str(Path(sys.executable).parent)
    return shutil.which(name) or shutil.which(name, path=beside)


def build(directory: Path, targets: Iterable[str], *, native: bool = False) -> None:
    """Build the programs into a directory; with ``native`` for this very processor.

    The flags are those of the package, with line numbers, which do not change the code. Raises
    ProgramError where CMake or a compiler is missing, or the compiler finds errors.
    """
    cmake, ninja = tool("cmake"), tool("ninja")
    if not cmake:
        raise ProgramError("cmake is missing: pip install cmake ninja")
    if not ninja and not tool("make"):
        raise ProgramError("ninja and make are missing: pip install ninja")
    compilers = ("c++", "g++", "clang++")
    if "CXX" not in os.environ and not any(map(shutil.which, compilers)):
        raise ProgramError("a C++ compiler is missing: install g++, or name one in CXX")
    configure = [cmake, "-S", str(SOURCE), "-B", str(directory), "-DCMAKE_CXX_FLAGS=-g"]
    configure.append(f"-DSTEPPE_NATIVE={'ON' if native else 'OFF'}")
    if ninja and not (directory / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    output(configure)
    output([cmake, "--build", str(directory), "-j", "2", "--target", *targets])


def compiler(directory: Path) -> str:
    """The compiler of a build, in its own words."""
    cache = (directory / "CMakeCache.txt").read_text(encoding="utf-8")
    lines = [line for line in cache.splitlines() if line.startswith("CMAKE_CXX_COMPILER:")]
    return output([lines[0].partition("=")[2], "--version"]).splitlines()[0]


def output(command: Sequence[str], directory: Path | None = None) -> str:
    """What a program prints. Raises ProgramError with what it says where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=directory, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise ProgramError("\n".join([f"{' '.join(command)} failed:", *said[-20:]]))
    return done.stdout


def run(command: Sequence[str], directory: Path) -> dict[str, Loop]:
    """The loops that a program of that directory has measured, by name.

    Raises ProgramError for a wrong answer.
    """
    loops = {}
    for line in output(command, directory).splitlines():
        name, count, *seconds = line.split()
        loops[name] = Loop(int(count), tuple(map(float, seconds)))
    return loops


def numbers(position: Position) -> list[str]:
    """The position as the programs take it: see ``kernel/arguments.hpp``.

    Raises UnsupportedError for boards that the native core does not take.
    """
    open_cells, usable, laid, first, second, *rest = native_fields(position)
    return list(map(str, [open_cells, *usable, *laid, *first, *second, *rest]))
