"""Estimate how many rounds a seat still needs to win, from its remaining costs and its income.

The seat buys missing cards with gold, or exchanges three cards for one. So gold and surplus cards count at the bank's
rates (ME-TRADE-7, ME-TRADE-9). These functions use only public facts and the seat's own hand.
"""

from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.bots.evaluation import PIPS, open_posts
from kontor.domain.merchants.goods import GRAIN, LUMBER, ORE, RESOURCES, SALT, WOOL
from kontor.domain.merchants.rulebook import bank, move_merchant
from kontor.domain.merchants.rulebook.network import own_intersections
from kontor.domain.merchants.state import NO_POST, OFF, State

FAR: Final = 2.0  # estimated new routes to a post that is not founded yet
TRIP: Final = 2.0  # estimated steps to such a post, in addition to the new routes
STEPS: Final = 1.8  # steps per salt on average: unused steps of a move are lost (ME-CARAVAN-2)
ROLLS: Final = 36
SEVENS: Final = 6
CHANGED: Final = 0.85  # share of gold and surplus cards that the seat can really exchange for missing cards
HIDDEN: Final = 1.3  # value of a development card, in missing cards
LATEST: Final = 60.0  # rounds
STRANDED: Final = 4  # additional steps for a path on which no caravan is: another caravan must be placed
DELIVERED, FOUNDED, BUILT = 0.6, 0.35, 0.12  # rounds that each remaining delivery, post and route costs


class Ways(NamedTuple):
    """An estimate of what a seat needs to reach one post for each of its commodities. `routes`: the number of new
    routes. `steps`: the number of caravan steps. `edges`: where the known new routes are built.
    """

    routes: float
    steps: float
    edges: tuple[int, ...]


# an entry of the search, fewest new routes first: new routes, steps, the place, whether the seat may build from here,
# routes built; a bare tuple, because thousands are created
Step: TypeAlias = tuple[int, int, int, bool, tuple[int, ...]]


class Prospect(NamedTuple):
    """The resources that a seat still needs to win, and its income of resources and gold per round."""

    demand: tuple[float, ...]
    rates: tuple[float, ...]
    gold: float


def rounds_left(state: State, seat: int) -> float:
    """Return how many rounds pass until the seat can have paid for everything that it needs to win."""
    if not state.to_deliver[seat]:
        return 0.0
    return rounds_for(prospect(state, seat), state.hands[seat], state.gold[seat], len(state.cards[seat]))


def cost_of_delay(state: State, seat: int) -> float:
    """Return the cost of delay, in rounds. Other seats may take a post, a site or an edge before this seat does."""
    routes = ways_to_posts(state, seat).routes
    return DELIVERED * state.to_deliver[seat] + FOUNDED * state.warehouse_posts[seat] + BUILT * routes


def rounds_for(need: Prospect, hand: tuple[float, ...], gold: float, cards: int = 0) -> float:
    """Return the number of rounds until a seat with this hand has all the resources that it needs. The surplus grows
    linearly between the moments at which a resource is complete, so only these moments are examined.
    """
    lacking = [asked - held for asked, held in zip(need.demand, hand, strict=True)]
    complete = [left / rate for left, rate in zip(lacking, need.rates, strict=True) if left > 0 and rate > 0]
    before = 0.0
    over = _left_over(need, lacking, gold, cards, before)
    for now in (*sorted(complete), LATEST) if over < 0 else ():
        then = _left_over(need, lacking, gold, cards, now)
        if then >= 0:
            return min(LATEST, before - over * (now - before) / (then - over))
        before, over = now, then
    return 0.0 if over >= 0 else LATEST


def _left_over(need: Prospect, lacking: Sequence[float], gold: float, cards: int, rounds: float) -> float:
    """Return the surplus of cards after this number of rounds. A negative number means that cards are missing."""
    missing = spare = 0.0
    for lack, rate in zip(lacking, need.rates, strict=True):
        left = lack - rate * rounds
        if left > 0:
            missing += left
        else:
            spare -= left
    coins = gold + need.gold * rounds
    return CHANGED * (coins / bank.PRICE + spare / bank.RATE) + HIDDEN * cards - missing


