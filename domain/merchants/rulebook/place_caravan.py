"""Place caravans (ME-BUILD-6 to -8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook.costs import CARAVAN, require
from kontor.domain.merchants.rulebook.network import own_sites
from kontor.domain.merchants.rulebook.recruit_merchant import piece_to_place
from kontor.domain.merchants.state import OFF, State, without_cards
from kontor.domain.merchants.words import (
    CARAVANS,
    PIECE,
    CaravanId,
    EdgeId,
    Seat,
)


@dataclass(frozen=True, slots=True)
class PlaceCaravan:
    """Place a caravan at one of your routes, for 1 ore, 1 lumber and 1 salt. The route must touch one of your posts
    (ME-BUILD-1, ME-BUILD-6, ME-BUILD-7, ME-BUILD-8).
    """

    edge: EdgeId
    replace: Annotated[
        CaravanId | None, Doc("if both caravans are on the board: the caravan to take off the board")
    ] = None


@dataclass(frozen=True, slots=True)
class CaravanPlaced:
    """A seat placed a caravan at a route (ME-BUILD-6, ME-BUILD-7). `replaced_from`: the route from which the caravan
    was taken off."""

    seat: Seat
    caravan: CaravanId
    edge: EdgeId
    cost: Bundle
    replaced_from: EdgeId | None = None


def caravan_edges(state: State, seat: int) -> list[int]:
    """Return the routes of the seat that touch one of its posts (ME-BUILD-6)."""
    board, routes = state.board, state.routes
    return sorted({edge for site in own_sites(state, seat) for edge in board.site_edges[site] if routes[edge] == seat})


def has_room(state: State, edge: int, seat: int, piece: int) -> bool:
    """Return whether the route has fewer than two caravans. The given caravan is not counted (ME-BUILD-8,
    ME-CARAVAN-3).
    """
    there = sum([pieces.count(edge) for pieces in state.caravans])
    return there - (state.caravans[seat][piece] == edge) < 2


def caravan_starts(state: State, seat: int, piece: int) -> list[int]:
    """Return the routes at which the seat may place this caravan: routes at its posts that have space."""
    return [edge for edge in caravan_edges(state, seat) if has_room(state, edge, seat, piece)]


def decide(state: State, seat: int, command: PlaceCaravan) -> Sequence[CaravanPlaced]:
    board = state.board
    edge = board.edge_at.get(command.edge)
    if edge is None:
        raise Violation("ME-BUILD-6", "unknown_edge", "There is no such edge.", edge=command.edge)
    if state.routes[edge] != seat:
        raise Violation(
            "ME-BUILD-6", "not_own_route", "A caravan must start at one of your own routes.", edge=command.edge
        )
    if not any(state.posts[site] == seat for site in board.sites_by[edge]):
        raise Violation("ME-BUILD-6", "no_own_post", "The route must touch one of your posts.", edge=command.edge)
    piece = piece_to_place(state.caravans[seat], command.replace, "ME-BUILD-7", "caravan")
    if not has_room(state, edge, seat, piece):
        raise Violation(
            "ME-BUILD-8", "caravan_space", "There are already two caravans at this route. Choose another route."
        )
    require(state, seat, CARAVAN)
    before = state.caravans[seat][piece]
    left = None if before == OFF else board.edges[before]
    return [CaravanPlaced(seat, CARAVANS[piece], command.edge, bundle(CARAVAN), left)]


def evolve(state: State, event: CaravanPlaced) -> State:
    seat, piece = event.seat, PIECE[event.caravan]
    after = without_cards(state, seat, counts(event.cost))
    after.caravans = put(state.caravans, seat, put(state.caravans[seat], piece, state.board.edge_at[event.edge]))
    if not state.rules.since(1):  # before, a replaced caravan counted as a new one that had paid no fee (ME-RULING-45)
        after.tolls_paid = frozenset([(payer, owner) for payer, owner in state.tolls_paid if payer != piece])
    return after
