"""Steps Solitaire, the second game of the rulebooks: Klondike's deal with four buffers."""

from steppe_solver.solitaire.arrangement import arranged
from steppe_solver.solitaire.cards import DECK, KING, Card, Suit, format_card, parse_card
from steppe_solver.solitaire.column import Column
from steppe_solver.solitaire.deal import Deal, deal_from_seed
from steppe_solver.solitaire.files import format_deal, parse_deal, read_deals
from steppe_solver.solitaire.game import Game
from steppe_solver.solitaire.ledger import Ledger
from steppe_solver.solitaire.moves import Move, Pile, Place, format_move, parse_move
from steppe_solver.solitaire.state import State
from steppe_solver.solitaire.variant import STANDARD, Variant, format_variant, parse_variant
from steppe_solver.solitaire.written import DealEntry

__all__ = [
    "DECK",
    "KING",
    "STANDARD",
    "Card",
    "Column",
    "Deal",
    "DealEntry",
    "Game",
    "Ledger",
    "Move",
    "Pile",
    "Place",
    "State",
    "Suit",
    "Variant",
    "arranged",
    "deal_from_seed",
    "format_card",
    "format_deal",
    "format_move",
    "format_variant",
    "parse_card",
    "parse_deal",
    "parse_move",
    "parse_variant",
    "read_deals",
]
