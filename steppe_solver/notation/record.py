"""Game records (``.sgr``): headers, moves and a result, read, checked by replay, and written.

A header value holds a quote as ``\\"`` and a backslash as ``\\\\``; any other backslash stands for
itself. Move numbers are optional and are not looked at. A game that has ended has its score as its
result, an unfinished one ``*``; a record may leave the result out, but may not contradict the
moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from steppe_solver.errors import Fault, IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation.faults import At, FaultList, quoted
from steppe_solver.notation.moves import format_move, read_move
from steppe_solver.notation.sgr_text import Token, Written, escape, split_games
from steppe_solver.notation.spn import format_spn, parse_spn
from steppe_solver.position import MAX_SIDE, Edition, Move, Position, Rules

_RESULT = re.compile(r"\*|(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})", re.ASCII)
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_ANY_BOARD = Rules(width=MAX_SIDE, height=MAX_SIDE, start=frozenset())


@dataclass(frozen=True)
class GameRecord:
    """A game: its headers in the order written, where it starts, and the moves played.

    ``line`` is the line of the file on which the record begins; it does not count in comparisons.
    """

    headers: tuple[tuple[str, str], ...]
    start: Position
    moves: tuple[Move, ...]
    line: int = field(default=1, compare=False)

    def positions(self) -> tuple[Position, ...]:
        """The start and the position after every move.

        Raises IllegalMoveError for a record, made by hand, whose moves cannot be played.
        """
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions()[-1]

    @property
    def result(self) -> tuple[int, int] | None:
        """The final score, first player's and second's; None where the game has not ended."""
        final = self.final
        return final.score if final.is_over else None

    @property
    def name(self) -> str | None:
        """The event, else the two players, else None."""
        headers = dict(self.headers)
        players = [headers.get("First", ""), headers.get("Second", "")]
        return headers.get("Event") or (" - ".join(players) if any(players) else None)


def parse_record(text: str) -> GameRecord:
    """The one game of the text.

    Raises ParseError where it cannot be read or holds no game or several, PositionError where it
    can be read but its start, moves and result cannot be true; each with all faults.

    >>> parse_record('[First "Ann"]\\n\\n1. 1a1 5b1-c1 *').moves[1]
    Move(tile=<Tile.FIVE: ('5', 2, 5)>, cells=(Cell(column=1, row=0), Cell(column=2, row=0)))
    """
    games = list(read_games(text))
    if not games:
        raise ParseError([Fault("file", "1:1", "there is no game here")])
    errors = [outcome for _, outcome in games if isinstance(outcome, InputError)]
    if len(games) > 1:
        faults = FaultList()
        faults.add("file", (games[1][0], 1), "a second game begins here, only one was asked for")
        for error in errors:
            faults.extend(error)
        raise ParseError(faults.listed())
    for error in errors:
        raise error
    return next(outcome for _, outcome in games if isinstance(outcome, GameRecord))


def parse_records(text: str, *, line: int = 1) -> Iterator[GameRecord | InputError]:
    """Every game of the text in order; for a bad game its error, not raised.

    ``line`` is the number of the text's first line in its file.
    """
    return (outcome for _, outcome in read_games(text, line))


def format_record(record: GameRecord) -> str:
    """The record as text that `parse_record` reads back, two moves a numbered line.

    An Edition or SPN header is added where the start needs it and the record has none. Raises
    ValueError for a header that cannot be written, IllegalMoveError for moves that cannot be
    played.
    """
    lines = []
    for key, value in (*record.headers, *_needed_headers(record)):
        if not _KEY.fullmatch(key) or "\n" in value or "\r" in value:
            raise ValueError(f"not a header that can be written: {key!r}, {value!r}")
        lines.append(f'[{key} "{escape(value)}"]')
    if lines:
        lines.append("")
    for first in range(0, len(record.moves), 2):
        pair = " ".join(map(format_move, record.moves[first : first + 2]))
        lines.append(f"{first // 2 + 1}. {pair}")
    lines.append(_written(record.result))
    return "\n".join(lines) + "\n"


def _needed_headers(record: GameRecord) -> list[tuple[str, str]]:
    keys, edition = {key for key, _ in record.headers}, record.start.rules.edition
    needed = []
    if "SPN" not in keys:
        if record.start != Position.start(Rules(edition=edition)):
            needed.append(("SPN", format_spn(record.start)))
        elif "Edition" not in keys and edition is not Edition.TSR:
            needed.append(("Edition", edition.value))
    return needed


def _written(result: tuple[int, int] | None) -> str:
    return "*" if result is None else f"{result[0]}-{result[1]}"


def read_games(
    text: str, line: int = 1, spoilt: Mapping[int, Fault] | None = None
) -> Iterator[tuple[int, GameRecord | InputError]]:
    """Every game of the text with the line on which it begins.

    ``spoilt`` gives lines that could not be read as text; each spoils the game it belongs to: one
    behind a result the next game, else the game that is under way.
    """
    waiting = sorted((spoilt or {}).items())
    games = split_games(text, line)
    game = next(games, None)
    while game is not None:
        following = next(games, None)
        mine = [
            fault
            for number, fault in waiting
            if following is None
            or number <= (game.last_line if game.result else following.line - 1)
        ]
        waiting = waiting[len(mine) :]
        yield game.line, _read_game(game, mine)
        game = following


def _read_game(game: Written, spoilt: list[Fault]) -> GameRecord | InputError:
    """The record that the tokens make up, or all that is wrong with it."""
    unread, untrue = FaultList(), FaultList()
    if spoilt:
        unread.extend(ParseError(spoilt))
    headers = _read_headers(game.headers, unread)
    start = _read_start(headers, unread, untrue)
    rules = start.rules if start else _ANY_BOARD
    moves: list[tuple[Move, Token]] = []
    complete = True
    for token in game.words:
        move = None
        if token.kind == "broken":
            unread.add(token.field, token.at, token.text)
        else:
            move = read_move(token.text, rules, token.at, unread)
        if move is None:
            complete = False
        elif complete:
            moves.append((move, token))
    for token in game.late:
        message = (
            token.text if token.kind == "broken" else f"{quoted(token.text)} comes after the result"
        )
        unread.add(token.field, token.at, message)
    if game.follows_unheaded and not (game.words and game.result):
        first = game.words[0] if game.words else game.result
        assert first is not None
        message = (
            f"{quoted(first.text)} comes after the result"
            " (a further game without headers needs moves and a result of its own)"
        )
        unread.add("move", first.at, message)

    final = _replay(start, moves, untrue) if start else None
    _check_results(headers, game.result, final if complete else None, unread, untrue)
    if unread or untrue:
        kind = ParseError if unread else PositionError
        both = FaultList()
        for faults in (unread, untrue):
            both.extend(InputError(faults.listed()))
        return kind(both.listed())
    assert start is not None
    written = tuple((token.key, token.text) for token in game.headers)
    return GameRecord(written, start, tuple(move for move, _ in moves), game.line)


def _read_headers(tokens: list[Token], faults: FaultList) -> dict[str, Token]:
    headers: dict[str, Token] = {}
    for token in tokens:
        if token.kind == "broken":
            faults.add("header", token.at, token.text)
        elif token.key in headers:
            faults.add("header", token.at, f"{token.key} is given twice")
        else:
            headers[token.key] = token
    return headers


def _read_start(
    headers: Mapping[str, Token], unread: FaultList, untrue: FaultList
) -> Position | None:
    """Where the game starts, by its SPN and Edition headers; None where they do not say."""
    written, spn = headers.get("Edition"), headers.get("SPN")
    editions = {edition.value: edition for edition in Edition}
    edition = editions.get(written.text) if written else None
    if written and edition is None:
        message = f"{quoted(written.text)} is no edition: write {' or '.join(editions)}"
        unread.add("header", written.at, message)
    if spn is None:
        return Position.start(Rules(edition=edition or Edition.TSR))
    try:
        start = parse_spn(spn.text, at=spn.at)
    except ParseError as error:
        unread.extend(error)
        return None
    except PositionError as error:
        untrue.extend(error)
        return None
    if written and edition and edition is not start.rules.edition:
        message = f"the Edition is {edition.value}, but SPN is of {start.rules.edition.value}"
        untrue.add("header", written.at, message)
    return start


def _replay(start: Position, moves: list[tuple[Move, Token]], faults: FaultList) -> Position | None:
    """The position after the moves; None, with a fault noted, where one cannot be played."""
    position = start
    for number, (move, token) in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            faults.add("move", token.at, f"move {number} cannot be played: {error}")
            return None
    return position


def _check_results(
    headers: Mapping[str, Token],
    token: Token | None,
    final: Position | None,
    unread: FaultList,
    untrue: FaultList,
) -> None:
    """The Result header, the result behind the moves and the moves agree, as far as they are there.

    ``final`` is the position after the moves, None where they could not be played.
    """
    header = headers.get("Result")
    if header and not _RESULT.fullmatch(header.text):
        message = f"{quoted(header.text)} is no result: write a score such as 151-115, or *"
        unread.add("header", header.at, message)
        header = None
    if token and not _RESULT.fullmatch(token.text):
        message = f"{quoted(token.text)} is no result: write a score such as 151-115, or *"
        unread.add("score", token.at, message)
        token = None
    if final is not None:
        if header:
            _check_result(header.text, "header", header.at, final, untrue)
        if token:
            _check_result(token.text, "score", token.at, final, untrue)
    elif header and token and header.text != token.text:
        message = f"the result is {token.text}, but the Result header says {header.text}"
        untrue.add("score", token.at, message)


def _check_result(said: str, field: str, at: At, final: Position, faults: FaultList) -> None:
    true = _written(final.score if final.is_over else None)
    if said == true:
        return
    if final.mover is None:
        message = f"the result is given as {said}, but the moves end the game {true}"
    else:
        name = final.rules.edition.name_of(final.mover)
        message = f"the result is given as {said}, but the game has not ended: {name} is to move"
    faults.add(field, at, message)
