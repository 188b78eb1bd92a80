"""How near the others are to their end, and who of them counts: by open facts, since their hands are hidden."""

from collections.abc import Mapping
from math import exp, log
from typing import Final

from kontor.domain.merchants.bots.outlook import Prospect, income_in_a_round, prospect, rounds_for, undone
from kontor.domain.merchants.state import State

CLOSE: Final = 3.0  # rounds: whoever is so far behind the first of them counts a third as much


def expected_hand(state: State, seat: int) -> tuple[float, ...]:
    """As many cards as the hand holds, of the kinds that its posts bring."""
    rates, _ = income_in_a_round(state.board, state.posts, state.numbers, seat, len(state.seats))
    total = sum(rates) or 1.0
    return tuple(sum(state.hands[seat]) * rate / total for rate in rates)


def rounds_of(state: State, seat: int, need: Prospect | None = None) -> float:
    """Rounds that another seat still needs; with another prospect than its own, as if it had that one."""
    cards = len(state.cards[seat])
    left = rounds_for(need or prospect(state, seat), expected_hand(state, seat), state.gold[seat], cards)
    return left + undone(state, seat)


def nearest(state: State, seat: int) -> float:
    """Rounds of the rival who is nearest to the end; a second one who is as near makes it less."""
    first, closeness = _compared(state, seat)
    return first - CLOSE * log(sum(closeness.values()))


def weights(state: State, seat: int) -> Mapping[int, float]:
    """How much each rival counts, all together 1: the nearer to the end, the more."""
    _, closeness = _compared(state, seat)
    total = sum(closeness.values())
    return {each: close / total for each, close in closeness.items()}


def _compared(state: State, seat: int) -> tuple[float, Mapping[int, float]]:
    """Rounds of the first of the rivals, and how close each of them is to that one, who is 1."""
    rounds = {each: rounds_of(state, each) for each in state.seats if each != seat}
    first = min(rounds.values())
    return first, {each: exp((first - left) / CLOSE) for each, left in rounds.items()}
