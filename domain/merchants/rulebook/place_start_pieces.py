"""The pieces that are on the board when the first turn begins: posts, routes and caravans, and the first cards. They
come from the fixed or the variable start (ME-SETUP-11 to -20).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from kontor.domain.kernel.states import changed, put, put_byte
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.boards.board_file import ColourStart
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import network, turn
from kontor.domain.merchants.rulebook.posts import require_site
from kontor.domain.merchants.state import NO_POST, OFF, Phase, State, with_cards
from kontor.domain.merchants.words import PIECE, CaravanId, EdgeId, Seat, SiteId

POSTS: Final = 3  # start posts of a seat (ME-SETUP-14)
FIRST: Final[CaravanId] = "c1"  # the caravan that comes with the start route (ME-SETUP-11, ME-SETUP-18)


@dataclass(frozen=True, slots=True)
class PlaceStartPost:
    """Put one of your three start posts on a free violet site, in the variable start (ME-SETUP-14, ME-SETUP-15)."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceNeutralPost:
    """Put a neutral post on a free violet site, in the variable start with three seats (ME-SETUP-17)."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class PlaceStartRoute:
    """Put a trade route with a caravan on a free edge at one of your posts, in the variable start (ME-SETUP-18,
    ME-SETUP-19).
    """

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class StartPostPlaced:
    """A start post was placed on the site (ME-SETUP-11, ME-SETUP-15).

    `round`: the round of the set-up, counted from 1.
    """

    seat: Seat
    site: SiteId
    round: int


@dataclass(frozen=True, slots=True)
class StartResourcesTaken:
    """A seat took its first resource cards (ME-SETUP-12, ME-SETUP-16). `site`: the post that brings these cards."""

    seat: Seat
    cards: Bundle
    site: SiteId | None = None


@dataclass(frozen=True, slots=True)
class NeutralPostPlaced:
    """A post of the unused colour was placed (ME-SETUP-13, ME-SETUP-17). `seat`: the seat that placed it, in the
    variable start."""

    site: SiteId
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class StartRoutePlaced:
    """A start route with a caravan was placed on the edge (ME-SETUP-11, ME-SETUP-18)."""

    seat: Seat
    edge: EdgeId
    caravan: CaravanId


@dataclass(frozen=True, slots=True)
class SetupFinished:
    """All start pieces are placed, and the start player takes the first turn (ME-TURN-1)."""


Events: TypeAlias = StartPostPlaced | StartResourcesTaken | NeutralPostPlaced | StartRoutePlaced | SetupFinished


# ---------------------------------------------------------------- the fixed start


def place_fixed(state: State) -> Sequence[Events]:
    """Place the pieces as the board file lists them (ME-SETUP-11). The posts of the unused colour become neutral posts
    (ME-SETUP-13).
    """
    starts = {seat: _colour_start(state, state.colours[seat]) for seat in state.seats}
    neutral = _colour_start(state, state.colours[0]).posts if state.colours[0] else ()
    return [
        *(StartPostPlaced(seat, site, n + 1) for seat, start in starts.items() for n, site in enumerate(start.posts)),
        *(NeutralPostPlaced(site) for site in neutral),
        *(StartRoutePlaced(seat, start.route, FIRST) for seat, start in starts.items()),
        *(StartResourcesTaken(seat, _cards(start), start.resource_site) for seat, start in starts.items()),
    ]


def _colour_start(state: State, colour: str) -> ColourStart:
    found: ColourStart = getattr(state.board.file.fixed_start, colour)
    return found


def _cards(start: ColourStart) -> Bundle:
    """Return the start resources of a colour (ME-SETUP-12)."""
    given = start.resources
    return Bundle(given.lumber, given.wool, given.grain, given.ore, given.salt)


# ---------------------------------------------------------------- the variable start


def seat_to_place(state: State) -> int:
    """Return the seat that places the next start piece. Posts are placed in turn order, then in reverse, then in turn
    order again (ME-SETUP-14). Neutral posts and routes are placed in reverse order (ME-SETUP-17, ME-SETUP-18).
    """
    order = state.turn_order
    rounds, place = divmod(state.placed, len(order))
    backwards = rounds % 2 == 1 if state.phase == "setup_posts" else True
    return order[-1 - place] if backwards else order[place]


def start_sites(state: State) -> list[int]:
    """Return the free violet sites, where start posts may be placed (ME-SETUP-15)."""
    violet = state.board.violet
    return [site for site, owner in enumerate(state.posts) if owner == NO_POST and violet[site]]


def _require_start_site(state: State, name: str) -> None:
    """Refuse a site that is not violet or not free. A site has at most one post (ME-SETUP-15, ME-BOARD-3)."""
    board = state.board
    site = require_site(board, name, "ME-SETUP-15")
    if not board.violet[site]:
        raise Violation("ME-SETUP-15", "not_a_start_site", "In the set-up, place posts on violet sites.", site=name)
    if state.posts[site] != NO_POST:
        raise Violation(
            "ME-SETUP-15", "site_occupied", "There is already a post on this site. Choose a free site.", site=name
        )


def decide_post(state: State, seat: int, command: PlaceStartPost) -> Sequence[StartPostPlaced | StartResourcesTaken]:
    _require_start_site(state, command.site)
    seats = len(state.turn_order)
    placed = StartPostPlaced(seat, command.site, state.placed // seats + 1)
    if state.placed < POSTS * seats - 1:
        return [placed]
    third = put(state.last_start_posts, seat, state.board.site_at[command.site])
    return [placed, *_start_resources(state, third)]


def _start_resources(state: State, third: Sequence[int]) -> list[StartResourcesTaken]:
    """Return the start resources: one card for each land at the seat's third post. The number of the land does not
    matter (ME-SETUP-16).
    """
    board = state.board
    return [
        StartResourcesTaken(seat, bundle(board.start_cards(third[seat])), board.sites[third[seat]])
        for seat in state.turn_order
    ]


def decide_neutral(state: State, seat: int, command: PlaceNeutralPost) -> Sequence[NeutralPostPlaced]:
    """Place a neutral post on a free violet site. Each of three seats places one neutral post (ME-SETUP-17)."""
    _require_start_site(state, command.site)
    return [NeutralPostPlaced(command.site, seat)]


def start_edges(state: State, seat: int) -> list[int]:
    """Return the free edges at the seat's posts (ME-SETUP-18) where a route would not connect two sites (ME-SETUP-19).
    If there is no such edge, return all free edges at the posts (ME-RULING-8).
    """
    board = state.board
    posts = network.own_sites(state, seat)
    free = sorted({edge for site in posts for edge in board.site_edges[site] if not state.routes[edge]})
    return [edge for edge in free if not _joins_sites(state, edge)] or free


def _joins_sites(state: State, edge: int) -> bool:
    """Return whether a route on the edge would connect two sites, alone or together with other routes (ME-SETUP-19)."""
    board = state.board
    joined = network.reachable(board, put_byte(state.routes, edge, 1), board.ends[edge][0], OFF)
    return len(network.sites_in(board, joined)) > 1


def decide_route(
    state: State, seat: int, command: PlaceStartRoute
) -> Sequence[StartRoutePlaced | SetupFinished | turn.TurnStarted]:
    board = state.board
    edge = board.edge_at.get(command.edge)
    if edge is None:
        raise Violation("ME-SETUP-18", "unknown_edge", "There is no such edge.", edge=command.edge)
    if state.routes[edge]:
        raise Violation("ME-SETUP-18", "edge_occupied", "There is already a route on this edge. Choose a free edge.")
    if not any(state.posts[site] == seat for site in board.sites_by[edge]):
        raise Violation("ME-SETUP-18", "not_adjacent", "Your first route must touch one of your posts.")
    if edge not in start_edges(state, seat):
        raise Violation(
            "ME-SETUP-19", "connects_sites", "This route would connect two city sites. Choose another edge."
        )
    placed = StartRoutePlaced(seat, command.edge, FIRST)
    if state.placed < len(state.turn_order) - 1:
        return [placed]
    return [placed, SetupFinished(), turn.TurnStarted(state.turn_order[0], 1)]


# ---------------------------------------------------------------- changes of the state


def evolve(state: State, event: Events) -> State:
    """Put the pieces on the board. Start pieces have no cost, and bring no coins, chip, free route or gold
    (ME-SETUP-20).
    """
    seats = len(state.turn_order)
    match event:
        case StartPostPlaced():
            return _count_piece(_with_post(state, event), "setup_posts", POSTS * seats)
        case StartResourcesTaken():
            return with_cards(state, event.seat, counts(event.cards))
        case NeutralPostPlaced():
            posts = put_byte(state.posts, state.board.site_at[event.site], 0)
            return _count_piece(changed(state, posts=posts), "setup_neutral", seats)
        case StartRoutePlaced():
            return _count_piece(_with_route(state, event), "setup_routes", seats)
        case SetupFinished():
            return state


def _with_post(state: State, event: StartPostPlaced) -> State:
    site = state.board.site_at[event.site]
    return changed(
        state,
        posts=put_byte(state.posts, site, event.seat),
        last_start_posts=put(state.last_start_posts, event.seat, site),
    )


def _with_route(state: State, event: StartRoutePlaced) -> State:
    edge, seat = state.board.edge_at[event.edge], event.seat
    return changed(
        state,
        routes=put_byte(state.routes, edge, seat),
        routes_left=put(state.routes_left, seat, state.routes_left[seat] - 1),  # ME-PIECE-6
        caravans=put(state.caravans, seat, put(state.caravans[seat], PIECE[event.caravan], edge)),
    )


def _count_piece(state: State, phase: Phase, needed: int) -> State:
    """Count one more placed piece. After the last piece, the next phase begins."""
    if state.phase != phase:
        return state
    if state.placed + 1 < needed:
        return changed(state, placed=state.placed + 1)
    neutral = state.board.file.setup[str(len(state.seats))].neutral_posts  # 0 with four seats (ME-SETUP-17)
    following: Phase = "setup_neutral" if phase == "setup_posts" and neutral else "setup_routes"
    return changed(state, phase=following, placed=0)