def prospect(state: State, seat: int) -> Prospect:
    ways = ways_to_posts(state, seat)
    demand = [0.0] * len(RESOURCES)
    founding = state.warehouse_posts[seat]
    walking = sum(place != OFF for place in state.merchants[seat])
    recruits = max(0, founding - walking)
    demand[WOOL] += recruits
    demand[GRAIN] += recruits + _grain(state, seat, founding)
    demand[LUMBER] += recruits + ways.routes
    demand[ORE] += ways.routes
    demand[SALT] += ways.steps / STEPS
    rates, gold = income_in_a_round(state.board, state.posts, state.numbers, seat, len(state.seats))
    return Prospect(tuple(demand), rates, gold)


def _grain(state: State, seat: int, founding: int) -> float:
    """Return the grain that the merchants need. For a merchant on the board, count the way to the nearest free site.
    For each other merchant, assume slightly more than one grain.
    """
    board, total, left = state.board, 0.0, founding
    for place in state.merchants[seat]:
        if place != OFF and left:
            far = board.distances(place)
            free = [far[board.place[site]] for site, owner in enumerate(state.posts) if owner == NO_POST]
            total += move_merchant.grain_for(max(1, min(free, default=3)))
            left -= 1
    return total + 1.2 * left


@lru_cache(maxsize=4096)
def income_in_a_round(
    board: Board, posts: bytes, numbers: bytes, seat: int, seats: int
) -> tuple[tuple[float, ...], float]:
    """Return the average number of cards of each resource, and of gold, that a seat gets in a round. A roll that brings
    no card brings gold, except a seven (ME-PROD-6).
    """
    ways, met = [0] * len(RESOURCES), 0
    for site, owner in enumerate(posts):
        if owner == seat:
            for hex_ in board.site_lands[site]:
                ways[board.resource[hex_]] += PIPS[numbers[hex_]]
                met |= 1 << numbers[hex_]
    paid = sum(pips for number, pips in enumerate(PIPS) if met >> number & 1)
    empty = max(0, ROLLS - SEVENS - paid)
    return tuple(seats * each / ROLLS for each in ways), seats * empty / ROLLS


# ---------------------------------------------------------------- ways to posts


def ways_to_posts(state: State, seat: int) -> Ways:
    """Estimate the routes and steps that the seat needs to reach one post for each of its commodities. The path to a
    post may begin anywhere on the paths to the posts before it.
    """
    standing = tuple(edge for edge in state.caravans[seat] if edge != OFF)
    return _ways(state.board, state.routes, state.posts, state.delivered_by, standing, seat, state.to_deliver[seat])


@lru_cache(maxsize=4096)
def _ways(
    board: Board, routes: bytes, posts: bytes, supplied: bytes, standing: tuple[int, ...], seat: int, wanted: int
) -> Ways:
    """Find the nearest posts one after the other. The nearest post needs the fewest new routes. Among equally near
    posts, it needs the fewest steps. The path to the next post may begin anywhere on the paths that were found before.
    New routes begin at the seat's own network (ME-BUILD-9)."""
    own = own_intersections(board, routes, posts, seat)
    goals = open_posts(board, posts, supplied, seat)
    near = {end for edge in standing for end in board.ends[edge]}
    queue: list[Step] = [(0, 0, place, place in own, ()) for place in near]
    queue += [(0, STRANDED, place, True, ()) for place in own - near]
    heapify(queue)
    seen: set[tuple[int, bool]] = set()
    built: set[int] = set()
    found, steps = 0, 0
    while queue and found < wanted:
        new, far, place, may_build, way = heappop(queue)
        if (place, True) in seen or (place, may_build) in seen:
            continue
        seen.add((place, may_build))
        if place in goals and far:
            goals.discard(place)
            found, steps = found + 1, steps + far
            built.update(way)
            # This path exists now. Search again from all its ends, because paths that begin there cost less.
            ends = {place, *(end for edge in way for end in board.ends[edge])}
            seen -= {(end, is_own) for end in ends for is_own in (False, True)}
            for end in ends:
                heappush(queue, (0, 0, end, may_build or bool(way), ()))
            continue
        for edge, there in zip(board.edges_at[place], board.neighbours[place], strict=True):
            if routes[edge] or edge in built:
                heappush(queue, (new, far + 1, there, there in own or (may_build and routes[edge] == seat), way))
            elif may_build:
                heappush(queue, (new + 1, far + 1, there, True, (*way, edge)))
    missing = wanted - found
    return Ways(len(built) + FAR * missing, steps + (FAR + TRIP) * missing, tuple(sorted(built)))
