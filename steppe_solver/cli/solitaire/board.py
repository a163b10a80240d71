"""The board as text: columns, buffers, foundations, stock and waste, named as in the move words.

    B1 J♢  B2 --  B3 --  B4 --                                 F  3♠  A♡  -♣  -♢

       T1    T2    T3    T4    T5    T6    T7
       Q♣    ▒▒    ▒▒    --    ▒▒    ▒▒    ▒▒
       J♢    K♠    ▒▒          ▒▒    ▒▒    ▒▒

    D  stock 19     R  recycles 0 of 2     W  5♠ 9♡ [6♡] on 2 more

Suits differ by their symbols, and red ones are hollow, so that no colour is needed; where the
encoding lacks them they are the letters of the notation. Nothing is wider than 80 columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from steppe_solver.solitaire import Card, Column, State, Suit
from steppe_solver.solitaire.cards import RANKS, Cards
from steppe_solver.solitaire.duel import Duel
from steppe_solver.solitaire.state import Foundations

SYMBOLS = "♠♡♣♢"
"""The suits in their order, the red ones hollow."""

HIDDEN = "▒▒"

_LETTERS = "".join(suit.letter for suit in Suit)
_PLAIN_HIDDEN = "##"
_BOLD, _DIM, _RED, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[1;91m", "\x1b[0m"
_FAN = 3
_WIDTH = 76


@dataclass(frozen=True, slots=True)
class Style:
    """How the board is drawn: with colours, and with symbols for suits or letters."""

    color: bool = False
    letters: bool = False

    def card(self, card: Card) -> str:
        """The card in two characters: rank and suit."""
        suits = _LETTERS if self.letters else SYMBOLS
        text = RANKS[card.rank - 1] + suits[card.suit]
        return self._painted(text, _RED if card.suit.is_red else _BOLD)

    def top(self, rank: int, suit: Suit) -> str:
        """The top of a foundation, in two characters; a dash and its suit where it is empty."""
        if rank:
            return self.card(Card(rank, suit))
        return self._painted("-" + (_LETTERS if self.letters else SYMBOLS)[suit], _DIM)

    @property
    def hidden(self) -> str:
        """A face-down card, in two characters."""
        return self._painted(_PLAIN_HIDDEN if self.letters else HIDDEN, _DIM)

    @property
    def nothing(self) -> str:
        """An empty place, in two characters."""
        return self._painted("--", _DIM)

    def label(self, text: str) -> str:
        """The name of a place."""
        return self._painted(text, _DIM)

    def _painted(self, text: str, code: str) -> str:
        return f"{code}{text}{_OFF}" if self.color else text


def board_text(state: State, style: Style) -> str:
    """The board of a game, without a newline at the end."""
    return _text(state, [state.foundations], style)


def duel_text(duel: Duel, style: Style) -> str:
    """The board of a duel, the two foundations of each suit side by side."""
    return _text(duel.board, [duel.higher, duel.board.foundations], style)


def _text(state: State, foundations: Sequence[Foundations], style: Style) -> str:
    slots = [
        f"{style.label(f'B{number}')} {style.card(held) if held else style.nothing}"
        for number, held in enumerate(state.buffers, 1)
    ]
    tops = [" ".join(style.top(up[suit], suit) for up in foundations) for suit in Suit]
    # A place is as wide as its name and a card, whatever codes for colours stand around them.
    left = max(0, 7 * len(slots) - 2)
    right = 3 + len(Suit) * (3 * len(foundations) + 1) - 2
    gap = " " * (_WIDTH - left - right)
    lines = [f"{'  '.join(slots)}{gap}{style.label('F')}  {'  '.join(tops)}", ""]
    numbers = range(1, len(state.columns) + 1)
    lines.append("   " + "    ".join(style.label(f"T{number}") for number in numbers))
    shown = [_column(column, style) for column in state.columns]
    lines += ["   " + "    ".join(row).rstrip() for row in zip_longest(*shown, fillvalue="  ")]
    lines += ["", _below(state, style)]
    return "\n".join(f"  {line}".rstrip() for line in lines)


def _column(column: Column, style: Style) -> list[str]:
    if not column.cards:
        return [style.nothing]
    return [style.hidden] * column.face_down + [style.card(card) for card in column.open]


def _below(state: State, style: Style) -> str:
    """The line on stock, waste and recycles."""
    variant = state.variant
    stock = f"{style.label('D')}  stock {len(state.stock)}"
    waste = f"{style.label('W')}  {_waste(state.waste, variant.draw, style)}"
    of = "" if variant.recycles is None else f" of {variant.recycles}"
    recycles = f"{style.label('R')}  recycles {state.recycles}{of}"
    return "     ".join((stock, recycles, waste))


def _waste(waste: Cards, draw: int, style: Style) -> str:
    """The waste: its playable card in brackets, with draw 3 behind the two before it."""
    if not waste:
        return style.nothing
    fan = waste[-_FAN if draw == _FAN else -1 :]
    under = len(waste) - len(fan)
    text = " ".join([*_cards(fan[:-1], style), f"[{style.card(fan[-1])}]"])
    return f"{text} on {under} more" if under else text


def _cards(cards: Iterable[Card], style: Style) -> Iterable[str]:
    return (style.card(card) for card in cards)
