"""Hansa Teutonica as a library: `new()` creates a game, and every command has its own class.

    >>> from kontor import hansa
    >>> game = hansa.new(seats=3, seed=7)
    >>> game
    <Hansa Teutonica: 3 seats, running, version 9, awaiting 1>

`game.board` has the names of places on the board (docs/python.md).
"""

from collections.abc import Sequence
from typing import TypeAlias

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.catalogue import Command, Event
from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken, RouteEstablished
from kontor.domain.hansa.rulebook.favours import (
    BuyFavour,
    FavourBought,
    FavourIncomeDeclined,
    FavourIncomeOffered,
    FavourIncomeTaken,
    FavoursRevealed,
    ResolveFavourIncome,
    SetStandingOrder,
    StandingOrderSet,
)
from kontor.domain.hansa.rulebook.income import IncomeTaken, TakeIncome
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated
from kontor.domain.hansa.rulebook.marker_remove import PiecesRemoved
from kontor.domain.hansa.rulebook.marker_swap import OfficesSwapped
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.missions import MissionsDealt, MissionsRevealed
from kontor.domain.hansa.rulebook.move import MovePieces, PiecesMoved
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced, NeutralReturned
from kontor.domain.hansa.rulebook.neutral_route import NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent_markers import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasDeclined, ExtrasLifted, PlaceDisplaced
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.provinces import MovePawn, PawnMoved, PawnPlaced, PawnPlacerDrawn, PlacePawn
from kontor.domain.hansa.rulebook.replacement_markers import (
    PlaceReplacements,
    ReplacementDrawn,
    ReplacementPlaced,
    ReplacementsRevealed,
)
from kontor.domain.hansa.rulebook.scoring import FinalScored
from kontor.domain.hansa.rulebook.setup_events import (
    MarkerSupplyShuffled,
    PiecesDistributed,
    StartMarkersPlaced,
    TurnOrderDrawn,
)
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn, TurnEnded, TurnEndRequested, TurnStarted
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import Edition, PermissionOffice, StartMarkers, Variant
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Order
from kontor.engine import game as engine
from kontor.engine import new_game

__all__ = [
    "BOARDS",
    "BOTS",
    "COLOURS",
    "AbilityDeveloped",
    "ActionSpent",
    "ActionsGranted",
    "BordersOpened",
    "BuyFavour",
    "CityCompleted",
    "Command",
    "DisplacePiece",
    "DisplacedPlaced",
    "EndTriggered",
    "EndTurn",
    "EstablishRoute",
    "Event",
    "ExtraOfficePlaced",
    "ExtrasDeclined",
    "ExtrasLifted",
    "FavourBought",
    "FavourIncomeDeclined",
    "FavourIncomeOffered",
    "FavourIncomeTaken",
    "FavoursRevealed",
    "FeePaid",
    "FinalScored",
    "Game",
    "GreenOfficePlaced",
    "IncomeTaken",
    "LinkCompleted",
    "MarkerLeftGame",
    "MarkerSupplyShuffled",
    "MarkerTaken",
    "MarkerUsed",
    "MissionsDealt",
    "MissionsRevealed",
    "MovePawn",
    "MovePieces",
    "NeutralPlaced",
    "NeutralReturned",
    "NeutralRouteFilled",
    "OfficeOccupied",
    "OfficesSwapped",
    "PawnMoved",
    "PawnPlaced",
    "PawnPlacerDrawn",
    "PayOpenBorders",
    "PermanentMarkerDeclined",
    "PermanentMarkerOffered",
    "PermanentMarkerUsed",
    "PermissionUsed",
    "PieceDisplaced",
    "PiecePlaced",
    "PiecesDistributed",
    "PiecesMoved",
    "PiecesRelocated",
    "PiecesRemoved",
    "PlaceDisplaced",
    "PlacePawn",
    "PlacePiece",
    "PlaceReplacements",
    "PlateDiscarded",
    "PlayEnded",
    "PrestigeGained",
    "ReplacementDrawn",
    "ReplacementPlaced",
    "ReplacementsRevealed",
    "ResolveFavourIncome",
    "ResolveNeutralRoute",
    "ResolvePermanentMarker",
    "RouteEstablished",
    "RoutePiecesReturned",
    "SetStandingOrder",
    "SpecialSpaceTaken",
    "StandingOrderSet",
    "StartMarkersPlaced",
    "TakeIncome",
    "TurnEndRequested",
    "TurnEnded",
    "TurnOrderDrawn",
    "TurnStarted",
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
    order: Order | None = None,
    colours: Sequence[str | None] = (),
    edition: Edition = "bigbox",
    favours: bool = False,
    missions: bool = False,
    open_borders: bool = False,
    start_markers: StartMarkers = "fixed",
    permission_office: PermissionOffice = "occupied",
    two_player_variant: Variant | None = None,
) -> "Game":  # in quotes: spelled out, this type would fill a screen of help(new)
    """Create a game of Hansa Teutonica.

    `board`: `hansa`, `east` or `britannia` (the side for this number of seats), one of `BOARDS`, or your own as JSON.
    `seed`: the same seed gives the same game; without one, the dice are random. `order`: `drawn` draws who begins,
    `listed` lets seat 1 begin; by default, edition `classic` draws. The other arguments are the options of the game, as
    in `POST /v1/games`; with two seats `two_player_variant` is required. Raise RuleViolation if the options contradict
    each other.
    """
    options = {
        "edition": edition,
        "favours": favours,
        "missions": missions,
        "open_borders": open_borders,
        "start_markers": start_markers,
        "permission_office": permission_office,
        "two_player_variant": two_player_variant,
    }
    return new_game.new(RULESET, seats, board, seed, order=order, colours=colours, options=options)


def rule(rule_id: str) -> str:
    """Return the text of the rule with this id."""
    return new_game.rule(RULESET, rule_id)


def __dir__() -> list[str]:
    return sorted(__all__)
