"""The form of a view: the content of its JSON, from which its schema follows (HT-INFO)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.hansa.reward_kinds import Reward
from kontor.domain.hansa.words import (
    Ability,
    CityName,
    Count,
    Desk,
    Edition,
    MarkerId,
    MarkerKind,
    MissionCard,
    Number,
    Owner,
    PermanentKind,
    Phase,
    PieceCount,
    PostName,
    Privilege,
    ProvinceName,
    Reason,
    RouteName,
    Seat,
    Shape,
    StandingOrder,
    Tile,
    Trigger,
    Variant,
)
from kontor.domain.kernel.model import Doc, Names


@dataclass(frozen=True, slots=True)
class MarkerView:
    marker: MarkerId
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class LyingMarker:
    marker: MarkerId
    kind: MarkerKind
    route: RouteName


@dataclass(frozen=True, slots=True)
class Values:
    """The current values of the desk."""

    keys: Count
    actiones: Count
    privilegium: Privilege
    liber_sophiae: Count
    bursa: Annotated[int | None, Doc("null: all")]


@dataclass(frozen=True, slots=True)
class MissionView:
    card: MissionCard
    cities: tuple[CityName, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    seat: Seat
    prestige: int
    supply: PieceCount
    stock: PieceCount
    desk: Desk
    values: Values
    unused: tuple[MarkerView, ...]
    used: tuple[MarkerView, ...]
    plate: Annotated[int, Doc("Replacement markers lying face down.")]
    tiles: tuple[Tile, ...]
    standing_order: Annotated[StandingOrder | None, Doc("Of income_share; for its owner alone.")] = None
    mission: Annotated[MissionView | None, Doc("For its owner alone until the scoring.")] = None


@dataclass(frozen=True, slots=True)
class PieceView:
    seat: Owner
    shape: Shape


@dataclass(frozen=True, slots=True)
class PostView:
    post: PostName
    seat: Owner
    shape: Shape


@dataclass(frozen=True, slots=True)
class CityView:
    """Offices from left to right: the extra ones, then the printed ones (in a green city those laid on the right)."""

    city: CityName
    extra_offices: tuple[PieceView, ...]
    offices: tuple[PieceView | None, ...]
    controller: Owner | None


@dataclass(frozen=True, slots=True)
class SpaceView:
    points: int
    privilege: Privilege
    seat: Seat | None
    version: Annotated[int | None, Doc("Of the event that took it.")] = None


@dataclass(frozen=True, slots=True)
class TurnView:
    seat: Annotated[int, Names("seat"), Doc("Whose turn it is; 0 before the first one.")]
    number: int
    used: Count
    granted: Annotated[int, Doc("Actions that markers gave in this turn.")]
    allowance: Count
    left: Count
    bought_favour: bool
    free_pawn_move_made: bool
    closed: Annotated[bool, Doc("A free pawn move after an action has ended the actions of this turn.")]
    borders_open: bool
    permissions_used: tuple[CityName, ...]
    permissions_left: Annotated[tuple[CityName, ...], Doc("Cities whose permission the active seat can still use.")]


@dataclass(frozen=True, slots=True)
class DisplacedView:
    """A displaced piece that waits to be placed again."""

    decider: Seat
    seat: Owner
    shape: Shape
    route: RouteName
    extras: Count
    in_hand: bool
    placed: tuple[PostName, ...]
    lifted: Annotated[PieceCount, Doc("Extras from the board that are in hand, too.")]


@dataclass(frozen=True, slots=True)
class PermanentView:
    """A permanent marker that waits to be used or declined."""

    route: RouteName
    kind: PermanentKind
    hand: PieceCount
    reward: Annotated[Reward | None, Doc("What follows once it is used: classic Britannia, where it must be.")] = None


@dataclass(frozen=True, slots=True)
class GainView:
    seat: Owner
    points: int
    reason: Reason
    version: int
    city: Annotated[CityName | None, Doc("Of control and coin.")] = None
    rank: Annotated[Count | None, Doc("Of the link: 1 completed it first.")] = None


@dataclass(frozen=True, slots=True)
class MasteredView:
    seat: Seat
    ability: Ability
    version: int


@dataclass(frozen=True, slots=True)
class NeutralView:
    stock: Number
    prestige: int
    full_routes: tuple[RouteName, ...]


@dataclass(frozen=True, slots=True)
class SealsView:
    """Versions of the events that hold the sealed order of the markers and the mission cards."""

    markers: int
    missions: int


@dataclass(frozen=True, slots=True)
class View:
    """The game as its viewer sees it."""

    board: Annotated[str, Names("board")]
    edition: Edition
    favours: bool
    missions: bool
    open_borders: bool
    two_player_variant: Variant | None
    version: Annotated[int, Doc("Of the last event of the game's rules.")]
    phase: Phase
    turn_order: tuple[Seat, ...]
    awaiting: tuple[Seat, ...]
    turn: TurnView
    seats: tuple[SeatView, ...]
    posts: Annotated[tuple[PostView, ...], Doc("The posts that are not empty.")]
    cities: tuple[CityView, ...]
    special_prestige: tuple[SpaceView, ...]
    links: Annotated[tuple[Owner, ...], Doc("Who completed the east-west link, in order.")]
    completed_cities: Number
    completed_cities_limit: Number
    markers: Annotated[tuple[LyingMarker, ...], Doc("Bonus markers lying at routes.")]
    marker_supply: Annotated[int, Doc("Markers left face down in the supply.")]
    unseen_markers: Annotated[
        Mapping[MarkerKind, int], Doc("Kinds of the markers that no seat has seen: supply, plates, discarded plates.")
    ]
    revealed_replacements: tuple[MarkerView, ...]
    markers_out_of_game: tuple[MarkerView, ...]
    discarded_unseen: Annotated[tuple[MarkerId, ...], Doc("Markers that left the game face down.")]
    favour_display: tuple[Tile, ...]
    triggers: tuple[Trigger, ...]
    reached_twenty: tuple[Owner, ...]
    gains: Annotated[tuple[GainView, ...], Doc("Every prestige point gained during play.")]
    mastered: Annotated[tuple[MasteredView, ...], Doc("Fully developed abilities.")]
    missions_shown: bool
    scored: bool
    seals: SealsView
    pawn: Annotated[ProvinceName | None, Doc("The province of the pawn.")] = None
    neutral: NeutralView | None = None
    displaced: DisplacedView | None = None
    permanent: PermanentView | None = None
