"""Build trade routes, and place the free route of a double arrow (ME-BUILD-9 to -12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import changed, put, put_byte, working_copy
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import costs, gold, network
from kontor.domain.merchants.state import CARD, NO_GRANT, OFF, State, resume, without_cards
from kontor.domain.merchants.words import EdgeId, Seat

How: TypeAlias = Literal["paid", "double_arrow", "card"]


@dataclass(frozen=True, slots=True)
class BuildRoute:
    """Build a trade route next to your network, for 1 ore and 1 lumber (ME-BUILD-1, ME-BUILD-9)."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class PlaceFreeRoute:
    """Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9)."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class DeclineFreeRoute:
    """Decline the free route of a double arrow, or the second free route of a card (ME-BUILD-11, ME-CARD-9)."""


@dataclass(frozen=True, slots=True)
class RouteBuilt:
    """A seat placed a route on the edge, paid or free (ME-BUILD-9, ME-BUILD-11). `left`: the routes that are still in
    the seat's supply.

    `how`: how the route was obtained: `paid`, free by a `double_arrow`, or free by a `card`.
    """

    seat: Seat
    edge: EdgeId
    how: How
    left: Annotated[int, Doc("routes left in the supply")]
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class FreeRouteGranted:
    """A seat may place a free route. A double arrow allows a route next to the edge `at`. If `at` is null, a card
    allows a route anywhere next to the network (ME-BUILD-11, ME-CARD-9).
    """

    seat: Seat
    at: EdgeId | None
    count: Annotated[int, Doc("free routes that this arrow or card still grants, including this one")]


@dataclass(frozen=True, slots=True)
class FreeRouteDeclined:
    """A seat declined its free route (ME-BUILD-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeRouteLapsed:
    """A free route lapsed, because there was no free edge for it or the seat had no route left (ME-BUILD-12,
    ME-RULING-24).
    """

    seat: Seat


Built: TypeAlias = RouteBuilt | gold.SiteConnected | gold.ChainChoiceDemanded | FreeRouteGranted | FreeRouteLapsed


def buildable_edges(state: State, seat: int) -> list[int]:
    """Return the edges on which the seat can build and pay a route now (ME-BUILD-1, ME-BUILD-9, ME-PIECE-6)."""
    if not state.routes_left[seat] or not costs.can_pay(state, seat, costs.ROUTE):
        return []
    return network.growth(state, seat)


def decide_build(state: State, seat: int, command: BuildRoute) -> Sequence[Built]:
    edge = _require_free(state, seat, command.edge)
    _require_network(state, seat, edge)
    costs.require(state, seat, costs.ROUTE)
    return _place_route(state, seat, edge, "paid", bundle(costs.ROUTE))


def decide_free(state: State, seat: int, command: PlaceFreeRoute) -> Sequence[Built]:
    edge = _require_free(state, seat, command.edge)
    at = state.pending.grant
    if at == CARD:
        _require_network(state, seat, edge)
        return _place_route(state, seat, edge, "card", None)
    if edge not in state.board.adjacent[at]:
        raise Violation(
            "ME-BUILD-11",
            "not_adjacent",
            "The free route must be adjacent to the route that you just built.",
            at=state.board.edges[at],
        )
    return _place_route(state, seat, edge, "double_arrow", None)


def must_place(state: State) -> bool:
    """Return whether the seat must place the free route. The first route of a card cannot be declined (ME-CARD-9)."""
    return state.pending.grant == CARD and state.pending.must_place


def decide_decline(state: State, seat: int) -> Sequence[FreeRouteDeclined | FreeRouteGranted | FreeRouteLapsed]:
    if must_place(state):
        raise Violation("ME-CARD-9", "must_place", "The first route of the card must be placed.")
    declined = FreeRouteDeclined(seat)
    return [declined, *grant_free_routes(evolve(state, declined), seat, OFF)]


def decide_chain(
    state: State, seat: int, command: gold.ChooseChain
) -> Sequence[gold.SiteConnected | FreeRouteGranted | FreeRouteLapsed]:
    """Pay the chosen chain. The double arrow of the same route is handled after the chain."""
    return [gold.decide(state, command), *grant_free_routes(state, seat, state.pending.built)]


def _require_free(state: State, seat: int, name: str) -> int:
    edge = state.board.edge_at.get(name)
    if edge is None:
        raise Violation("ME-BUILD-9", "unknown_edge", "There is no such edge.", edge=name)
    if not state.routes_left[seat]:
        raise Violation("ME-PIECE-6", "no_routes_left", "All your routes are on the board.")
    if state.routes[edge]:
        raise Violation(
            "ME-BUILD-9", "edge_occupied", "There is already a route on this edge. Choose a free edge.", edge=name
        )
    return edge


def _require_network(state: State, seat: int, edge: int) -> None:
    if not network.touches(state, seat, edge):
        raise Violation(
            "ME-BUILD-9", "not_adjacent", "A route must touch one of your posts or be adjacent to one of your routes."
        )


def _place_route(state: State, seat: int, edge: int, how: How, cost: Bundle | None) -> Sequence[Built]:
    built = RouteBuilt(seat, state.board.edges[edge], how, state.routes_left[seat] - 1, cost)
    after = evolve(state, built)
    paid = gold.connection(after, edge)  # checked for each route, also a free one (ME-GOLD-8, ME-BUILD-12)
    if isinstance(paid, gold.ChainChoiceDemanded):
        return [built, paid]
    more = grant_free_routes(after, seat, edge if _opens_arrow(state, how) else OFF)
    return [built, *more] if paid is None else [built, paid, *more]


def _opens_arrow(state: State, how: How) -> bool:
    """Return whether a route that is placed in this way grants the free route of its edge's double arrow. Every route
    does (ME-BUILD-12). Before rules version 1, the free route of another double arrow did not (ME-RULING-24).
    """
    return state.rules.since(1) or how != "double_arrow"


def free_route_edges(state: State, seat: int) -> list[int]:
    """Return the edges for the free route: next to the network if a card grants it (ME-CARD-9), or next to the double
    arrow (ME-BUILD-11).
    """
    at = state.pending.grant
    if at == CARD:
        return network.growth(state, seat)
    return [edge for edge in state.board.adjacent[at] if not state.routes[edge]]


def grant_free_routes(state: State, seat: int, edge: int) -> Sequence[FreeRouteGranted | FreeRouteLapsed]:
    """Return the free routes that follow from a placed route. A double arrow comes first (ME-BUILD-11, ME-BOARD-7), if
    there is a route and an edge for it (ME-BUILD-12). The next route of a card comes later (ME-CARD-9).
    """
    board, left = state.board, state.pending.card_routes
    events: list[FreeRouteGranted | FreeRouteLapsed] = []
    if edge != OFF and board.double_arrow[edge]:
        if state.routes_left[seat] and not all([state.routes[other] for other in board.adjacent[edge]]):
            return [FreeRouteGranted(seat, board.edges[edge], 1)]
        events.append(FreeRouteLapsed(seat))
    if left:
        more = FreeRouteGranted(seat, None, left) if network.can_grow(state, seat) else FreeRouteLapsed(seat)
        events.append(more)
    return events


Events: TypeAlias = RouteBuilt | FreeRouteGranted | FreeRouteDeclined | FreeRouteLapsed


def evolve(state: State, event: Events) -> State:
    pending = state.pending
    match event:
        case RouteBuilt():
            return _evolve_built(state, event)
        case FreeRouteGranted():
            at = CARD if event.at is None else state.board.edge_at[event.at]
            left = event.count if event.at is None else pending.card_routes
            return changed(state, phase="free_route", pending=pending._replace(grant=at, card_routes=left))
        case FreeRouteDeclined():
            left = 0 if pending.grant == CARD else pending.card_routes
            pending = pending._replace(grant=NO_GRANT, card_routes=left)
            return changed(state, phase=resume(state), pending=pending)
        case FreeRouteLapsed():
            # a card's route that was waiting behind a double arrow is granted again, with its count
            return changed(state, pending=pending._replace(grant=NO_GRANT, card_routes=0))


def _evolve_built(state: State, event: RouteBuilt) -> State:
    seat, pending = event.seat, state.pending
    edge = state.board.edge_at[event.edge]
    after = working_copy(state) if event.cost is None else without_cards(state, seat, counts(event.cost))
    after.routes = put_byte(state.routes, edge, seat)
    after.routes_left = put(state.routes_left, seat, event.left)  # ME-PIECE-6
    if state.phase == "free_route":
        after.phase = resume(state)
    if event.how == "card":
        pending = pending._replace(card_routes=pending.card_routes - 1, must_place=False)
    after.pending = pending._replace(grant=NO_GRANT, built=edge if _opens_arrow(state, event.how) else OFF)
    return after
