"""What establishing a route brings to a seat: the very difference that it makes to what the seat holds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kontor.domain.hansa.bots.holdings import Case, ability_worth, grip, held, keenness, shortages
from kontor.domain.hansa.bots.weights import KINDS
from kontor.domain.hansa.rulebook.control import controller_of
from kontor.domain.hansa.rulebook.link import POINTS as LINK_POINTS
from kontor.domain.hansa.state import piece_of
from kontor.domain.hansa.words import FULL, KEYS, MERCHANT, NEUTRAL, NOBODY, PRIVILEGIUM, TRADER, VALUES


class Gain(NamedTuple):
    """What establishing a route brings, without and with a merchant on it, and the city that gives most of it."""

    plain: float
    grand: float
    city: int


@lru_cache(maxsize=1 << 13)
def gains(case: Case) -> tuple[Gain, ...]:
    """By route."""
    keys = VALUES[KEYS][case.levels[KEYS]]
    now = held(case, case.offices, case.extras, keys)
    rewards = [_rewards(case, city, now) for city in range(len(case.offices))]
    return tuple(_gain(case, number, rewards) for number in range(len(case.board.routes)))


def _gain(case: Case, number: int, rewards: Sequence[tuple[float, float]]) -> Gain:
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
    total -= (weights.post - weights.stock) * route.size * keenness(case.ahead)
    a, b = route.ends
    plain = max(0.0, rewards[a][0], rewards[b][0])
    grand = max(plain, rewards[a][1], rewards[b][1])
    return Gain(total + plain, total + grand, a if rewards[a][1] >= rewards[b][1] else b)


def _rewards(case: Case, city: int, now: float) -> tuple[float, float]:
    """The best that an end city has to give, without and with a merchant: an ability, an office, a special space."""
    plain = max((_developed(case, ability) for ability in case.board.cities[city].develops), default=0.0)
    occupied, shape = _occupied(case, city, now)
    grand = max(plain, occupied)
    if city == case.board.special_city:
        grand = max(grand, _special(case))
    return plain if shape == MERCHANT else max(plain, occupied), grand


def _developed(case: Case, ability: int) -> float:
    level = case.levels[ability]
    if level == FULL[ability]:
        return 0.0
    gained = ability_worth(case, ability, level + 1) - ability_worth(case, ability, level)
    gained += keenness(case.ahead) * case.weights.supply[0]
    gained += sum(shortages(case.weights, case.ahead)[case.free : case.free + 1])
    if ability == KEYS:
        more = VALUES[KEYS][level + 1] - VALUES[KEYS][level]
        gained += more * grip(case.board, case.offices, case.extras, case.seat).network
    return gained


def _occupied(case: Case, city: int, now: float) -> tuple[float, int]:
    """What the next office brings, and the shape it takes."""
    place, row = case.board.cities[city], case.offices[city]
    index = row.find(0)
    if index >= 0:
        office = place.offices[index]
        if office.privilege <= case.levels[PRIVILEGIUM]:
            piece = bytes((piece_of(case.seat, office.shape),))
            after = (*case.offices[:city], row[:index] + piece + row[index + 1 :], *case.offices[city + 1 :])
            gained = office.coin + _more(case, after, case.extras, now) - case.weights.merchant * office.shape
            return gained - _spent(case), office.shape
    if "extra_office" in case.unused and (place.is_green or bool(row and row[0])):
        piece = bytes((piece_of(case.seat, TRADER),))
        laid = (*case.extras[:city], piece + case.extras[city], *case.extras[city + 1 :])
        gained = _more(case, case.offices, laid, now) - case.ahead * case.weights.uses[0]
        return gained - _spent(case), TRADER
    return 0.0, TRADER


def _spent(case: Case) -> float:
    """A piece that will never be free again."""
    return sum(shortages(case.weights, case.ahead)[max(0, case.free - 1) : case.free])


def _more(case: Case, offices: tuple[bytes, ...], extras: tuple[bytes, ...], now: float) -> float:
    """What one more office brings; the points of the link itself among it."""
    gained = held(case, offices, extras, VALUES[KEYS][case.levels[KEYS]]) - now
    if case.seat not in case.links and len(case.links) < len(LINK_POINTS):
        gained += 0 if grip(case.board, offices, extras, case.seat).missing else LINK_POINTS[len(case.links)]
    return gained


def _special(case: Case) -> float:
    level = case.levels[PRIVILEGIUM]
    return max(
        (
            points - case.weights.merchant - _spent(case)
            for (points, privilege), taken in zip(case.board.specials, case.specials, strict=True)
            if taken.seat == NOBODY and privilege <= level
        ),
        default=0.0,
    )
