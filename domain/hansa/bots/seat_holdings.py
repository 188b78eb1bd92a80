"""The value of a seat's holdings, in points: its current score, and what its offices and abilities will bring. Only
bots use this. Holdings change only when a route is established or a marker is used. Many positions of a search have the
same holdings, so the results are cached."""

from functools import lru_cache
from typing import NamedTuple

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.bots.weights import KINDS, Weights, tracks
from kontor.domain.hansa.marker_effects import printed_like
from kontor.domain.hansa.rulebook import missions
from kontor.domain.hansa.rulebook.control import controller_of, presence_of
from kontor.domain.hansa.rulebook.link import POINTS as LINK_POINTS
from kontor.domain.hansa.rulebook.network import networks
from kontor.domain.hansa.rulebook.scoring import MARKER_POINTS, ability_points, brings_points, city_points
from kontor.domain.hansa.state import State, Taken, piece_of
from kontor.domain.hansa.words import KEYS, MERCHANT, TRADER, VALUES, MarkerKind, Tile

FEWEST = 4  # the longest routes have four posts


class Holdings(NamedTuple):
    """All values on which `holdings_value` depends. They are the key of its cache."""

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
    free: int  # pieces that are neither in offices nor on the desk


def holdings_of(state: State, seat: int, ahead: float, weights: Weights) -> Holdings:
    kinds = state.kinds
    if state.board.blanks:  # a blank marker has the value of the printed marker with the same effect
        kinds = tuple([printed_like(state.board.effects[kind]) for kind in kinds])
    unused = tuple(kinds[number - 1] for number in state.unused[seat])
    return Holdings(
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
        kinds,
        free_pieces(state, seat),
    )


def free_pieces(state: State, seat: int) -> int:
    waiting = state.displaced
    number = sum(state.supply[seat]) + sum(state.stock[seat]) + (sum(state.hand) if state.active == seat else 0)
    number += state.posts.count(piece_of(seat, TRADER)) + state.posts.count(piece_of(seat, MERCHANT))
    if waiting is not None and waiting.owner == seat:
        number += waiting.in_hand + sum(waiting.lifted)
    return number


@lru_cache(maxsize=1 << 10)
def holdings_value(holdings: Holdings) -> float:
    """Return the seat's current score without the prestige track (HT-SCORE), plus what its offices and abilities will
    bring."""
    weights, ahead = holdings.weights, holdings.ahead
    markers = weights.markers if ahead else MARKER_POINTS
    total = float(markers[min(holdings.owned, len(markers) - 1)])
    total += ahead * sum(weights.uses[KINDS.index(kind)] for kind in holdings.unused)
    total += ahead * weights.tile * len(holdings.tiles)
    total += sum(
        points
        for (points, _), taken in zip(holdings.board.specials, holdings.specials, strict=True)
        if taken.seat == holdings.seat
    )
    total += sum(ability_value(holdings, ability, level) for ability, level in enumerate(holdings.levels))
    total -= sum(shortages(weights, ahead)[holdings.free :])
    return total + offices_value(holdings, holdings.offices, holdings.extras, VALUES[KEYS][holdings.levels[KEYS]])


@lru_cache(maxsize=1 << 8)
def shortages(weights: Weights, ahead: float) -> tuple[float, ...]:
    """Return the cost of lacking the first, second, … free piece. A seat without its last few free pieces cannot
    establish a route."""
    if not ahead:
        return ()
    return tuple(
        max(each * piece_factor(ahead), weights.last if n < FEWEST else 0.0) for n, each in enumerate(weights.free)
    )


def piece_factor(ahead: float) -> float:
    """Return the factor by which the value of pieces decreases towards the end of the game."""
    return min(1.0, 0.3 + 4 * ahead) if ahead else 0.0


def ability_value(holdings: Holdings, ability: int, level: int) -> float:
    reached = ability_points(holdings.tiles)[0] if brings_points(ability, level) else 0
    return reached + holdings.ahead * tracks(holdings.weights)[ability][level]


def offices_value(holdings: Holdings, offices: tuple[bytes, ...], extras: tuple[bytes, ...], keys: int) -> float:
    """Return the value of the given offices for the seat: controlled cities, its network, progress of the east-west
    link, and its mission."""
    controlled, network, missing = city_holdings(holdings.board, offices, extras, holdings.seat)
    weights, ahead = holdings.weights, holdings.ahead
    total = controlled * (city_points(holdings.tiles)[0] + weights.control * ahead)
    total += network * (keys + weights.office * ahead)
    if holdings.seat not in holdings.links and len(holdings.links) < len(LINK_POINTS) and missing < len(weights.link):
        total += LINK_POINTS[len(holdings.links)] * weights.link[missing] * min(1.0, 2 * ahead) if missing else 0
    if holdings.mission:
        card = holdings.board.missions[holdings.mission - 1]
        total += sum(presence_of(extras[city] + offices[city], holdings.seat) > 0 for city in card) * (
            missions.CITY_POINTS + ahead
        )
        total += missions.CONTROL_POINTS * all(
            controller_of(extras[city] + offices[city]) == holdings.seat for city in card
        )
    return total


class CityHoldings(NamedTuple):
    controlled: int
    network: int  # offices of the largest network
    missing: int  # missing cities of the east-west link


@lru_cache(maxsize=1 << 12)
def city_holdings(board: Board, offices: tuple[bytes, ...], extras: tuple[bytes, ...], seat: int) -> CityHoldings:
    """Return how many cities the seat controls, the size of its largest network, and how many cities it lacks for the
    east-west link."""
    controlled = 0
    held: dict[int, int] = {}
    for city, row in enumerate(offices):
        whole = extras[city] + row
        here = presence_of(whole, seat)
        if here:
            held[city] = here
            controlled += controller_of(whole) == seat
    best = max((offices for offices, _ in networks(board, held)), default=0)
    return CityHoldings(controlled, best, _missing(board, frozenset(held)))


@lru_cache(maxsize=1 << 14)
def _missing(board: Board, held: frozenset[int]) -> int:
    """Return how many more cities a seat needs for the cheapest chain of offices between the two link cities."""
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
