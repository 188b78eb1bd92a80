"""Every command and event by its wire name. Names on the wire never change; classes and modules may."""

from collections.abc import Mapping
from typing import TypeAlias

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.britannia import BordersOpened, PayOpenBorders, PermissionUsed
from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken, RouteEstablished, RoutePiecesReturned
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
from kontor.domain.hansa.rulebook.markers import (
    ActionsGranted,
    MarkerLeftGame,
    MarkerUsed,
    OfficesSwapped,
    PiecesRelocated,
    PiecesRemoved,
    UseMarker,
)
from kontor.domain.hansa.rulebook.missions import MissionsDealt, MissionsRevealed
from kontor.domain.hansa.rulebook.move import MovePieces, PiecesMoved
from kontor.domain.hansa.rulebook.neutral import NeutralPlaced, NeutralReturned, NeutralRouteFilled, ResolveNeutralRoute
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
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

Command: TypeAlias = (
    PlacePawn
    | TakeIncome
    | PlacePiece
    | DisplacePiece
    | PlaceDisplaced
    | MovePieces
    | EstablishRoute
    | ResolvePermanentMarker
    | UseMarker
    | BuyFavour
    | SetStandingOrder
    | ResolveFavourIncome
    | PayOpenBorders
    | MovePawn
    | ResolveNeutralRoute
    | EndTurn
    | PlaceReplacements
)

Event: TypeAlias = (
    TurnOrderDrawn
    | StartMarkersPlaced
    | MarkerSupplyShuffled
    | FavoursRevealed
    | MissionsDealt
    | PiecesDistributed
    | NeutralPlaced
    | PawnPlacerDrawn
    | PawnPlaced
    | PawnMoved
    | TurnStarted
    | IncomeTaken
    | FavourIncomeOffered
    | FavourIncomeTaken
    | FavourIncomeDeclined
    | StandingOrderSet
    | PiecePlaced
    | PermissionUsed
    | PieceDisplaced
    | FeePaid
    | DisplacedPlaced
    | ExtrasDeclined
    | NeutralReturned
    | PiecesMoved
    | ActionSpent
    | RouteEstablished
    | PrestigeGained
    | MarkerTaken
    | ReplacementDrawn
    | OfficeOccupied
    | ExtraOfficePlaced
    | GreenOfficePlaced
    | CityCompleted
    | LinkCompleted
    | AbilityDeveloped
    | SpecialSpaceTaken
    | RoutePiecesReturned
    | PermanentMarkerOffered
    | PermanentMarkerUsed
    | PermanentMarkerDeclined
    | PiecesRelocated
    | PiecesRemoved
    | OfficesSwapped
    | ActionsGranted
    | MarkerUsed
    | MarkerLeftGame
    | FavourBought
    | BordersOpened
    | NeutralRouteFilled
    | TurnEndRequested
    | ReplacementsRevealed
    | ReplacementPlaced
    | TurnEnded
    | EndTriggered
    | PlateDiscarded
    | PlayEnded
    | MissionsRevealed
    | FinalScored
)

COMMANDS: Mapping[str, type[Command]] = {
    "place_pawn": PlacePawn,
    "take_income": TakeIncome,
    "place_piece": PlacePiece,
    "displace_piece": DisplacePiece,
    "place_displaced": PlaceDisplaced,
    "move_pieces": MovePieces,
    "establish_route": EstablishRoute,
    "resolve_permanent_marker": ResolvePermanentMarker,
    "use_marker": UseMarker,
    "buy_favour": BuyFavour,
    "set_standing_order": SetStandingOrder,
    "resolve_favour_income": ResolveFavourIncome,
    "pay_open_borders": PayOpenBorders,
    "move_pawn": MovePawn,
    "resolve_neutral_route": ResolveNeutralRoute,
    "end_turn": EndTurn,
    "place_replacements": PlaceReplacements,
}

EVENTS: Mapping[str, type[Event]] = {
    "turn_order_drawn": TurnOrderDrawn,
    "start_markers_placed": StartMarkersPlaced,
    "marker_supply_shuffled": MarkerSupplyShuffled,
    "favours_revealed": FavoursRevealed,
    "missions_dealt": MissionsDealt,
    "pieces_distributed": PiecesDistributed,
    "neutral_placed": NeutralPlaced,
    "pawn_placer_drawn": PawnPlacerDrawn,
    "pawn_placed": PawnPlaced,
    "pawn_moved": PawnMoved,
    "turn_started": TurnStarted,
    "income_taken": IncomeTaken,
    "favour_income_offered": FavourIncomeOffered,
    "favour_income_taken": FavourIncomeTaken,
    "favour_income_declined": FavourIncomeDeclined,
    "standing_order_set": StandingOrderSet,
    "piece_placed": PiecePlaced,
    "permission_used": PermissionUsed,
    "piece_displaced": PieceDisplaced,
    "fee_paid": FeePaid,
    "displaced_placed": DisplacedPlaced,
    "extras_declined": ExtrasDeclined,
    "neutral_returned": NeutralReturned,
    "pieces_moved": PiecesMoved,
    "action_spent": ActionSpent,
    "route_established": RouteEstablished,
    "prestige_gained": PrestigeGained,
    "marker_taken": MarkerTaken,
    "replacement_drawn": ReplacementDrawn,
    "office_occupied": OfficeOccupied,
    "extra_office_placed": ExtraOfficePlaced,
    "green_office_placed": GreenOfficePlaced,
    "city_completed": CityCompleted,
    "link_completed": LinkCompleted,
    "ability_developed": AbilityDeveloped,
    "special_space_taken": SpecialSpaceTaken,
    "route_pieces_returned": RoutePiecesReturned,
    "permanent_marker_offered": PermanentMarkerOffered,
    "permanent_marker_used": PermanentMarkerUsed,
    "permanent_marker_declined": PermanentMarkerDeclined,
    "pieces_relocated": PiecesRelocated,
    "pieces_removed": PiecesRemoved,
    "offices_swapped": OfficesSwapped,
    "actions_granted": ActionsGranted,
    "marker_used": MarkerUsed,
    "marker_left_game": MarkerLeftGame,
    "favour_bought": FavourBought,
    "borders_opened": BordersOpened,
    "neutral_route_filled": NeutralRouteFilled,
    "turn_end_requested": TurnEndRequested,
    "replacements_revealed": ReplacementsRevealed,
    "replacement_placed": ReplacementPlaced,
    "turn_ended": TurnEnded,
    "end_triggered": EndTriggered,
    "plate_discarded": PlateDiscarded,
    "play_ended": PlayEnded,
    "missions_revealed": MissionsRevealed,
    "final_scored": FinalScored,
}
