"""Building trade routes, and the free route of a double arrow (ME-BUILD-9 to -12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.states import changed, put, put_byte, working_copy
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import costs, gold, network
from kontor.domain.merchants.state import CARD, NO_GRANT, OFF, State, resumed, without_cards
from kontor.domain.merchants.words import EdgeId, Seat

How: TypeAlias = Literal["paid", "double_arrow", "card"]


@dataclass(frozen=True, slots=True)
class BuildRoute:
    """Build a trade route at your network, for 1 ore and 1 lumber (ME-BUILD-1, ME-BUILD-9)."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class PlaceFreeRoute:
    """Place the route that a double arrow or a card gives you (ME-BUILD-11, ME-CARD-9)."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class DeclineFreeRoute:
    """Do without the free route of a double arrow, or the second one of a card (ME-BUILD-11, ME-CARD-9)."""


@dataclass(frozen=True, slots=True)
class RouteBuilt:
    """A route lies on the edge, paid or free; `left` are still in the seat's supply (ME-BUILD-9, ME-BUILD-11)."""

    seat: Seat
    edge: EdgeId
    how: How
    left: Annotated[int, Doc("routes left in the supply")]
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class FreeRouteGranted:
    """A free route may be placed: next to the edge `at` (double arrow) or anywhere at the network (null: a card)
    (ME-BUILD-11, ME-CARD-9)."""

    seat: Seat
    at: EdgeId | None
    count: Annotated[int, Doc("free routes still to come from this source, this one included")]


