"""Market day with a scoring that takes its time, and with one that can be poisoned."""

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.support.slow_bots import RULESET as TINY
from tests.tiny.rulebook.catalogue import Event
from tests.tiny.rulebook.scoring import finish
from tests.tiny.state import State

POISON = "FAULTS_POISON"  # names a file: while it is there, no game of the second kind can be scored


def slowly(state: State) -> Sequence[Event]:
    time.sleep(1.0)
    return finish(state)


def poisoned(state: State) -> Sequence[Event]:
    if Path(os.environ.get(POISON, "/nonexistent")).exists():
        raise RuntimeError("this scoring is poisoned")
    return finish(state)


SLOW = replace(TINY, name="tiny-slow", finish=slowly)
POISONED = replace(TINY, name="tiny-poisoned", finish=poisoned)
