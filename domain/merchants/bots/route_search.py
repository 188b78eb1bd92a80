"""The way of new routes that brings a caravan to the nearest post that takes a commodity."""

from heapq import heappop, heappush
from typing import Final, NamedTuple

from kontor.domain.merchants.bots.evaluation import goals
from kontor.domain.merchants.state import OFF, State

NEW: Final = 4  # steps that a new route is worth


class Way(NamedTuple):
    """Where the search has come; `mine`: the seat may build from here."""

    cost: int
    place: int
    mine: bool
    built: tuple[int, ...]
    steps: int


class Road(NamedTuple):
    """New routes to build, in this order, and how many steps the caravan then goes."""

    edges: tuple[int, ...]
    steps: int
    goal: int


def road(state: State, seat: int) -> Road | None:
    """The cheapest way from where an own caravan stands: over routes of anybody, and over free edges wherever the own
    network reaches (ME-BUILD-9). A new route counts as much as some steps."""
    wanted = goals(state, seat)
    if not wanted:
        return None
    board, routes = state.game.board, state.routes
    own = own_places(state, seat)
    starts = [end for edge in state.caravans[seat] if edge != OFF for end in board.ends[edge]] or sorted(own)
    queue: list[Way] = [Way(0, place, place in own, (), 0) for place in sorted(set(starts))]
    seen: set[tuple[int, bool]] = set()
    while queue:
        way = heappop(queue)
        if (way.place, way.mine) in seen or (way.place, True) in seen:
            continue
        seen.add((way.place, way.mine))
        if way.place in wanted and way.steps:
            return Road(way.built, way.steps, way.place)
        for edge, there in zip(board.edges_at[way.place], board.neighbours[way.place], strict=True):
            if routes[edge]:
                heappush(queue, Way(way.cost + 1, there, there in own, way.built, way.steps + 1))
            elif way.mine:
                heappush(queue, Way(way.cost + 1 + NEW, there, True, (*way.built, edge), way.steps + 1))
    return None


def own_places(state: State, seat: int) -> set[int]:
    """Intersections from which the seat may build."""
    board = state.game.board
    found = {board.place[site] for site, owner in enumerate(state.posts) if owner == seat}
    for edge, owner in enumerate(state.routes):
        if owner == seat:
            found.update(board.ends[edge])
    return found