@dataclass(frozen=True, slots=True)
class FreeRouteDeclined:
    """The seat did without the free route (ME-BUILD-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeRouteLapsed:
    """A free route lapsed: there was no free edge for it, or no route left (ME-BUILD-12, ME-RULING-24)."""

    seat: Seat


Built: TypeAlias = RouteBuilt | gold.SiteConnected | gold.ChainChoiceDemanded | FreeRouteGranted | FreeRouteLapsed


def buildable_edges(state: State, seat: int) -> list[int]:
    """The edges on which the seat can build a route now and pay for it (ME-BUILD-1, ME-BUILD-9, ME-PIECE-6)."""
    if not state.routes_left[seat] or not costs.can_pay(state, seat, costs.ROUTE):
        return []
    return network.growth(state, seat)


def decide_build(state: State, seat: int, command: BuildRoute) -> Sequence[Built]:
    edge = _require_free(state, seat, command.edge)
    _require_network(state, seat, edge)
    costs.require(state, seat, costs.ROUTE)
    return _placed(state, seat, edge, "paid", bundle(costs.ROUTE))


def decide_free(state: State, seat: int, command: PlaceFreeRoute) -> Sequence[Built]:
    edge = _require_free(state, seat, command.edge)
    at = state.pending.grant
    if at == CARD:
        _require_network(state, seat, edge)
        return _placed(state, seat, edge, "card", None)
    if edge not in state.board.adjacent[at]:
        raise Violation(
            "ME-BUILD-11",
            "not_adjacent",
            "The free route must be adjacent to the one just built.",
            at=state.board.edges[at],
        )
    return _placed(state, seat, edge, "double_arrow", None)


def must_place(state: State) -> bool:
    """Whether the free route cannot be declined: the first one of a card (ME-CARD-9)."""
    return state.pending.grant == CARD and state.pending.must_place


def decide_decline(state: State, seat: int) -> Sequence[FreeRouteDeclined | FreeRouteGranted | FreeRouteLapsed]:
    if must_place(state):
        raise Violation("ME-CARD-9", "must_place", "The first route of the card must be placed.")
    declined = FreeRouteDeclined(seat)
    return [declined, *granted(evolve(state, declined), seat, OFF)]


def decide_chain(
    state: State, seat: int, command: gold.ChooseChain
) -> Sequence[gold.SiteConnected | FreeRouteGranted | FreeRouteLapsed]:
    """Pay the chosen chain. The double arrow of the same route comes after it."""
    return [gold.decide(state, command), *granted(state, seat, state.pending.built)]


def _require_free(state: State, seat: int, name: str) -> int:
    edge = state.board.edge_at.get(name)
    if edge is None:
        raise Violation("ME-BUILD-9", "unknown_edge", "There is no such edge.", edge=name)
    if not state.routes_left[seat]:
        raise Violation("ME-PIECE-6", "no_routes_left", "All your routes are on the board.")
    if state.routes[edge]:
        raise Violation("ME-BUILD-9", "edge_occupied", "A route is there already; choose a free edge.", edge=name)
    return edge


def _require_network(state: State, seat: int, edge: int) -> None:
    if not network.touches(state, seat, edge):
        raise Violation(
            "ME-BUILD-9", "not_adjacent", "A route must touch one of your posts or be adjacent to one of your routes."
        )


def _placed(state: State, seat: int, edge: int, how: How, cost: Bundle | None) -> Sequence[Built]:
    built = RouteBuilt(seat, state.board.edges[edge], how, state.routes_left[seat] - 1, cost)
    after = evolve(state, built)
    paid = gold.connection(after, edge)  # each route by itself, free ones too (ME-GOLD-8, ME-BUILD-12)
    if isinstance(paid, gold.ChainChoiceDemanded):
        return [built, paid]
    more = granted(after, seat, edge if _opens_arrow(state, how) else OFF)
    return [built, *more] if paid is None else [built, paid, *more]


def _opens_arrow(state: State, how: How) -> bool:
    """Return whether a route that is placed this way opens the double arrow of its edge: every route does
    (ME-BUILD-12). Until version 1 the free route of another double arrow did not (ME-RULING-24).
    """
    return state.rules.since(1) or how != "double_arrow"


def free_route_edges(state: State, seat: int) -> list[int]:
    """The edges for the granted free route: at the network (ME-CARD-9), or next to the arrow (ME-BUILD-11)."""
    at = state.pending.grant
    if at == CARD:
        return network.growth(state, seat)
    return [edge for edge in state.board.adjacent[at] if not state.routes[edge]]


def granted(state: State, seat: int, edge: int) -> Sequence[FreeRouteGranted | FreeRouteLapsed]:
    """The free routes after a route: that of its double arrow (ME-BUILD-11, ME-BOARD-7), which needs a route and an
    edge (ME-BUILD-12), then the next one of the card (ME-CARD-9)."""
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
            return _built(state, event)
        case FreeRouteGranted():
            at = CARD if event.at is None else state.board.edge_at[event.at]
            left = event.count if event.at is None else pending.card_routes
            return changed(state, phase="free_route", pending=pending._replace(grant=at, card_routes=left))
        case FreeRouteDeclined():
            left = 0 if pending.grant == CARD else pending.card_routes
            pending = pending._replace(grant=NO_GRANT, card_routes=left)
            return changed(state, phase=resumed(state), pending=pending)
        case FreeRouteLapsed():
            # if it was that of a double arrow, the next route of the card is granted again with its count
            return changed(state, pending=pending._replace(grant=NO_GRANT, card_routes=0))


def _built(state: State, event: RouteBuilt) -> State:
    seat, pending = event.seat, state.pending
    edge = state.board.edge_at[event.edge]
    after = working_copy(state) if event.cost is None else without_cards(state, seat, counts(event.cost))
    after.routes = put_byte(state.routes, edge, seat)
    after.routes_left = put(state.routes_left, seat, event.left)  # ME-PIECE-6
    if state.phase == "free_route":
        after.phase = resumed(state)
    if event.how == "card":
        pending = pending._replace(card_routes=pending.card_routes - 1, must_place=False)
    after.pending = pending._replace(grant=NO_GRANT, built=edge if _opens_arrow(state, event.how) else OFF)
    return after
