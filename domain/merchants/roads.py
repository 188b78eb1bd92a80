"""The way of new routes that brings a caravan to the nearest post that takes a commodity."""

from collections import deque
from typing import NamedTuple

from domain.merchants.state import OFF, State
from domain.merchants.worth import goals


class Road(NamedTuple):
    """New routes to build, in this order, and how many steps the caravan then goes."""

    edges: tuple[int, ...]
    steps: int
    goal: int


def road(state: State, seat: int) -> Road | None:
    """Fewest new routes, then fewest steps, from where an own caravan stands: over routes of anybody, and over free
    edges wherever the own network reaches (ME-BUILD-9)."""
    wanted = goals(state, seat)
    return search(state, seat, wanted) if wanted else None


def search(state: State, seat: int, wanted: set[int]) -> Road | None:
    board, routes = state.game.board, state.routes
    own = own_places(state, seat)
    starts = [end for edge in state.caravans[seat] if edge != OFF for end in board.ends[edge]] or sorted(own)
    queue: deque[tuple[int, bool, tuple[int, ...], int]] = deque((place, place in own, (), 0) for place in starts)
    seen: set[tuple[int, bool]] = set()
    while queue:
        place, mine, built, steps = queue.popleft()
        if (place, mine) in seen or ((place, True) in seen and not mine):
            continue
        seen.add((place, mine))
        if place in wanted and (steps or built):
            return Road(built, steps, place)
        for edge, there in zip(board.edges_at[place], board.neighbours[place], strict=True):
            if routes[edge]:
                queue.appendleft((there, there in own or (mine and routes[edge] == seat), built, steps + 1))
            elif mine:
                queue.append((there, True, (*built, edge), steps + 1))
    return None


def own_places(state: State, seat: int) -> set[int]:
    """Intersections from which the seat may build."""
    board = state.game.board
    found = {board.place[site] for site, owner in enumerate(state.posts) if owner == seat}
    for edge, owner in enumerate(state.routes):
        if owner == seat:
            found.update(board.ends[edge])
    return found
