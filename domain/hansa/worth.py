"""What a position is worth to a seat, in points: what it holds, and what it is about to get. For bots only, no rule.

The numbers are guesses that won games against other guesses (`kontor tournament`). What a route promises is what
establishing it brings, less for each action it still takes.
"""

from functools import lru_cache
from math import tanh

from domain.hansa import regions, turn
from domain.hansa.board import ENGLAND, Board
from domain.hansa.gains import gains
from domain.hansa.holdings import Case, case_of, keenness, settled
from domain.hansa.state import State, piece_of
from domain.hansa.taste import WEIGHTS, Weights
from domain.hansa.words import BURSA, MERCHANT, NOBODY, TRADER, VALUES

ENOUGH = 6  # pieces in the supply: the first ones count more


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
    lead = mine - best
    if over:
        return total + weights.won * tanh(lead)
    return total + weights.winning * tanh(lead / (3 + 30 * nearness)) + weights.haste * (1 - nearness) * tanh(lead / 15)


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
    return total + keenness(ahead) * _pieces(state, seat, weights) + promised(state, seat, case)


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
    """What the best routes promise, the second best less, and so on; the same city cannot keep its promise twice."""
    weights, gained = case.weights, gains(case)
    found = promises(state, seat, case)
    total = 0.0
    cities: set[int] = set()
    for number in sorted(range(len(found)), key=found.__getitem__, reverse=True)[: len(weights.routes)]:
        city = gained[number].city
        total += found[number] * weights.routes[len(cities)] * (weights.again if city in cities else 1.0)
        cities.add(city)
    return total


def promises(state: State, seat: int, case: Case) -> list[float]:
    """What each route promises: its gain, less for each action until it is there."""
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
    return found


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
    plain, grand, _ = gains(case)[number]
    gain = grand if discs or (has_merchant and lacking) else plain
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
