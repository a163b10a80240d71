"""Game records (``.sgr``) read: headers, moves and a result, checked by replay.

A header value holds a quote as ``\\"`` and a backslash as ``\\\\``; any other backslash stands for
itself. Move numbers are optional and are not looked at. A game that has ended has its score as its
result, an unfinished one ``*``; a record may leave the result out, but may not contradict the
moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from steppe_solver.errors import Fault, IllegalMoveError, InputError, ParseError, PositionError
from steppe_solver.notation.faults import At, FaultList, quoted
from steppe_solver.notation.moves import read_move
from steppe_solver.notation.record import GameRecord, format_result
from steppe_solver.notation.sgr_text import Token, Written, split_games
from steppe_solver.notation.spn import parse_spn
from steppe_solver.position import MAX_SIDE, Edition, Move, Position, Rules

_RESULT = re.compile(r"\*|(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})", re.ASCII)
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
    _check_ends(game, unread)

    record = None
    if start is not None:
        written = tuple((token.key, token.text) for token in headers.values())
        record = GameRecord(written, start, tuple(move for move, _ in moves), game.line)
    final = _replay(record, [token.at for _, token in moves], untrue) if record else None
    _check_results(headers, game.result, final if complete else None, unread, untrue)
    if record is not None and not unread and not untrue:
        return record
    both = FaultList()
    for faults in (unread, untrue):
        both.extend(InputError(faults.listed()))
    return ParseError(both.listed()) if unread else PositionError(both.listed())


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


def _replay(record: GameRecord, places: list[At], faults: FaultList) -> Position | None:
    """The final position; None, with a fault noted, where a move cannot be played."""
    try:
        return record.final
    except IllegalMoveError:
        pass
    position = record.start
    for number, (move, at) in enumerate(zip(record.moves, places, strict=True), 1):
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            faults.add("move", at, f"move {number} cannot be played: {error}")
            break
    return None


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
