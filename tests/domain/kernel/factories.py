"""Games of market day for tests of the kernel."""

import hypothesis.strategies as st

from tests.support.playing import Played, created, step
from tests.tiny import RULESET
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.state import State

Tiny = Played[State, Command, Event]

numbers = st.integers(1, 10**6)
seats = st.integers(2, 4)
steps = st.integers(0, 40)


def under_way(number: int, seats: int, steps: int) -> Tiny:
    played = created(RULESET, seats, number, options={"rounds": 3})
    for _ in range(steps):
        step(played)
    return played
