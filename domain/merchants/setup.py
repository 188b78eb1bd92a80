"""Setting up: board, chips, deck, pieces, and the fixed or the variable start (ME-SETUP)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.kernel.dice import Draw
from domain.kernel.secrets import Ref, Secret
from domain.kernel.violation import Violation
from domain.merchants import network, turn
from domain.merchants.goods import Bundle, Resource, bundle, counts
from domain.merchants.ids import PIECE, CaravanId, ChipId, ColourId, EdgeId, HexId, Seat, SiteId
from domain.merchants.options import Start
from domain.merchants.piles import CardFace, ChipFace, Shuffled, with_pile
from domain.merchants.state import NO_POST, OFF, Phase, State, put, put_byte, put_counts, with_cards

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
    color: ColourId


@dataclass(frozen=True, slots=True)
class BoardLaid:
    """The side of the board, the kind of start and the colours; with three seats the unused one is neutral."""

    side: Literal["short", "main"]
    start: Start
    seats: tuple[SeatColour, ...]
    neutral_color: ColourId | None = None


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
    return [placed, *_start_resources(_posted(state, placed))]


def _start_resources(state: State) -> list[StartResourcesTaken]:
    """One card for each land at the third post, whatever its number (ME-SETUP-16)."""
    board = state.game.board
    return [
        StartResourcesTaken(seat, bundle(board.start_cards(site)), board.sites[site])
        for seat, site in ((seat, state.last_posts[seat]) for seat in state.game.order)
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


# ---------------------------------------------------------------- evolve

Laid = BoardLaid | OrderRolled | StartSeatSet | ChipsLaid | DeckShuffled | RobberPlaced | SeatEquipped
Placed = StartPostPlaced | StartResourcesTaken | NeutralPostPlaced | StartRoutePlaced | SetupFinished


Events: TypeAlias = Laid | Placed


def evolve(state: State, event: Events, version: int) -> State:
    board = state.game.board
    match event:
        case BoardLaid():
            return _laid(state, event)
        case StartSeatSet():
            seats = state.game.seats
            first = seats.index(event.seat)
            return state._replace(game=state.game._replace(order=(*seats[first:], *seats[:first])))
        case ChipsLaid():
            return _chips(state, event, version)
        case DeckShuffled():
            return with_pile(state, event.sealed, version)
        case RobberPlaced():
            return state._replace(robber=board.hex_at[event.hex])
        case SeatEquipped():
            return _equipped(state, event)
        case StartPostPlaced():
            return _posted(state, event)
        case StartResourcesTaken():
            return with_cards(state, event.seat, counts(event.cards))
        case NeutralPostPlaced():
            posts = put_byte(state.posts, board.site_at[event.site], 0)
            return _counted(state._replace(posts=posts), "setup_neutral", len(state.game.order))
        case StartRoutePlaced():
            return _counted(_routed(state, event), "setup_routes", len(state.game.order))
        case OrderRolled() | SetupFinished():
            return state


def _laid(state: State, event: BoardLaid) -> State:
    colours = [event.neutral_color or "", *[""] * len(state.game.seats)]
    for each in event.seats:
        colours[each.seat] = each.color
    return state._replace(game=state.game._replace(start=event.start, colours=tuple(colours)))


def _chips(state: State, event: ChipsLaid, version: int) -> State:
    board = state.game.board
    numbers, chips, faces = bytearray(state.numbers), list(state.chips), list(state.game.chip_numbers)
    refs = list(state.game.chip_refs)
    for start in event.start:
        chip, hex_ = board.chip_at[start.chip], board.hex_at[start.hex]
        numbers[hex_], chips[chip], faces[chip] = start.number, hex_, start.number
    for part, (hidden, secret) in enumerate(zip(event.hidden, event.sealed, strict=False)):
        if isinstance(secret.value, ChipFace):
            chip = board.chip_at[hidden.chip]
            faces[chip], refs[chip] = secret.value.number, Ref(version, part)
    game = state.game._replace(chip_numbers=tuple(faces), chip_refs=tuple(refs))
    return state._replace(game=game, numbers=bytes(numbers), chips=tuple(chips))


def _equipped(state: State, event: SeatEquipped) -> State:
    seat = event.seat
    return state._replace(
        gold=put(state.gold, seat, event.gold),
        supply=put(state.supply, seat, event.routes),
        merchants=put_counts(state.merchants, seat, (OFF,) * event.merchants),
        caravans=put_counts(state.caravans, seat, (OFF,) * event.caravans),
        warehouse=put(state.warehouse, seat, event.warehouse_posts),
        free=put(state.free, seat, event.free_commodities),
        to_deliver=put(state.to_deliver, seat, event.commodities),
    )


def _posted(state: State, event: StartPostPlaced) -> State:
    site = state.game.board.site_at[event.site]
    after = state._replace(
        posts=put_byte(state.posts, site, event.seat), last_posts=put(state.last_posts, event.seat, site)
    )
    return _counted(after, "setup_posts", 3 * len(state.game.order))


def _routed(state: State, event: StartRoutePlaced) -> State:
    edge, seat = state.game.board.edge_at[event.edge], event.seat
    return state._replace(
        routes=put_byte(state.routes, edge, seat),
        supply=put(state.supply, seat, state.supply[seat] - 1),
        caravans=put_counts(state.caravans, seat, put(state.caravans[seat], PIECE[event.caravan], edge)),
    )


def _counted(state: State, phase: Phase, needed: int) -> State:
    """One more piece is placed; after the last one the next phase begins."""
    if state.phase != phase:
        return state
    if state.placed + 1 < needed:
        return state._replace(placed=state.placed + 1)
    neutral = state.game.board.file.setup[str(len(state.game.seats))].neutral_posts
    following: Phase = "setup_neutral" if phase == "setup_posts" and neutral else "setup_routes"
    return state._replace(phase=following, placed=0)
