"""Market day with rules that take their time: a check of it lasts long enough to be watched, cancelled and killed."""

import time
from collections.abc import Sequence
from dataclasses import replace

from kontor.domain.kernel.dice import Dice
from tests.tiny import RULESET as TINY
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.rulebook.rules import decide
from tests.tiny.state import State

SECONDS = 0.25  # for each decision


def slowly(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
    time.sleep(SECONDS)
    return decide(state, seat, command, dice)


RULESET = replace(TINY, decide=slowly)
