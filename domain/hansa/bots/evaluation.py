"""Evaluate a position for a seat, in points: the seat's current holdings and what they will soon bring. Only bots use
this. The weights are guesses that won games against other guesses (`kontor tournament`). The value of a route is the
gain of establishing it, reduced for each action that this still takes."""

from collections.abc import Mapping
from functools import lru_cache
from math import tanh

from kontor.domain.hansa.bots.route_promises import promise_table, promises
from kontor.domain.hansa.bots.seat_holdings import Holdings, holdings_of, holdings_value, piece_factor
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.rulebook import regions, turn
from kontor.domain.hansa.rulebook.ending import ENOUGH_PRESTIGE
from kontor.domain.hansa.rulebook.replacement_markers import START_MARKERS
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import MERCHANT, TRADER, Pieces

ENOUGH = 6  # pieces in the supply: the first ones count more


def evaluate(state: State, seat: int, ahead: float, weights: Weights = WEIGHTS) -> float:
    """Return how good a seat's position is, compared with its rivals. `ahead`: the remaining share of the game, from 1
    to 0."""
    if state.phase == "finished":
        ahead = 0.0
    standings = {each: standing(state, each, ahead, weights) for each in state.seats}
    return relative_value(state, seat, standings, game_left(state), weights)


def relative_value(state: State, seat: int, standings: Mapping[int, float], left: float, weights: Weights) -> float:
    """Return a seat's value compared with the values of its rivals. The best rival and the probable winner count most.
    `left`: the remaining share of the game."""
    mine = standings[seat]
    others = [each for other, each in standings.items() if other != seat]
    best = max(others)
    if state.active == seat and state.phase != "finished":
        mine += weights.action * turn.actions_left(state)
    total = mine - weights.best_rival * best - weights.all_rivals * sum(others) / len(others)
    lead = mine - best
    if state.phase == "finished":
        return total + weights.won * tanh(lead)
    return total + weights.winning * tanh(lead / (3 + 30 * left)) + weights.haste * (1 - left) * tanh(lead / 15)


def game_left(state: State) -> float:
    """Return the remaining share of the game, from 1 to 0."""
    track = max(state.prestige[1:]) / ENOUGH_PRESTIGE
    cities = state.counter / state.board.limit
    pile = 1 - state.pile / max(1, len(state.kinds) - START_MARKERS)
    return max(0.0, 1 - max(track, cities, 0.9 * pile))


def standing(state: State, seat: int, ahead: float, weights: Weights) -> float:
    """Return the value of a seat's points, holdings, pieces and started routes."""
    holdings = holdings_of(state, seat, ahead, weights)
    total = points_held(state, seat, holdings)
    if state.phase == "finished":
        return total
    return total + pieces_value(state, seat, holdings) + promised_value(state, seat, holdings)


def promised_value(state: State, seat: int, holdings: Holdings) -> float:
    """Return the value of a seat's started routes."""
    table = promise_table(state, seat, holdings)
    return table.total(table.with_supply(promises(state, table), sum(state.supply[seat])))


def points_held(state: State, seat: int, holdings: Holdings) -> float:
    """Return the value of a seat's points and holdings, without its pieces and its started routes."""
    total = state.prestige[seat] + holdings_value(holdings)
    return total + _regional(state, seat) if state.board.has_countries else total


def pieces_value(state: State, seat: int, holdings: Holdings) -> float:
    """Return the value of a seat's pieces. A displaced piece and its extra pieces count too: the seat may choose the
    posts on which they are placed."""
    traders, merchants = state.posts.count(piece_of(seat, TRADER)), state.posts.count(piece_of(seat, MERCHANT))
    pieces = _pieces(state.supply[seat], state.stock[seat], traders, merchants, holdings.weights)
    total = piece_factor(holdings.ahead) * pieces
    if state.displaced is not None and state.displaced.owner == seat:
        total += holdings.weights.returning * (1 + state.displaced.extras)
    return total


def _regional(state: State, seat: int) -> int:
    return sum(
        points
        for country, _ in regions.scored_countries(state)
        for owner, points, _ in regions.ranking(state, country)
        if owner == seat
    )


@lru_cache(maxsize=1 << 12)
def _pieces(supply: Pieces, stock: Pieces, traders: int, merchants: int, weights: Weights) -> float:
    """Return the value of pieces in the supply, in the stock and on posts."""
    number, (kept, waiting) = sum(supply), stock
    first, further = weights.supply
    return (
        first * min(number, ENOUGH)
        + further * max(0, number - ENOUGH)
        + weights.merchant * (supply[MERCHANT] + 0.5 * waiting + merchants)
        + weights.stock * (kept + waiting)
        + weights.post * (traders + merchants)
    )
