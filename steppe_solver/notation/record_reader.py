"""Game records (``.sgr``) read: headers, moves and a result, checked by replay.

A header value holds a quote as ``\\"`` and a backslash as ``\\\\``; any other backslash stands for
itself. Move numbers are optional and are not looked at. A game that has ended has its score as its
result, an unfinished one ``*``; a record may leave the result out, but may not contradict the
moves.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from steppe_solver.errors import Fault, IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation.faults import At, FaultList, quoted
from steppe_solver.notation.moves import read_move
from steppe_solver.notation.record import GameRecord, format_result
from steppe_solver.notation.sgr_text import Token, Written, split_games
from steppe_solver.notation.spn import parse_spn
from steppe_solver.position import MAX_SIDE, Edition, Move, Position, Rules

_RESULT = re.compile(r"\*|(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})", re.ASCII)
_BEYOND_ALL: At = (sys.maxsize, 0)
_ANY_BOARD = Rules(width=MAX_SIDE, height=MAX_SIDE, start=frozenset())


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
    errors = [game.error for game in games if game.error is not None]
    if len(games) > 1:
        faults = FaultList()
        faults.add("file", (games[1].line, 1), "a second game begins here, only one was asked for")
        for error in errors:
            faults.extend(error)
        raise ParseError(faults.listed())
    for error in errors:
        raise error
    return next(game.record for game in games if game.record is not None)


def parse_records(text: str, *, line: int = 1) -> Iterator[GameRecord | InputError]:
    """Every game of the text in order; for a bad game its error, not raised.

    ``line`` is the number of the text's first line in its file.
    """
    for game in read_games(text, line):
        outcome = game.error or game.record
        assert outcome is not None
        yield outcome


class Game(NamedTuple):
    """What a text holds at one place: a record, or an error and what can be played of the game.

    ``playable`` is None where the start of the game cannot be trusted.
    """

    line: int
    record: GameRecord | None
    error: InputError | None
    playable: GameRecord | None


def read_games(
    text: str, line: int = 1, spoilt: Mapping[int, Fault] | None = None
) -> Iterator[Game]:
    """Every game of the text.

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
        yield _read_game(game, mine)
        game = following


def _read_game(game: Written, spoilt: list[Fault]) -> Game:
    """The record that the tokens make up, or all that is wrong with it."""
    unread, untrue = FaultList(), FaultList()
    headers = _read_headers(game.headers, unread)
    start = _read_start(headers, unread, untrue)
    trusted = not unread and not untrue
    gap = _BEYOND_ALL
    if spoilt:  # moves may be missing from the first of these lines on
        unread.extend(ParseError(spoilt))
        gap = min(int(fault.at.partition(":")[0]) for fault in spoilt), 0
    rules = start.rules if start else _ANY_BOARD
    moves: list[tuple[Move, Token]] = []
    complete = True
    for token in game.words:
        move = None
        if token.kind == "broken":
            unread.add(token.field, token.at, token.text)
        else:
            move = read_move(token.text, rules, token.at, unread)
        complete = complete and move is not None and token.at < gap
        if complete and move is not None:
            moves.append((move, token))
    _check_ends(game, unread)

    record = playable = None
    if start is not None:
        written = tuple((token.key, token.text) for token in headers.values())
        played = tuple(move for move, _ in moves)
        record = GameRecord(written, start, played, game.line, tuple(game.comments))
        playable = _playable(record, [token.at for _, token in moves], untrue)
        complete = complete and playable is record
    final = playable.final if playable is not None and complete and not spoilt else None
    _check_results(headers, game.result, final, unread, untrue)
    if record is not None and not unread and not untrue:
        return Game(game.line, record, None, record)
    both = FaultList()
    for faults in (unread, untrue):
        both.extend(InputError(faults.listed()))
    error = ParseError(both.listed()) if unread else PositionError(both.listed())
    if playable is not None:  # the result may be that of other moves
        headers.pop("Result", None)
        true = tuple((token.key, token.text) for token in headers.values())
        playable = replace(playable, headers=true) if trusted else None
    return Game(game.line, None, error, playable)


def _check_ends(game: Written, faults: FaultList) -> None:
    """Nothing follows the result but a new game."""
    for token in game.late:
        broken = token.kind == "broken"
        message = token.text if broken else f"{quoted(token.text)} comes after the result"
        faults.add(token.field, token.at, message)
    if game.follows_unheaded and not (game.words and game.result):
        first = game.words[0] if game.words else game.result
        if first is not None and first.kind != "broken":
            message = (
                f"{quoted(first.text)} comes after the result"
                " (a further game without headers needs moves and a result of its own)"
            )
            faults.add("move", first.at, message)


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


def _playable(record: GameRecord, places: list[At], faults: FaultList) -> GameRecord:
    """The record; with a fault noted, only its beginning, where a move cannot be played."""
    try:
        record.positions()
    except IllegalMoveError:
        pass
    else:
        return record
    position = record.start
    for number, (move, at) in enumerate(zip(record.moves, places, strict=True), 1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            faults.add("move", at, f"move {number} cannot be played: {error}")
            return replace(record, moves=record.moves[: number - 1])
    raise AssertionError("the moves can be played one by one, but not in a row")


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
    true = format_result(final.score if final.is_over else None)
    if said == true:
        return
    if final.mover is None:
        message = f"the result is given as {said}, but the moves end the game {true}"
    else:
        name = final.rules.edition.name_of(final.mover)
        message = f"the result is given as {said}, but the game has not ended: {name} is to move"
    faults.add(field, at, message)
