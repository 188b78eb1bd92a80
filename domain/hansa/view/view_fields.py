"""The fields of a view in JSON, from which the schema of views is generated (HT-INFO)."""

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
    """A bonus marker."""

    marker: MarkerId
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class LyingMarker:
    """A bonus marker at a route."""

    marker: MarkerId
    kind: MarkerKind
    route: RouteName


@dataclass(frozen=True, slots=True)
class Values:
    """The current values of the abilities on the desk. `keys`: how many points each office in the best network brings
    at the end. `actiones`: how many actions the seat has in each turn. `liber_sophiae`: how many pieces the seat may
    move with one action."""

    keys: Count
    actiones: Count
    privilegium: Privilege
    liber_sophiae: Count
    bursa: Annotated[int | None, Doc("null means all pieces of the stock.")]


@dataclass(frozen=True, slots=True)
class MissionView:
    """A mission card."""

    card: MissionCard
    cities: tuple[CityName, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the table.

    `prestige`: the points on the prestige track.
    `supply`: the pieces that the seat can place.
    `stock`: the pieces that the seat must first take as income.
    `unused`: the markers that the seat can still use.
    `used`: the markers that the seat has used. They still bring points.
    """

    seat: Seat
    prestige: int
    supply: PieceCount
    stock: PieceCount
    desk: Desk
    values: Values
    unused: tuple[MarkerView, ...]
    used: tuple[MarkerView, ...]
    plate: Annotated[int, Doc("The number of replacement markers that lie face down.")]
    tiles: tuple[Tile, ...]
    standing_order: Annotated[
        StandingOrder | None, Doc("The standing order for income_share. Only its owner sees it.")
    ] = None
    mission: Annotated[MissionView | None, Doc("The mission card. Only its owner sees it until the scoring.")] = None


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece in an office."""

    seat: Owner
    shape: Shape


@dataclass(frozen=True, slots=True)
class PostView:
    """A piece on a post."""

    post: PostName
    seat: Owner
    shape: Shape


@dataclass(frozen=True, slots=True)
class CityView:
    """A city with its offices from left to right: first the extra offices, then the printed offices. In a green
    city, `offices` are the offices on the right. `extra_offices`: the offices left of the printed ones, from left to
    right. `offices`: the printed offices from left to right; null is an empty one. In a green city: the offices on
    the right."""

    city: CityName
    extra_offices: tuple[PieceView, ...]
    offices: tuple[PieceView | None, ...]
    controller: Owner | None


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A special prestige space. `points`: the points that the space brings at the end."""

    points: int
    privilege: Privilege
    seat: Seat | None
    version: Annotated[int | None, Doc("The version of the event with which the seat took the space.")] = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """The current turn.

    `number`: the number of the turn, counted from 1.
    `used`: how many actions the seat has taken in this turn.
    `allowance`: how many actions the seat has in this turn, with those of markers.
    `left`: how many actions the seat can still take in this turn.
    `bought_favour`: whether the seat has bought a favour tile in this turn.
    `free_pawn_move_made`: whether the free move of the pawn has been made.
    `borders_open`: whether the borders are open for actions of this turn.
    """

    seat: Annotated[int, Names("seat"), Doc("The seat whose turn it is, or 0 before the first turn.")]
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
    """A displaced piece that must be placed again. `extras`: how many extra pieces the owner may still place.
    `in_hand`: whether the displaced piece itself must still be placed."""

    decider: Seat
    seat: Owner
    shape: Shape
    route: RouteName
    extras: Count
    in_hand: bool
    placed: tuple[PostName, ...]
    lifted: Annotated[PieceCount, Doc("Extra pieces that were lifted from the board and must be placed too.")]


@dataclass(frozen=True, slots=True)
class PermanentView:
    """A permanent marker that the seat must use or decline."""

    route: RouteName
    kind: PermanentKind
    hand: PieceCount
    reward: Annotated[
        Reward | None, Doc("The reward that follows after the marker is used (only Britannia in edition classic).")
    ] = None


@dataclass(frozen=True, slots=True)
class GainView:
    """A gain of prestige points. `points`: how many points the owner got. `reason`: why: for the control of a city, for
    the coin of an office, or for the link. `version`: the version of the event."""

    seat: Owner
    points: int
    reason: Reason
    version: int
    city: Annotated[CityName | None, Doc("The city, if the reason is control or coin.")] = None
    rank: Annotated[Count | None, Doc("If the reason is the link: 1 for the owner who completed it first.")] = None


@dataclass(frozen=True, slots=True)
class MasteredView:
    """A fully developed ability. `version`: the version of the event with which the seat reached the last level."""

    seat: Seat
    ability: Ability
    version: int


@dataclass(frozen=True, slots=True)
class NeutralView:
    """The neutral colour of the variant for two. `stock`: how many neutral traders are left. `prestige`: the points of
    the neutral colour."""

    stock: Number
    prestige: int
    full_routes: tuple[RouteName, ...]


@dataclass(frozen=True, slots=True)
class SealsView:
    """The versions of the events that contain the sealed order of the markers and the sealed mission cards. `markers`:
    the version of the event with the order of the markers. `missions`: the version of the event with the mission cards;
    0 without them."""

    markers: int
    missions: int


@dataclass(frozen=True, slots=True)
class View:
    """The game as the viewer sees it.

    `edition`: the edition of the rules: `bigbox` or `classic`.
    `favours`: whether the game is played with favour tiles.
    `missions`: whether the game is played with mission cards.
    `open_borders`: whether the game is played with the option of open borders (Britannia).
    `two_player_variant`: the variant for two players; null with more seats.
    `phase`: what the game is waiting for.
    `turn`: the turn that is being played.
    `seats`: all seats, from seat 1.
    `cities`: all cities with their offices.
    `special_prestige`: the special prestige spaces of the board.
    `completed_cities`: the number of complete cities.
    `completed_cities_limit`: the number of complete cities that ends the game.
    `revealed_replacements`: the markers that the active seat must place at routes now.
    `markers_out_of_game`: the markers that were removed from the game face up.
    `triggers`: the conditions for the end that are met.
    `missions_shown`: whether the mission cards are face up.
    `scored`: whether the final scoring is done.
    `neutral`: the neutral colour; null without it.
    """

    board: Annotated[str, Names("board")]
    edition: Edition
    favours: bool
    missions: bool
    open_borders: bool
    two_player_variant: Variant | None
    version: Annotated[int, Doc("The version of the last event of the ruleset.")]
    phase: Phase
    turn_order: tuple[Seat, ...]
    awaiting: tuple[Seat, ...]
    turn: TurnView
    seats: tuple[SeatView, ...]
    posts: Annotated[tuple[PostView, ...], Doc("The posts that are not empty.")]
    cities: tuple[CityView, ...]
    special_prestige: tuple[SpaceView, ...]
    links: Annotated[tuple[Owner, ...], Doc("The owners who completed the east-west link, in order.")]
    completed_cities: Number
    completed_cities_limit: Number
    markers: Annotated[tuple[LyingMarker, ...], Doc("The bonus markers that lie at routes.")]
    marker_supply: Annotated[int, Doc("The number of markers left face down in the supply.")]
    unseen_markers: Annotated[
        Mapping[MarkerKind, int],
        Doc("How many markers of each kind no seat has seen. They are in the supply, on a plate or discarded."),
    ]
    revealed_replacements: tuple[MarkerView, ...]
    markers_out_of_game: tuple[MarkerView, ...]
    discarded_unseen: Annotated[tuple[MarkerId, ...], Doc("Markers that left the game face down.")]
    favour_display: tuple[Tile, ...]
    triggers: tuple[Trigger, ...]
    reached_twenty: tuple[Owner, ...]
    gains: Annotated[tuple[GainView, ...], Doc("All gains of prestige points during the game.")]
    mastered: Annotated[tuple[MasteredView, ...], Doc("Fully developed abilities.")]
    missions_shown: bool
    scored: bool
    seals: SealsView
    pawn: Annotated[ProvinceName | None, Doc("The province of the pawn.")] = None
    neutral: NeutralView | None = None
    displaced: DisplacedView | None = None
    permanent: PermanentView | None = None
