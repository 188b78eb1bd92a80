"""Move caravans along routes, pay fees, and deliver commodities on the way (ME-CARAVAN)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from kontor.domain.kernel.model import Doc, Size
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import CARDS_EACH, SALT, Bundle, bundle, counts, only
from kontor.domain.merchants.rulebook import costs, deliver, winning
from kontor.domain.merchants.rulebook.place_caravan import has_room
from kontor.domain.merchants.rulebook.posts import require_site
from kontor.domain.merchants.state import OFF, State, without_cards
from kontor.domain.merchants.words import PIECE, CaravanId, EdgeId, Seat, SiteId

STEPS_PER_SALT: Final = 3  # ME-CARAVAN-2
LONGEST: Final = STEPS_PER_SALT * CARDS_EACH


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a caravan onto a route, and the posts at this route that get a commodity."""

    edge: EdgeId
    deliver: Annotated[tuple[SiteId, ...], Size(1, 2)] | None = None


Path: TypeAlias = Annotated[
    tuple[Step, ...], Size(1, LONGEST), Doc("the steps of the caravan, each to an adjacent route")
]


@dataclass(frozen=True, slots=True)
class MoveCaravan:
    """Move a caravan along routes, up to three steps for each salt, and deliver commodities on the way (ME-CARAVAN-1,
    ME-CARAVAN-2, ME-DELIVER-1).
    """

    caravan: CaravanId
    path: Path


@dataclass(frozen=True, slots=True)
class CaravanDeparted:
    """A caravan leaves its route. The seat has paid the salt for at most `steps` steps (ME-CARAVAN-2).

    `salt`: how many salt cards the seat paid.
    `steps`: how many steps the caravan may move.
    """

    seat: Seat
    caravan: CaravanId
    from_: EdgeId
    salt: int
    steps: int
    cost: Bundle | None = None


@dataclass(frozen=True, slots=True)
class TollPaid:
    """A seat paid the fee to the owner of a route that its caravan uses. A caravan pays each owner once in a turn
    (ME-CARAVAN-5, ME-CARAVAN-6).

    `gold`: the fee.
    """

    from_seat: Seat
    to_seat: Seat
    caravan: CaravanId
    edge: EdgeId
    gold: int


@dataclass(frozen=True, slots=True)
class CaravanStepped:
    """The caravan moved to the next route (ME-CARAVAN-1)."""

    seat: Seat
    caravan: CaravanId
    edge: EdgeId


@dataclass(frozen=True, slots=True)
class CaravanArrived:
    """The caravan ended its move at this route (ME-CARAVAN-3)."""

    seat: Seat
    caravan: CaravanId
    edge: EdgeId


Travel: TypeAlias = (
    CaravanDeparted | TollPaid | CaravanStepped | CaravanArrived | deliver.CommodityDelivered | winning.GameWon
)


def reach(state: State, seat: int) -> int:
    """Return the number of steps that all salt in the seat's hand would pay for (ME-CARAVAN-2)."""
    return STEPS_PER_SALT * state.hands[seat][SALT]


