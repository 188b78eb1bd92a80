"""The gain from establishing a route: how much the value of the seat's holdings increases. Only bots use this."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kontor.domain.hansa.bots.seat_holdings import (
    Holdings,
    ability_value,
    city_holdings,
    offices_value,
    piece_factor,
    shortages,
)
from kontor.domain.hansa.bots.weights import KINDS
from kontor.domain.hansa.rulebook.control import controller_of
from kontor.domain.hansa.rulebook.link import POINTS as LINK_POINTS
from kontor.domain.hansa.rulebook.office import takes_extra
from kontor.domain.hansa.rulebook.prestige import CONTROL_POINTS
from kontor.domain.hansa.rulebook.special import empty_spaces
from kontor.domain.hansa.state import piece_of
from kontor.domain.hansa.words import FULL, KEYS, MERCHANT, NEUTRAL, NOBODY, PRIVILEGIUM, TRADER, VALUES
from kontor.domain.kernel.states import put


class RouteGain(NamedTuple):
    """The gain of establishing a route, without and with a merchant on it, and the end city with the better reward."""

    without_merchant: float
    with_merchant: float
    city: int


@lru_cache(maxsize=1 << 9)
def route_gains(holdings: Holdings) -> tuple[RouteGain, ...]:
    """Return the gain of establishing each route."""
    keys = VALUES[KEYS][holdings.levels[KEYS]]
    now = offices_value(holdings, holdings.offices, holdings.extras, keys)
    rewards = [_rewards(holdings, city, now) for city in range(len(holdings.offices))]
    return tuple(_gain(holdings, number, rewards) for number in range(len(holdings.board.routes)))


def _gain(holdings: Holdings, number: int, rewards: Sequence[tuple[float, float]]) -> RouteGain:
    route, weights = holdings.board.routes[number], holdings.weights
    total = 0.0
    for city in route.ends:
        owner = controller_of(holdings.extras[city] + holdings.offices[city])
        if owner == holdings.seat:
            total += CONTROL_POINTS
        elif owner not in (NOBODY, NEUTRAL):
            total -= weights.best_rival
    if holdings.at_route[number]:
        kind = holdings.kinds[holdings.at_route[number] - 1]
        last = len(weights.markers) - 1
        total += weights.markers[min(holdings.owned + 1, last)] - weights.markers[min(holdings.owned, last)]
        total += holdings.ahead * weights.uses[KINDS.index(kind)]
    if route.permanent:
        total += 1.0
    total -= (weights.post - weights.stock) * route.size * piece_factor(holdings.ahead)
    a, b = route.ends
    plain = max(0.0, rewards[a][0], rewards[b][0])
    grand = max(plain, rewards[a][1], rewards[b][1])
    return RouteGain(total + plain, total + grand, a if rewards[a][1] >= rewards[b][1] else b)


def _rewards(holdings: Holdings, city: int, now: float) -> tuple[float, float]:
    """Return the value of the best reward in an end city, without and with a merchant on the route. A reward is an
    ability, an office or a special space."""
    plain = max((_ability_gain(holdings, ability) for ability in holdings.board.cities[city].develops), default=0.0)
    occupied, shape = _office_gain(holdings, city, now)
    grand = max(plain, occupied)
    if city == holdings.board.special_city:
        grand = max(grand, _special(holdings))
    return plain if shape == MERCHANT else max(plain, occupied), grand


def _ability_gain(holdings: Holdings, ability: int) -> float:
    level = holdings.levels[ability]
    if level == FULL[ability]:
        return 0.0
    gained = ability_value(holdings, ability, level + 1) - ability_value(holdings, ability, level)
    gained += piece_factor(holdings.ahead) * holdings.weights.supply[0]
    gained += sum(shortages(holdings.weights, holdings.ahead)[holdings.free : holdings.free + 1])
    if ability == KEYS:
        more = VALUES[KEYS][level + 1] - VALUES[KEYS][level]
        gained += more * city_holdings(holdings.board, holdings.offices, holdings.extras, holdings.seat).network
    return gained


def _office_gain(holdings: Holdings, city: int, now: float) -> tuple[float, int]:
    """Return the gain from the next office that the seat can take in a city, and the shape of the piece that the office
    needs. The gain is 0 if there is no such office."""
    place, row = holdings.board.cities[city], holdings.offices[city]
    index = row.find(0)
    if index >= 0:
        office = place.offices[index]
        if office.privilege <= holdings.levels[PRIVILEGIUM]:
            piece = bytes((piece_of(holdings.seat, office.shape),))
            after = put(holdings.offices, city, row[:index] + piece + row[index + 1 :])
            gained = (
                office.coin + _more(holdings, after, holdings.extras, now) - holdings.weights.merchant * office.shape
            )
            return gained - _piece_cost(holdings), office.shape
    if "extra_office" in holdings.unused and takes_extra(place, row):
        piece = bytes((piece_of(holdings.seat, TRADER),))
        laid = put(holdings.extras, city, piece + holdings.extras[city])
        gained = _more(holdings, holdings.offices, laid, now) - holdings.ahead * holdings.weights.uses[0]
        return gained - _piece_cost(holdings), TRADER
    return 0.0, TRADER


def _piece_cost(holdings: Holdings) -> float:
    """Return the cost of spending one more piece for the rest of the game."""
    return sum(shortages(holdings.weights, holdings.ahead)[max(0, holdings.free - 1) : holdings.free])


def _more(holdings: Holdings, offices: tuple[bytes, ...], extras: tuple[bytes, ...], now: float) -> float:
    """Return how much more the given offices are worth than the current ones, including the points for completing the
    east-west link."""
    gained = offices_value(holdings, offices, extras, VALUES[KEYS][holdings.levels[KEYS]]) - now
    if holdings.seat not in holdings.links and len(holdings.links) < len(LINK_POINTS):
        gained += (
            0
            if city_holdings(holdings.board, offices, extras, holdings.seat).missing
            else LINK_POINTS[len(holdings.links)]
        )
    return gained


def _special(holdings: Holdings) -> float:
    spaces = empty_spaces(holdings.board, holdings.specials, holdings.levels[PRIVILEGIUM])
    return max((points - holdings.weights.merchant - _piece_cost(holdings) for points in spaces), default=0.0)
