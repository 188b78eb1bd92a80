"""Games of quick play on every board, position by position."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Chair, Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.empty_table import initial
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.setup import opening
from kontor.domain.merchants.rulebook.who_decides import awaiting, invited_seats, is_over
from kontor.domain.merchants.state import State

Policy: TypeAlias = Callable[[State, int, random.Random], Command]

MODES = [
    pytest.param("merchants-short", 3, "fixed", id="short-3-fixed"),
    pytest.param("merchants-short", 4, "fixed", id="short-4-fixed"),
    pytest.param("merchants-short", 3, "variable", id="short-3-variable"),
    pytest.param("merchants-short", 4, "variable", id="short-4-variable"),
    pytest.param("merchants-main", 3, "variable", id="main-3"),
    pytest.param("merchants-main", 4, "variable", id="main-4"),
]


def dice_of(luck: random.Random) -> Dice:
    return Dice(luck.randbytes(32), {})


def begun(board: str, seats: int, start: str) -> State:
    """The state after the set-up, or in front of the first start post."""
    chairs = tuple(Chair(n) for n in range(1, seats + 1))
    table = Table(RULESET.boards()[board], {"start": start}, chairs, "drawn", RULESET.version)
    state = initial(table)
    for version, event in enumerate(opening(table, dice_of(random.Random(seats))), 1):
        state = evolve(state, event, version)
    return state


def positions(board: str, seats: int, start: str, number: int, policy: Policy) -> Iterator[State]:
    """All states of a game until it is over; whoever is invited answers before play goes on."""
    luck = random.Random(number)
    state, dice, version = begun(board, seats, start), dice_of(luck), 0
    yield state
    while not is_over(state):
        seat = to_decide(state)
        for event in decide(state, seat, policy(state, seat, luck), dice):
            version += 1
            state = evolve(state, event, version)
        yield state


def to_decide(state: State) -> int:
    return (invited_seats(state) or awaiting(state))[0]
