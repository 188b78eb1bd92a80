"""Hansa Teutonica as a library: `new()` begins a game, and every command is a class of its own.

    >>> from kontor import hansa
    >>> game = hansa.new(seats=3, seed=7)
    >>> game
    <Hansa Teutonica: 3 seats, running, version 9, awaiting 1>

Names on the board are those of `game.board`; docs/python.md goes through it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.britannia import PayOpenBorders
from kontor.domain.hansa.rulebook.catalogue import Command, Event
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.displaced import PlaceDisplaced
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.favours import BuyFavour, ResolveFavourIncome, SetStandingOrder
from kontor.domain.hansa.rulebook.income import TakeIncome
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces
from kontor.domain.hansa.rulebook.neutral_route import ResolveNeutralRoute
from kontor.domain.hansa.rulebook.permanent_markers import ResolvePermanentMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.provinces import MovePawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import PlaceReplacements
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Edition, Variant
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Order
from kontor.engine import game as engine
from kontor.engine import new_game

__all__ = [
    "BOARDS",
    "BOTS",
    "COLOURS",
    "BuyFavour",
    "DisplacePiece",
    "EndTurn",
    "EstablishRoute",
    "Game",
    "MovePawn",
    "MovePieces",
    "PayOpenBorders",
    "PlaceDisplaced",
    "PlacePawn",
    "PlacePiece",
    "PlaceReplacements",
    "ResolveFavourIncome",
    "ResolveNeutralRoute",
    "ResolvePermanentMarker",
    "SetStandingOrder",
    "TakeIncome",
    "UseMarker",
    "new",
    "rule",
]

Game: TypeAlias = engine.Game[State, Command, Event]

BOARDS: tuple[str, ...] = tuple(RULESET.boards())
BOTS: tuple[str, ...] = tuple(RULESET.bots)
COLOURS: tuple[str, ...] = RULESET.colours


def new(
    seats: int = 3,
    board: "str | JsonObject" = "hansa",
    seed: new_game.Seed | None = None,
    *,
    order: Order = "listed",
    colours: Sequence[str | None] = (),
    edition: Edition = "bigbox",
    favours: bool = False,
    missions: bool = False,
    open_borders: bool = False,
    two_player_variant: Variant | None = None,
) -> "Game":  # in quotes: spelled out, the type of a game fills a screen of help(new)
    """A new game of Hansa Teutonica.

    `board`: `hansa`, `east` or `britannia` (the side for so many seats), one of `BOARDS`, or your own as JSON.
    `seed`: the same seed is the same game; without one, nobody can foretell its dice. `order`: `drawn` has the rules
    draw who begins. The rest are the options of the game, as `POST /v1/games` takes them; with two seats
    `two_player_variant` is needed. RuleViolation if they do not go together.
    """
    options = {
        "edition": edition,
        "favours": favours,
        "missions": missions,
        "open_borders": open_borders,
        "two_player_variant": two_player_variant,
    }
    return new_game.new(RULESET, seats, board, seed, order=order, colours=colours, options=options)


def rule(rule_id: str) -> str:
    """The text of a rule, by its id."""
    return new_game.rule(RULESET, rule_id)
