"""Find the new routes that bring a caravan to the nearest post that accepts a commodity (ME-BUILD-9, ME-DELIVER-1)."""

from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.bots.evaluation import open_posts
from kontor.domain.merchants.rulebook import place_caravan
from kontor.domain.merchants.rulebook.network import own_intersections
from kontor.domain.merchants.state import OFF, State

NEW_ROUTE: Final = 4  # cost of a new route, in steps
NEW_CARAVAN: Final = 7  # cost of a second caravan, in steps


UNREACHED: Final = 255


# an entry of the search, cheapest first: cost, the place, whether the seat may build from here, routes built, steps,
# where a new caravan is placed; a bare tuple, because thousands are created
Partial: TypeAlias = tuple[int, int, bool, tuple[int, ...], int, int]


class RoutePlan(NamedTuple):
    """The new routes to build, in this order, and the steps of the caravan. `goal`: the intersection of the post.
    `caravan`: the route at which a new caravan is placed, if the plan needs one.
    """

    edges: tuple[int, ...]
    steps: int
    goal: int
    caravan: int = OFF


def route_plan(state: State, seat: int) -> RoutePlan | None:
    """Return the cheapest plan that brings one of the seat's caravans to a post. The path uses routes of any seat, and
    free edges next to the seat's network. A new route and a second caravan cost as much as a fixed number of steps.
    """
    starts = tuple(
        edge
        for piece, at in enumerate(state.caravans[seat])
        if at == OFF
        for edge in place_caravan.caravan_starts(state, seat, piece)
    )
    standing = tuple(edge for edge in state.caravans[seat] if edge != OFF)
    return _plan(state.board, state.routes, state.posts, state.delivered_by, standing, starts, seat)


@lru_cache(maxsize=2048)
def _plan(
    board: Board,
    routes: bytes,
    posts: bytes,
    supplied: bytes,
    standing: tuple[int, ...],
    starts: tuple[int, ...],
    seat: int,
) -> RoutePlan | None:
    """Return the cheapest plan, or None if no post can be reached. The plan is cached, because most decisions of a turn
    do not change it.
    """
    goals = open_posts(board, posts, supplied, seat)
    if not goals:
        return None
    own = own_intersections(board, routes, posts, seat)
    places = {end for edge in standing for end in board.ends[edge]} or own
    queue: list[Partial] = [(0, place, place in own, (), 0, OFF) for place in sorted(places)]
    queue += [(NEW_CARAVAN, end, True, (), 0, edge) for edge in starts for end in board.ends[edge]]
    heapify(queue)
    seen: set[tuple[int, bool]] = set()
    while queue:
        cost, place, may_build, built, steps, placed = heappop(queue)
        if (place, may_build) in seen or (place, True) in seen:
            continue
        seen.add((place, may_build))
        if place in goals and steps:
            return RoutePlan(built, steps, place, placed)
        for edge, there in zip(board.edges_at[place], board.neighbours[place], strict=True):
            if (there, True) in seen:
                continue
            if routes[edge]:
                heappush(queue, (cost + 1, there, there in own, built, steps + 1, placed))
            elif may_build:
                heappush(queue, (cost + 1 + NEW_ROUTE, there, True, (*built, edge), steps + 1, placed))
    return None


@lru_cache(maxsize=2048)
def steps_to_delivery(board: Board, routes: bytes, posts: bytes, supplied: bytes, seat: int) -> bytes:
    """Return, for each route, the number of steps to the nearest route at which the seat could deliver a commodity.
    Fees and other caravans are ignored, so no actual path is shorter.
    """
    goals = open_posts(board, posts, supplied, seat)
    near = [edge for edge, ends in enumerate(board.ends) if routes[edge] and not goals.isdisjoint(ends)]
    steps = [UNREACHED] * len(board.edges)
    for edge in near:
        steps[edge] = 0
    for edge in near:
        for other in board.adjacent[edge]:
            if routes[other] and steps[other] == UNREACHED:
                steps[other] = min(steps[edge] + 1, UNREACHED - 1)
                near.append(other)
    return bytes(steps)
