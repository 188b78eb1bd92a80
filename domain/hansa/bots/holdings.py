"""What a seat holds, in points: what it would score now, and what its offices and abilities will bring.

All of it changes only when a route is established or a marker is used, so that many positions of a search share it:
what is said of a case is kept.
"""

from functools import lru_cache
from typing import NamedTuple

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.bots.weights import KINDS, Weights, tracks
from kontor.domain.hansa.rulebook.control import controller_of, presence_of
from kontor.domain.hansa.rulebook.link import POINTS as LINK_POINTS
from kontor.domain.hansa.rulebook.scoring import MARKER_POINTS
from kontor.domain.hansa.state import State, Taken, piece_of
from kontor.domain.hansa.words import FULL, KEYS, MERCHANT, TRADER, VALUES, MarkerKind, Tile

FEWEST = 4  # the longest routes have four posts


class Case(NamedTuple):
    """All that `settled` depends on: many positions of a search share it, so that what is said of it is kept."""

    weights: Weights
    board: Board
    seat: int
    ahead: float
    offices: tuple[bytes, ...]
    extras: tuple[bytes, ...]
    levels: tuple[int, ...]
    unused: tuple[MarkerKind, ...]
    owned: int
    specials: tuple[Taken, ...]
    tiles: tuple[Tile, ...]
    mission: int
    links: tuple[int, ...]
    at_route: tuple[int, ...]
    kinds: tuple[MarkerKind, ...]
    free: int  # pieces that are not in offices or on the desk


def case_of(state: State, seat: int, ahead: float, weights: Weights) -> Case:
    unused = tuple(state.kinds[number - 1] for number in state.unused[seat])
    return Case(
        weights,
        state.board,
        seat,
        ahead,
        state.offices,
        state.extras,
        state.levels[seat],
        unused,
        len(unused) + len(state.spent[seat]),
        state.specials,
        state.tiles[seat],
        state.missions[seat] if state.missions else 0,
        state.links,
        state.at_route,
        state.kinds,
        free_pieces(state, seat),
    )


def free_pieces(state: State, seat: int) -> int:
    waiting = state.displaced
    number = sum(state.supply[seat]) + sum(state.stock[seat]) + (sum(state.hand) if state.active == seat else 0)
    number += state.posts.count(piece_of(seat, TRADER)) + state.posts.count(piece_of(seat, MERCHANT))
    return number + (waiting is not None and waiting.in_hand and waiting.owner == seat)


@lru_cache(maxsize=1 << 14)
def settled(case: Case) -> float:
    """What the seat would score now besides the track (HT-SCORE), and what its offices and abilities will bring."""
    weights, ahead = case.weights, case.ahead
    markers = weights.markers if ahead else MARKER_POINTS
    total = float(markers[min(case.owned, len(markers) - 1)])
    total += ahead * sum(weights.uses[KINDS.index(kind)] for kind in case.unused)
    total += ahead * weights.tile * len(case.tiles)
    total += sum(
        points for (points, _), taken in zip(case.board.specials, case.specials, strict=True) if taken.seat == case.seat
    )
    total += sum(ability_worth(case, ability, level) for ability, level in enumerate(case.levels))
    total -= sum(shortages(weights, ahead)[case.free :])
    return total + held(case, case.offices, case.extras, VALUES[KEYS][case.levels[KEYS]])


@lru_cache(maxsize=1 << 8)
def shortages(weights: Weights, ahead: float) -> tuple[float, ...]:
    """What the lack of the first, second, … free piece costs. Without the last few nothing can be established."""
    if not ahead:
        return ()
    return tuple(
        max(each * keenness(ahead), weights.last if n < FEWEST else 0.0) for n, each in enumerate(weights.free)
    )


def keenness(ahead: float) -> float:
    """Pieces lose their worth towards the end."""
    return min(1.0, 0.3 + 4 * ahead) if ahead else 0.0


def ability_worth(case: Case, ability: int, level: int) -> float:
    full = 7 if "ability_prestige" in case.tiles else 4
    reached = full if ability != KEYS and level == FULL[ability] else 0
    return reached + case.ahead * tracks(case.weights)[ability][level]


def held(case: Case, offices: tuple[bytes, ...], extras: tuple[bytes, ...], keys: int) -> float:
    """What these offices bring: control, network, a way to the link, a mission."""
    controlled, network, missing = grip(case.board, offices, extras, case.seat)
    weights, ahead = case.weights, case.ahead
    total = controlled * ((4 if "city_prestige" in case.tiles else 2) + weights.control * ahead)
    total += network * (keys + weights.office * ahead)
    if case.seat not in case.links and len(case.links) < len(LINK_POINTS) and missing < len(weights.link):
        total += LINK_POINTS[len(case.links)] * weights.link[missing] * min(1.0, 2 * ahead) if missing else 0
    if case.mission:
        card = case.board.missions[case.mission - 1]
        total += sum(presence_of(extras[city] + offices[city], case.seat) > 0 for city in card) * (1 + ahead)
        total += 5 * all(controller_of(extras[city] + offices[city]) == case.seat for city in card)
    return total


class Grip(NamedTuple):
    controlled: int
    network: int  # offices of the largest network
    missing: int  # cities to the east-west link


@lru_cache(maxsize=1 << 15)
def grip(board: Board, offices: tuple[bytes, ...], extras: tuple[bytes, ...], seat: int) -> Grip:
    """What the seat holds of the cities."""
    controlled = 0
    held: dict[int, int] = {}
    for city, row in enumerate(offices):
        whole = extras[city] + row
        here = presence_of(whole, seat)
        if here:
            held[city] = here
            controlled += controller_of(whole) == seat
    best = 0
    rest = set(held)
    while rest:
        network, edge = set[int](), [rest.pop()]
        while edge:
            city = edge.pop()
            network.add(city)
            near = rest.intersection(board.cities[city].neighbours)
            rest -= near
            edge.extend(near)
        best = max(best, sum(held[city] for city in network))
    return Grip(controlled, best, _missing(board, held))


def _missing(board: Board, held: dict[int, int]) -> int:
    """How many cities are missing on the cheapest chain between the link cities."""
    start, goal = board.link
    cost = {start: int(start not in held)}
    edge = [start]
    while edge:
        following: list[int] = []
        for city in edge:
            for near in board.cities[city].neighbours:
                reached = cost[city] + (near not in held)
                if reached < cost.get(near, 99):
                    cost[near] = reached
                    following.append(near)
        edge = following
    return cost.get(goal, 99)
