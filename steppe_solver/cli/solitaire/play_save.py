"""Writing a game to a file that can be played on from."""

from __future__ import annotations

from pathlib import Path

import click

from steppe_solver.cli.output_files import write_file
from steppe_solver.solitaire import Game, format_deal


class Savings:
    """The files that a session has written; only these are written again without being told so."""

    def __init__(self) -> None:
        self._own: set[str] = set()

    def save(self, game: Game, path: str, *, overwrite: bool) -> str:
        """A sentence on what came of saving the game there."""
        if not path or path == "-":
            return "Say where: save FILE, such as save game.json."
        if Path(path).exists() and not overwrite and path not in self._own:
            return f"{path} exists already. overwrite FILE writes over it."
        try:
            write_file(path, f"{format_deal(game)}\n".encode())
        except click.UsageError as error:
            return f"{error.message[:1].upper()}{error.message[1:]}."
        self._own.add(path)
        return f"Saved in {path}: steppe solitaire play {path} goes on from here."
