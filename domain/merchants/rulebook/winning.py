"""The end of the game: a seat delivers its last commodity, or no seat can make progress any more (ME-WIN)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.states import changed
from kontor.domain.merchants.rulebook import network
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.rulebook.place_caravan import caravan_edges
from kontor.domain.merchants.state import OFF, State
from kontor.domain.merchants.words import Seat


@dataclass(frozen=True, slots=True)
class Rank:
    """The place of a seat in the result.

    `rank`: 1 is the winner. Equal seats share a rank.
    `to_deliver`: the number of commodities that the seat had not delivered.
    """

    seat: Seat
    rank: int
    to_deliver: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """The seat has delivered all its commodities, and the game is over (ME-WIN-1).

    `ranking`: the place of each seat.
    """

    seat: Seat
    ranking: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class GameFrozen:
    """The game is over, because no player can build, found a post or deliver any more (ME-WIN-5).

    `ranking`: the place of each seat.
    """

    ranking: tuple[Rank, ...]


def ranking(seats: Sequence[int], to_deliver: Sequence[int]) -> tuple[Rank, ...]:
    """Return the ranks of the seats by the number of commodities that they have left. Seats with the same number share
    a rank (ME-WIN-4).
    """
    left = {seat: to_deliver[seat] for seat in seats}
    ranked = [Rank(seat, 1 + sum([n < left[seat] for n in left.values()]), left[seat]) for seat in seats]
    return tuple(sorted(ranked, key=lambda each: (each.rank, each.seat)))


def is_frozen(state: State) -> bool:
    """Return whether no seat can place a route, found a post or deliver a commodity any more, even with all resources
    (ME-WIN-5).
    """
    seats = state.seats
    if any([state.warehouse_posts[seat] for seat in seats]) or any(network.can_grow(state, seat) for seat in seats):
        return False
    return not any(_could_deliver(state, seat) for seat in seats)


def _could_deliver(state: State, seat: int) -> bool:
    """Return whether the seat could still deliver a commodity. It needs connected routes, at least two, that begin at a
    caravan or where a new caravan may be placed (ME-RULING-55).
    """
    starts = {edge for edge in state.caravans[seat] if edge != OFF} | set(caravan_edges(state, seat))
    while starts:
        joined = _network(state, starts.pop())
        starts -= joined  # the same routes can be reached from these starts
        # a caravan must enter a route to deliver there, and a single route cannot be entered (ME-DELIVER-6)
        if len(joined) > 1 and any(takes(state, seat, site) for edge in joined for site in state.board.sites_by[edge]):
            return True
    return False


def _network(state: State, start: int) -> set[int]:
    """Return all routes that are connected to the route `start`, including this route."""
    adjacent, routes = state.board.adjacent, state.routes
    joined = {start}
    queue = [start]
    for here in queue:
        fresh = [edge for edge in adjacent[here] if routes[edge] and edge not in joined]
        joined.update(fresh)
        queue.extend(fresh)
    return joined


Events: TypeAlias = GameWon | GameFrozen


def evolve(state: State, event: Events) -> State:
    """End the game. It has one winner (ME-WIN-1), or no winner if the game is frozen. There is no other end
    (ME-WIN-3).
    """
    return changed(state, phase="finished", winner=event.seat if isinstance(event, GameWon) else 0)
