"""Setting up: board, chips, deck, pieces, and the fixed or the variable start (ME-SETUP)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kontor.domain.kernel.dice import Draw
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, Resource, bundle
from kontor.domain.merchants.options import Start
from kontor.domain.merchants.rulebook import network, turn
from kontor.domain.merchants.rulebook.piles import CardFace, ChipFace, Shuffled
from kontor.domain.merchants.state import NO_POST, OFF, State, put, put_byte
from kontor.domain.merchants.words import CaravanId, ChipId, ColourId, EdgeId, HexId, Seat, SiteId

# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class PlaceStartPost:
    """Variable start: put one of your three start posts on a free violet site."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceNeutralPost:
    """Variable start with three seats: put a neutral post on a free violet site."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceStartRoute:
    """Variable start: put a trade route on a free edge at one of your posts; a caravan is placed with it."""

    edge: EdgeId


# ---------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class SeatColour:
    seat: Seat
    colour: ColourId


@dataclass(frozen=True, slots=True)
class BoardLaid:
    """The side of the board, the kind of start and the colours; with three seats the unused one is neutral."""

    side: Literal["short", "main"]
    start: Start
    seats: tuple[SeatColour, ...]
    neutral_colour: ColourId | None = None


@dataclass(frozen=True, slots=True)
class OrderRoll:
    seat: Seat
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OrderRolled:
    """One round of rolling for the first turn; those tied for the highest sum roll again (ME-SETUP-10)."""

    rolls: tuple[OrderRoll, ...]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class StartSeatSet:
    seat: Seat


@dataclass(frozen=True, slots=True)
class StartChip:
    chip: ChipId
    hex: HexId
    number: int


@dataclass(frozen=True, slots=True)
class HiddenChip:
    chip: ChipId
    resource: Resource


@dataclass(frozen=True, slots=True)
class ChipsLaid:
    """Start chips face up, the others face down: part k is the face of hidden chip k, the last part the draws."""

    start: tuple[StartChip, ...]
    hidden: tuple[HiddenChip, ...]
    sealed: tuple[Secret[ChipFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The draw pile: part k is the face of the k-th card from the top, the last part the draws."""

    count: int
    sealed: tuple[Secret[CardFace | Shuffled], ...] = ()


@dataclass(frozen=True, slots=True)
class RobberPlaced:
    hex: HexId


@dataclass(frozen=True, slots=True)
class SeatEquipped:
    """What a seat begins with (ME-SETUP-6, ME-SETUP-9)."""

    seat: Seat
    gold: int
    routes: int
    merchants: int
    caravans: int
    warehouse_posts: int
    commodities: int
    free_commodities: int


@dataclass(frozen=True, slots=True)
class StartPostPlaced:
    seat: Seat
    site: SiteId
    round: int


@dataclass(frozen=True, slots=True)
class StartResourcesTaken:
    seat: Seat
    cards: Bundle
    site: SiteId | None = None


@dataclass(frozen=True, slots=True)
class NeutralPostPlaced:
    """A post of the colour nobody plays; `seat` placed it (variable start)."""

    site: SiteId
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartRoutePlaced:
    seat: Seat
    edge: EdgeId
    caravan: CaravanId


@dataclass(frozen=True, slots=True)
class SetupFinished:
    """All is placed; the start player takes the first turn."""


Laid: TypeAlias = BoardLaid | OrderRolled | StartSeatSet | ChipsLaid | DeckShuffled | RobberPlaced | SeatEquipped
Placed: TypeAlias = StartPostPlaced | StartResourcesTaken | NeutralPostPlaced | StartRoutePlaced | SetupFinished
Events: TypeAlias = Laid | Placed


# ---------------------------------------------------------------- the variable start


def seat_to_place(state: State) -> int:
    """Posts go forth, back and forth (ME-SETUP-14); neutral posts and routes from the last seat back (-17, -18)."""
    order, n = state.game.order, state.placed
    rounds, place = divmod(n, len(order))
    backwards = rounds % 2 == 1 if state.phase == "setup_posts" else True
    return order[-1 - place] if backwards else order[place]


def start_sites(state: State) -> list[int]:
    """Free violet sites (ME-SETUP-15)."""
    violet = state.game.board.violet
    return [site for site, owner in enumerate(state.posts) if owner == NO_POST and violet[site]]


def _require_start_site(state: State, name: str) -> None:
    board = state.game.board
    site = board.site_at.get(name)
    if site is None:
        raise Violation("ME-SETUP-15", "unknown_site", "There is no such city site.", site=name)
    if not board.violet[site]:
        raise Violation("ME-SETUP-15", "not_a_start_site", "In the set-up posts go on violet sites.", site=name)
    if state.posts[site] != NO_POST:
        raise Violation("ME-SETUP-15", "site_occupied", "A post stands there; choose a free site.", site=name)


def decide_post(state: State, seat: int, command: PlaceStartPost) -> Sequence[StartPostPlaced | StartResourcesTaken]:
    _require_start_site(state, command.site)
    seats = len(state.game.order)
    placed = StartPostPlaced(seat, command.site, state.placed // seats + 1)
    if state.placed < 3 * seats - 1:
        return [placed]
    third = put(state.last_posts, seat, state.game.board.site_at[command.site])
    return [placed, *_start_resources(state, third)]


def _start_resources(state: State, third: Sequence[int]) -> list[StartResourcesTaken]:
    """One card for each land at the third post, whatever its number (ME-SETUP-16)."""
    board = state.game.board
    return [
        StartResourcesTaken(seat, bundle(board.start_cards(third[seat])), board.sites[third[seat]])
        for seat in state.game.order
    ]


def decide_neutral(state: State, seat: int, command: PlaceNeutralPost) -> Sequence[NeutralPostPlaced]:
    _require_start_site(state, command.site)
    return [NeutralPostPlaced(command.site, seat)]


def start_edges(state: State, seat: int) -> list[int]:
    """Free edges at the seat's posts that join no two sites; all of them if there is no such edge (ME-RULING-8)."""
    board = state.game.board
    posts = [site for site, owner in enumerate(state.posts) if owner == seat]
    free = sorted({edge for site in posts for edge in board.site_edges[site] if not state.routes[edge]})
    return [edge for edge in free if not _joins(state, edge)] or free


def _joins(state: State, edge: int) -> bool:
    board = state.game.board
    joined = network.reached(board, put_byte(state.routes, edge, 1), board.ends[edge][0], OFF)
    return len(network.sites_in(board, joined)) > 1


def decide_route(
    state: State, seat: int, command: PlaceStartRoute
) -> Sequence[StartRoutePlaced | SetupFinished | turn.TurnStarted]:
    board = state.game.board
    edge = board.edge_at.get(command.edge)
    if edge is None:
        raise Violation("ME-SETUP-18", "unknown_edge", "There is no such edge.", edge=command.edge)
    if state.routes[edge]:
        raise Violation("ME-SETUP-18", "edge_occupied", "A route is there already; choose a free edge.")
    if not any(state.posts[site] == seat for site in board.sites_by[edge]):
        raise Violation("ME-SETUP-18", "not_adjacent", "Your first route must touch one of your posts.")
    if edge not in start_edges(state, seat):
        raise Violation("ME-SETUP-19", "connects_sites", "It would join two city sites; choose another edge.")
    placed = StartRoutePlaced(seat, command.edge, "c1")
    if state.placed < len(state.game.order) - 1:
        return [placed]
    return [placed, SetupFinished(), turn.TurnStarted(state.game.order[0], 1)]