def salt_for(steps: int) -> int:
    """Return the number of salt cards that a caravan's move of `steps` steps costs (ME-CARAVAN-2)."""
    return -(-steps // STEPS_PER_SALT)


def decide(state: State, seat: int, command: MoveCaravan) -> Sequence[Travel]:
    """Move the caravan. Each move is paid separately: its salt cannot be used for another caravan (ME-CARAVAN-4)."""
    cost = only(SALT, salt_for(len(command.path)))  # all steps are paid, also the steps after the win (ME-RULING-33)
    costs.require(state, seat, cost)
    return travel(state, seat, command.caravan, command.path, bundle(cost))


def owes_toll(state: State, seat: int, piece: int, owner: int) -> bool:
    """Return whether this caravan must pay a fee to the owner of a route. Each caravan pays each owner once in a turn
    (ME-CARAVAN-5, ME-CARAVAN-6), unless a card waives the fees (ME-CARD-14).
    """
    return owner != seat and not state.tolls_waived and (piece, owner) not in state.tolls_paid


def travel(state: State, seat: int, caravan: CaravanId, path: Sequence[Step], cost: Bundle | None) -> Sequence[Travel]:
    """Return the events of the whole move. Each step consists of the fee (ME-CARAVAN-8), the step and its deliveries
    (ME-DELIVER-6). Deliveries cost nothing and are not steps (ME-DELIVER-5). The move is accepted or refused as a whole
    (ME-RULING-33).
    """
    board, piece = state.board, PIECE[caravan]
    at = state.caravans[seat][piece]
    if at == OFF:
        raise Violation("ME-CARAVAN-1", "unknown_piece", "This caravan is in your supply. Place it first.")
    salt = 0 if cost is None else cost.salt or 0
    events: list[Travel] = [CaravanDeparted(seat, caravan, board.edges[at], salt, len(path), cost)]
    edges = [_known_step(state, step) for step in path]
    free, left, gold = state.free_commodities[seat], state.to_deliver[seat], state.gold[seat]
    paid: set[int] = set()
    done: set[int] = set()
    for step, edge in zip(path, edges, strict=True):
        owner = _require_step(state, at, edge)  # the route that is left costs nothing (ME-CARAVAN-7)
        if owner not in paid and owes_toll(state, seat, piece, owner):
            gold -= 1
            if gold < 0:
                raise Violation(
                    "ME-CARAVAN-8", "cannot_pay", f"You need 1 gold for seat {owner}, which owns the route.", to=owner
                )
            paid.add(owner)
            events.append(TollPaid(seat, owner, caravan, step.edge, 1))
        events.append(CaravanStepped(seat, caravan, step.edge))
        for before, name in enumerate(step.deliver or ()):
            deliver.require_within_step(state, before, name)
            site = deliver.require(state, seat, edge, name, free, done)
            done.add(site)
            free, left = free - 1, left - 1
            events.append(deliver.CommodityDelivered(seat, name, state.posts[site], free, left))
            if not left:  # the game is over at this moment, so later steps are not checked (ME-WIN-1, ME-WIN-2)
                ranking = winning.ranking(state.seats, put(state.to_deliver, seat, 0))
                return [*events, winning.GameWon(seat, ranking)]
        at = edge
    if not has_room(state, at, seat, piece):
        raise Violation(
            "ME-CARAVAN-3",
            "caravan_space",
            "There are already two caravans at this route. End the move at another route.",
        )
    return [*events, CaravanArrived(seat, caravan, board.edges[at])]


def _known_step(state: State, step: Step) -> int:
    edge = state.board.edge_at.get(step.edge)
    if edge is None:
        raise Violation("ME-CARAVAN-1", "unknown_edge", "There is no such edge.", edge=step.edge)
    for site in step.deliver or ():
        require_site(state.board, site, "ME-DELIVER-1")
    return edge


def _require_step(state: State, at: int, edge: int) -> int:
    """Return the owner of the route that the caravan enters. The caravan may go back to the route that it just left
    (ME-CARAVAN-1, ME-CARAVAN-9).
    """
    board, owner = state.board, state.routes[edge]
    if not owner:
        raise Violation(
            "ME-CARAVAN-1",
            "no_route",
            "A caravan can move only along routes. There is no route on this edge.",
            edge=board.edges[edge],
        )
    if edge not in board.adjacent[at]:
        raise Violation(
            "ME-CARAVAN-1", "not_adjacent", "Each step must lead to an adjacent route.", edge=board.edges[edge]
        )
    return owner


Events: TypeAlias = CaravanDeparted | TollPaid | CaravanStepped | CaravanArrived


def evolve(state: State, event: Events) -> State:
    match event:
        case CaravanStepped():
            piece = put(state.caravans[event.seat], PIECE[event.caravan], state.board.edge_at[event.edge])
            return changed(state, caravans=put(state.caravans, event.seat, piece))
        case CaravanDeparted():
            return state if event.cost is None else without_cards(state, event.seat, counts(event.cost))
        case TollPaid():
            gold = put(state.gold, event.from_seat, state.gold[event.from_seat] - event.gold)
            gold = put(gold, event.to_seat, gold[event.to_seat] + event.gold)
            return changed(state, gold=gold, tolls_paid=state.tolls_paid | {(PIECE[event.caravan], event.to_seat)})
        case CaravanArrived():
            return state
