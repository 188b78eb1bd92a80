"""How near the other seats are to winning, and how much each seat counts. The hands of the other seats are hidden, so
only public facts are used.
"""

from collections.abc import Mapping
from math import exp, log
from typing import Final

from kontor.domain.merchants.bots.rounds_to_win import Prospect, cost_of_delay, income_in_a_round, prospect, rounds_for
from kontor.domain.merchants.state import State

CLOSE: Final = 3.0  # a rival who needs so many rounds more than the leading rival counts a third as much


def expected_hand(state: State, seat: int) -> tuple[float, ...]:
    """Return an estimated hand of a seat: its actual number of cards, divided among the kinds that its posts bring."""
    rates, _ = income_in_a_round(state.board, state.posts, state.numbers, seat, len(state.seats))
    total = sum(rates) or 1.0
    return tuple(sum(state.hands[seat]) * rate / total for rate in rates)


def rounds_of(state: State, seat: int, need: Prospect | None = None) -> float:
    """Return the number of rounds that another seat still needs. `need`: a prospect to use instead of the seat's actual
    prospect.
    """
    cards = len(state.cards[seat])
    left = rounds_for(need or prospect(state, seat), expected_hand(state, seat), state.gold[seat], cards)
    return left + cost_of_delay(state, seat)


def nearest(state: State, seat: int) -> float:
    """Return the number of rounds that the leading rival still needs. A second rival who needs nearly as few rounds
    makes this number smaller.
    """
    first, closeness = _compare(state, seat)
    return first - CLOSE * log(sum(closeness.values()))


def weights(state: State, seat: int) -> Mapping[int, float]:
    """Return the weight of each rival. Rivals that are nearer to winning weigh more. The sum is 1."""
    _, closeness = _compare(state, seat)
    total = sum(closeness.values())
    return {each: close / total for each, close in closeness.items()}


def _compare(state: State, seat: int) -> tuple[float, Mapping[int, float]]:
    """Return the rounds that the leading rival still needs, and the closeness of each rival to the leader. The
    closeness of the leader is 1.
    """
    rounds = {each: rounds_of(state, each) for each in state.seats if each != seat}
    first = min(rounds.values())
    return first, {each: exp((first - left) / CLOSE) for each, left in rounds.items()}
