"""The ruleset market day with rules that stop in the middle of a check until a test lets them continue. So a test can
watch, cancel or kill a check, however fast or slow the machine is."""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Ruleset
from tests.tiny import RULESET as TINY
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.rulebook.rules import decide
from tests.tiny.state import State

DECISIONS = 3  # before the stop
SECONDS = 0.25  # for each of them: longer than the interval in which a check reports its progress


def slow_rules(gate: Path) -> Ruleset[State, Command, Event]:
    """Return rules that stop at a decision while the file `gate` exists."""
    numbers = count(1)

    def decide_slowly(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
        number = next(numbers)
        if gate.exists():
            time.sleep(SECONDS)
        while number > DECISIONS and gate.exists():
            time.sleep(0.01)
        return decide(state, seat, command, dice)

    return replace(TINY, decide=decide_slowly)
