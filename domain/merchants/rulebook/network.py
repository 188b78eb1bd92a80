"""The edges where a seat's network can grow, and the places that chains of routes connect (ME-BUILD-9, ME-BUILD-10,
ME-GOLD-1).
"""

from kontor.domain.merchants.boards.board import NO_SITE, Board
from kontor.domain.merchants.state import State


def own_sites(state: State, seat: int) -> list[int]:
    """Return the sites where the seat has a post."""
    return [site for site, owner in enumerate(state.posts) if owner == seat]


def own_intersections(board: Board, routes: bytes, posts: bytes, seat: int) -> set[int]:
    """Return the intersections at which a new route of the seat may begin: its posts and both ends of its routes
    (ME-BUILD-9).
    """
    found = {board.place[site] for site, owner in enumerate(posts) if owner == seat}
    edge = routes.find(seat)
    while edge >= 0:
        found.update(board.ends[edge])
        edge = routes.find(seat, edge + 1)
    return found


def touches(state: State, seat: int, edge: int) -> bool:
    """Return whether the edge touches a post or a route of the seat. Posts and routes of other seats do not matter
    (ME-BUILD-9, ME-BUILD-10).
    """
    board, routes, posts = state.board, state.routes, state.posts
    for other in board.adjacent[edge]:
        if routes[other] == seat:
            return True
    return any([posts[site] == seat for site in board.sites_by[edge]])


def growth(state: State, seat: int) -> list[int]:
    """Return the free edges where the seat may place a route, in ascending order (ME-BUILD-9)."""
    board, routes, posts = state.board, state.routes, state.posts
    found: set[int] = set()
    edge = routes.find(seat)
    while edge >= 0:
        found.update(board.adjacent[edge])
        edge = routes.find(seat, edge + 1)
    site = posts.find(seat)
    while site >= 0:
        found.update(board.site_edges[site])
        site = posts.find(seat, site + 1)
    return sorted([edge for edge in found if not routes[edge]])


def can_grow(state: State, seat: int) -> bool:
    """Return whether the seat has a route left, and a free edge where it may place this route (ME-PIECE-6)."""
    if not state.routes_left[seat]:
        return False
    board, routes = state.board, state.routes
    near = [board.site_edges[site] for site in own_sites(state, seat)]
    near += [board.adjacent[edge] for edge, owner in enumerate(routes) if owner == seat]
    return any(not routes[edge] for edges in near for edge in edges)


def reachable(board: Board, routes: bytes, start: int, without: int) -> set[int]:
    """Return the intersections that are connected to `start` by routes of any owner. The edge `without` is not used
    (ME-GOLD-1).
    """
    found = {start}
    queue = [start]
    for here in queue:
        for edge, there in zip(board.edges_at[here], board.neighbours[here], strict=True):
            if routes[edge] and edge != without and there not in found:
                found.add(there)
                queue.append(there)
    return found


def sites_in(board: Board, places: set[int]) -> list[int]:
    return sorted([board.site_of[place] for place in places if board.site_of[place] != NO_SITE])
