"""What a position is worth to a seat, in points: what it has, and what it is about to get. For bots only, no rule.

The numbers are guesses that won games against other guesses (`kontor tournament`). What a route promises is the very
difference that `settled` will make once the route is established, less for each action it still takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import tanh
from operator import mul
from typing import NamedTuple

from domain.hansa import regions, turn
from domain.hansa.board import ENGLAND, Board
from domain.hansa.control import controller_of, presence_of
from domain.hansa.link import POINTS as LINK_POINTS
from domain.hansa.state import State, Taken, piece_of
from domain.hansa.words import BURSA, FULL, KEYS, MERCHANT, NEUTRAL, NOBODY, PRIVILEGIUM, TRADER, VALUES, Kind, Tile


@dataclass(frozen=True, slots=True, eq=False)  # one value, told by identity: part of the keys of caches
class Weights:
    """The taste of a bot. What is by level or by number is what that level will still bring, with the game ahead."""

    keys: tuple[float, ...] = (0.0, 4.0, 5.0, 8.0, 10.0)
    actiones: tuple[float, ...] = (0.0, 14.0, 16.0, 24.0, 25.0, 30.0)
    privilegium: tuple[float, ...] = (0.0, 4.0, 6.5, 8.5)
    liber_sophiae: tuple[float, ...] = (0.0, 2.0, 3.0, 4.0)
    bursa: tuple[float, ...] = (0.0, 4.0, 6.0, 7.5)
    markers: tuple[float, ...] = (0.0, 1.2, 2.4, 3.6, 5.0, 6.5, 8.3, 10.2, 12.5, 15.2, 18.0, 21.0)  # HT-SCORE-4
    uses: tuple[float, ...] = (2.0, 1.0, 0.8, 0.8, 4.0, 2.4, 3.2)  # in the order of KINDS
    tile: float = 6.0
    control: float = 2.0
    office: float = 1.2
    link: tuple[float, ...] = (1.0, 0.5, 0.25, 0.12, 0.05)  # by the number of cities that are missing
    supply: tuple[float, float] = (0.45, 0.2)  # each of the first pieces, each further one
    merchant: float = 0.3  # more than a trader, wherever it is
    stock: float = 0.1
    post: float = 0.3
    action: float = 0.8  # one that is left in this turn
    patience: float = 0.8  # what is left of a promise for each action it takes
    routes: tuple[float, ...] = (1.0, 0.6, 0.35, 0.2)  # the best promise, the second best, …
    returning: float = 0.9  # a displaced piece and each of its extras
    fee: float = 2.0  # displacing a trader; a merchant costs twice that
    abroad: float = 0.6  # a promise beyond a border
    best_rival: float = 0.5
    all_rivals: float = 0.2
    winning: float = 12.0


KINDS: tuple[Kind, ...] = (
    "extra_office",
    "swap_offices",
    "move_three",
    "remove_three",
    "develop_ability",
    "plus_three_actions",
    "plus_four_actions",
)
ENOUGH = 6  # pieces in the supply: the first ones count more
WEIGHTS = Weights()


def worth(state: State, seat: int, ahead: float, weights: Weights = WEIGHTS) -> float:
    """How well the seat stands against the others, with so much of the game (1 to 0) ahead."""
    over = state.phase == "finished"
    if over:
        ahead = 0.0
    mine = standing(state, seat, ahead, weights)
    others = [standing(state, other, ahead, weights) for other in state.seats if other != seat]
    best = max(others)
    nearness = 0.0 if over else left(state)
    if state.active == seat and not over:
        mine += weights.action * turn.actions_left(state)
    total = mine - weights.best_rival * best - weights.all_rivals * sum(others) / len(others)
    return total + weights.winning * tanh((mine - best) / (3 + 30 * nearness))


def left(state: State) -> float:
    """How much of the game lies ahead, from 1 to 0."""
    track = max(state.prestige[1:]) / 20
    cities = state.counter / state.board.limit
    pile = 1 - state.pile / max(1, len(state.kinds) - 3)
    return max(0.0, 1 - max(track, cities, 0.9 * pile))


def standing(state: State, seat: int, ahead: float, weights: Weights) -> float:
    """Points, prospects and pieces of a seat."""
    case = case_of(state, seat, ahead, weights)
    total = state.prestige[seat] + settled(case)
    if state.board.has_countries:
        total += _regional(state, seat)
    if state.phase == "finished":
        return total
    if state.displaced is not None and state.displaced.owner == seat:  # they come back to a post of the seat's choice
        total += weights.returning * (1 + state.displaced.extras)
    return total + min(1.0, 0.2 + 2 * ahead) * _pieces(state, seat, weights) + promised(state, seat, case)


# ---------------------------------------------------------------- what changes only when a route is established


class Case(NamedTuple):
    """All that `settled` depends on: many positions of a search share it, so that what is said of it is kept."""

    weights: Weights
    board: Board
    seat: int
    ahead: float
    offices: tuple[bytes, ...]
    extras: tuple[bytes, ...]
    levels: tuple[int, ...]
    unused: tuple[Kind, ...]
    owned: int
    specials: tuple[Taken, ...]
    tiles: tuple[Tile, ...]
    mission: int
    links: tuple[int, ...]
    at_route: tuple[int, ...]
    kinds: tuple[Kind, ...]


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
    )


@lru_cache(maxsize=1 << 14)
def settled(case: Case) -> float:
    """What the seat would score now besides the track (HT-SCORE), and what its offices and abilities will bring."""
    weights, ahead = case.weights, case.ahead
    total = weights.markers[min(case.owned, len(weights.markers) - 1)]
    total += ahead * sum(weights.uses[KINDS.index(kind)] for kind in case.unused)
    total += ahead * weights.tile * len(case.tiles)
    total += sum(
        points for (points, _), taken in zip(case.board.specials, case.specials, strict=True) if taken.seat == case.seat
    )
    total += sum(_ability(case, ability, level) for ability, level in enumerate(case.levels))
    return total + _held(case, case.offices, case.extras, VALUES[KEYS][case.levels[KEYS]])


def _ability(case: Case, ability: int, level: int) -> float:
    full = 7 if "ability_prestige" in case.tiles else 4
    reached = full if ability != KEYS and level == FULL[ability] else 0
    return reached + case.ahead * tracks(case.weights)[ability][level]


def tracks(weights: Weights) -> tuple[tuple[float, ...], ...]:
    """In the order of ABILITIES."""
    return (weights.keys, weights.actiones, weights.privilegium, weights.liber_sophiae, weights.bursa)


def _held(case: Case, offices: tuple[bytes, ...], extras: tuple[bytes, ...], keys: int) -> float:
    """What these offices bring: control, network, a way to the link, a mission."""
    controlled, network, joined, missing = grip(case.board, offices, extras, case.seat)
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
    joined: frozenset[int]  # its cities
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
    best, joined = 0, frozenset[int]()
    rest = set(held)
    while rest:
        network, edge = set[int](), [rest.pop()]
        while edge:
            city = edge.pop()
            network.add(city)
            near = rest.intersection(board.cities[city].neighbours)
            rest -= near
            edge.extend(near)
        size = sum(held[city] for city in network)
        if size > best:
            best, joined = size, frozenset(network)
    return Grip(controlled, best, joined, _missing(board, held))


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


def _regional(state: State, seat: int) -> int:
    return sum(
        points
        for country, _ in regions.scored(state)
        for owner, points, _ in regions.ranking(state, country)
        if owner == seat
    )


def _pieces(state: State, seat: int, weights: Weights) -> float:
    (traders, merchants), (kept, waiting) = state.supply[seat], state.stock[seat]
    number = traders + merchants
    first, further = weights.supply
    standing = state.posts.count(piece_of(seat, TRADER)), state.posts.count(piece_of(seat, MERCHANT))
    return (
        first * min(number, ENOUGH)
        + further * max(0, number - ENOUGH)
        + weights.merchant * (merchants + 0.5 * waiting + standing[1])
        + weights.stock * (kept + waiting)
        + weights.post * sum(standing)
    )


# ---------------------------------------------------------------- routes under way


def promised(state: State, seat: int, case: Case) -> float:
    """What the best routes promise: their gain, less for each action until it is there."""
    traders, merchants = state.supply[seat]
    sheet = _sheet(case, traders + merchants, merchants > 0, state.pawn)
    posts = state.posts
    found: list[float] = []
    for number, (span, known) in enumerate(zip(_spans(state.board), sheet, strict=True)):
        row = posts[span]
        promise = known.get(row)
        if promise is None:
            promise = known[row] = _promise(case, number, row, traders + merchants, merchants > 0, state.pawn)
        found.append(promise)
    found.sort(reverse=True)
    return sum(map(mul, case.weights.routes, found))


@lru_cache(maxsize=64)
def _spans(board: Board) -> tuple[slice, ...]:
    return tuple(slice(route.first, route.first + route.size) for route in board.routes)


@lru_cache(maxsize=1 << 12)
def _sheet(case: Case, supply: int, has_merchant: bool, pawn: int) -> tuple[dict[bytes, float], ...]:
    """By route: what its posts promise as they are occupied, noted down when it is first asked for."""
    return tuple({} for _ in case.board.routes)


def _promise(case: Case, number: int, row: bytes, supply: int, has_merchant: bool, pawn: int) -> float:
    weights, route = case.weights, case.board.routes[number]
    discs, lacking, foreign, dear = _tally(row, case.seat)
    gain = gains(case)[number][1 if discs or (has_merchant and lacking) else 0]
    gain -= weights.fee * (foreign + dear)
    if gain <= 0:
        return 0.0
    steps, needed = lacking + 1, lacking + foreign + dear
    if needed > supply:
        fetched = VALUES[BURSA][case.levels[BURSA]]
        steps += 1 + (needed - supply - 1) // fetched
    promise = gain * weights.patience**steps
    if route.country != ENGLAND and lacking:
        promise *= weights.abroad
    if pawn != NOBODY and number not in case.board.provinces[pawn].routes:
        promise *= weights.abroad
    return promise


@lru_cache(maxsize=1 << 12)
def _tally(row: bytes, seat: int) -> tuple[int, int, int, int]:
    """Of the posts of a route: own merchants, posts that lack an own piece, foreign pieces, merchants among them."""
    own, discs = row.count(piece_of(seat, TRADER)), row.count(piece_of(seat, MERCHANT))
    lacking = len(row) - own - discs
    return discs, lacking, lacking - row.count(0), sum(piece & 1 for piece in row) - discs


@lru_cache(maxsize=1 << 13)
def gains(case: Case) -> tuple[tuple[float, float], ...]:
    """What establishing each route brings, without and with a merchant on it."""
    rewards = [(_reward(case, city, False), _reward(case, city, True)) for city in range(len(case.offices))]
    return tuple(_gain(case, number, rewards) for number in range(len(case.board.routes)))


def _gain(case: Case, number: int, rewards: Sequence[tuple[float, float]]) -> tuple[float, float]:
    route, weights = case.board.routes[number], case.weights
    total = 0.0
    for city in route.ends:
        owner = controller_of(case.extras[city] + case.offices[city])
        total += 1.0 if owner == case.seat else -weights.best_rival if owner not in (NOBODY, NEUTRAL) else 0.0
    if case.at_route[number]:
        kind = case.kinds[case.at_route[number] - 1]
        last = len(weights.markers) - 1
        total += weights.markers[min(case.owned + 1, last)] - weights.markers[min(case.owned, last)]
        total += case.ahead * weights.uses[KINDS.index(kind)]
    if route.permanent:
        total += 1.0
    total -= (weights.post - weights.stock) * route.size * min(1.0, 0.2 + 2 * case.ahead)
    a, b = route.ends
    plain = max(0.0, rewards[a][0], rewards[b][0])
    return total + plain, total + max(plain, rewards[a][1], rewards[b][1])


def _reward(case: Case, city: int, merchant: bool) -> float:
    """The best that an end city has to give: an ability, an office, a special space."""
    best = max((_developed(case, ability) for ability in case.board.cities[city].develops), default=0.0)
    best = max(best, _occupied(case, city, merchant))
    if city == case.board.special_city and merchant:
        best = max(best, _special(case))
    return best


def _developed(case: Case, ability: int) -> float:
    level = case.levels[ability]
    if level == FULL[ability]:
        return 0.0
    gained = _ability(case, ability, level + 1) - _ability(case, ability, level) + case.weights.supply[0]
    if ability == KEYS:
        more = VALUES[KEYS][level + 1] - VALUES[KEYS][level]
        gained += more * grip(case.board, case.offices, case.extras, case.seat).network
    return gained


def _occupied(case: Case, city: int, merchant: bool) -> float:
    place, row = case.board.cities[city], case.offices[city]
    index = row.find(0)
    if index >= 0:
        office = place.offices[index]
        if office.privilege <= case.levels[PRIVILEGIUM] and (merchant or office.shape != MERCHANT):
            piece = bytes((piece_of(case.seat, office.shape),))
            after = (*case.offices[:city], row[:index] + piece + row[index + 1 :], *case.offices[city + 1 :])
            return office.coin + _more(case, after, case.extras) - case.weights.merchant * office.shape
    if "extra_office" in case.unused and (place.is_green or bool(row and row[0])):
        piece = bytes((piece_of(case.seat, TRADER),))
        laid = (*case.extras[:city], piece + case.extras[city], *case.extras[city + 1 :])
        return _more(case, case.offices, laid) - case.ahead * case.weights.uses[0]
    return 0.0


def _more(case: Case, offices: tuple[bytes, ...], extras: tuple[bytes, ...]) -> float:
    """What one more office brings; the points of the link itself among it."""
    keys = VALUES[KEYS][case.levels[KEYS]]
    gained = _held(case, offices, extras, keys) - _held(case, case.offices, case.extras, keys)
    if case.seat not in case.links and len(case.links) < len(LINK_POINTS):
        gained += 0 if grip(case.board, offices, extras, case.seat).missing else LINK_POINTS[len(case.links)]
    return gained


def _special(case: Case) -> float:
    level = case.levels[PRIVILEGIUM]
    return max(
        (
            points - case.weights.merchant
            for (points, privilege), taken in zip(case.board.specials, case.specials, strict=True)
            if taken.seat == NOBODY and privilege <= level
        ),
        default=0.0,
    )
