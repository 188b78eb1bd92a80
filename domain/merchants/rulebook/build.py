"""Building trade routes, and the free route of a double arrow (ME-BUILD-9 to -12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from kontor.domain.kernel.model import Doc
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Bundle, bundle, counts
from kontor.domain.merchants.rulebook import costs, gold, network
from kontor.domain.merchants.state import CARD, NO_GRANT, OFF, State, put, put_byte, resumed, without_cards
from kontor.domain.merchants.words import EdgeId, Seat

How: TypeAlias = Literal["paid", "double_arrow", "card"]


@dataclass(frozen=True, slots=True)
class BuildRoute:
    """Build a trade route at your network, for 1 ore and 1 lumber."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class PlaceFreeRoute:
    """Place the route that a double arrow or a card gives you."""

    edge: EdgeId


@dataclass(frozen=True, slots=True)
class DeclineFreeRoute:
    """Do without the free route."""


@dataclass(frozen=True, slots=True)
class RouteBuilt:
    seat: Seat
    edge: EdgeId
    how: How
    left: Annotated[int, Doc("routes left in the supply")]
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class FreeRouteGranted:
    """A free route may be placed: next to the edge `at` (double arrow) or anywhere at the network (null: a card)."""

    seat: Seat
    at: EdgeId | None
    count: Annotated[int, Doc("free routes still to come from this source, this one included")]


@dataclass(frozen=True, slots=True)
class FreeRouteDeclined:
    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeRouteLapsed:
    """No free edge or no route left for it (ME-RULING-24)."""

    seat: Seat


Built: TypeAlias = RouteBuilt | gold.SiteConnected | gold.ChainChoiceDemanded | FreeRouteGranted | FreeRouteLapsed


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
    if edge not in state.game.board.adjacent[at]:
        raise Violation(
            "ME-BUILD-11",
            "not_adjacent",
            "The free route must be adjacent to the one just built.",
            at=state.game.board.edges[at],
        )
    return _placed(state, seat, edge, "double_arrow", None)


def decide_decline(state: State, seat: int) -> Sequence[FreeRouteDeclined | FreeRouteGranted | FreeRouteLapsed]:
    if state.pending.grant == CARD and state.pending.must_place:
        raise Violation("ME-CARD-9", "must_place", "The first route of the card must be placed.")
    declined = FreeRouteDeclined(seat)
    return [declined, *granted(evolve(state, declined), seat, OFF)]


def decide_chain(
    state: State, seat: int, command: gold.ChooseChain
) -> Sequence[gold.SiteConnected | FreeRouteGranted | FreeRouteLapsed]:
    """The chain comes first, the double arrow of the same route after it."""
    return [gold.chosen(state, command), *granted(state, seat, state.pending.built)]


def _require_free(state: State, seat: int, name: str) -> int:
    edge = state.game.board.edge_at.get(name)
    if edge is None:
        raise Violation("ME-BUILD-9", "unknown_edge", "There is no such edge.", edge=name)
    if not state.supply[seat]:
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
    built = RouteBuilt(seat, state.game.board.edges[edge], how, state.supply[seat] - 1, cost)
    after = evolve(state, built)
    paid = gold.connection(after, edge)
    if isinstance(paid, gold.ChainChoiceDemanded):
        return [built, paid]
    # a free route of a double arrow gives no further one (ME-BUILD-12)
    more = granted(after, seat, OFF if how == "double_arrow" else edge)
    return [built, *more] if paid is None else [built, paid, *more]


def spots(state: State, seat: int) -> list[int]:
    """Where the free route that is owed may go."""
    at = state.pending.grant
    if at == CARD:
        return network.growth(state, seat)
    return [edge for edge in state.game.board.adjacent[at] if not state.routes[edge]]


def granted(state: State, seat: int, edge: int) -> Sequence[FreeRouteGranted | FreeRouteLapsed]:
    """What follows a route: the free one of its double arrow, then the next one of the card (ME-CARD-9)."""
    board, left = state.game.board, state.pending.card_routes
    events: list[FreeRouteGranted | FreeRouteLapsed] = []
    if edge != OFF and board.double_arrow[edge]:
        if state.supply[seat] and not all([state.routes[other] for other in board.adjacent[edge]]):
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
            at = CARD if event.at is None else state.game.board.edge_at[event.at]
            left = event.count if event.at is None else pending.card_routes
            return state._replace(phase="free_route", pending=pending._replace(grant=at, card_routes=left))
        case FreeRouteDeclined():
            left = 0 if pending.grant == CARD else pending.card_routes
            pending = pending._replace(grant=NO_GRANT, card_routes=left)
            return state._replace(phase=resumed(state), pending=pending)
        case FreeRouteLapsed():
            # if it was that of a double arrow, the next route of the card is granted anew with its count
            return state._replace(pending=pending._replace(grant=NO_GRANT, card_routes=0))


def _built(state: State, event: RouteBuilt) -> State:
    board, seat, pending = state.game.board, event.seat, state.pending
    edge = board.edge_at[event.edge]
    if event.cost is not None:
        state = without_cards(state, seat, counts(event.cost))
    if event.how == "card":
        pending = pending._replace(card_routes=pending.card_routes - 1, must_place=False)
    return state._replace(
        routes=put_byte(state.routes, edge, seat),
        supply=put(state.supply, seat, event.left),
        phase=resumed(state) if state.phase == "free_route" else state.phase,
        pending=pending._replace(grant=NO_GRANT, built=OFF if event.how == "double_arrow" else edge),
    )
