"""The revision of the bots, which their notes name: whoever changes what they choose raises it."""

import hashlib
import random
from itertools import islice

from kontor.domain.kernel.bots import Stages
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget
from kontor.domain.merchants.bots.choice import REVISION
from kontor.domain.merchants.bots.expert import decide_with_reasons
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.bots.planner import plan
from kontor.domain.merchants.bots.playout import purposeful
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from tests.domain.merchants.playouts import positions, to_decide

# by revision: the first digits of the hash of what is chosen below
CHOICES = {4: "c113900a884f375c"}
CHOICES_OF_EXPERT = {4: "a0bd6f72d5122e77"}


def test_the_choices_of_the_bots_belong_to_their_revision() -> None:
    """If this fails, they choose otherwise: raise REVISION in bots/choice.py, and note the new hash."""
    hashed = hashlib.sha256()
    for board, seats, start in (("merchants-short", 3, "fixed"), ("merchants-main", 4, "variable")):
        for state in islice(positions(board, seats, start, 3, purposeful), 4, 300, 16):
            seat = to_decide(state)
            stages = Stages(Budget(0.0, lambda: 0.0, random.Random(7), [30, 2]))
            for command in (choose(state, seat, random.Random(7)), plan(state, seat, random.Random(7), stages)):
                hashed.update(canonical(None if command is None else body_of(COMMANDS, command)))
    assert {REVISION: hashed.hexdigest()[:16]} == CHOICES


def test_the_choices_of_the_expert_belong_to_their_revision() -> None:
    hashed = hashlib.sha256()
    for state in islice(positions("merchants-short", 3, "fixed", 3, purposeful), 4, 300, 16):
        stages = Stages(Budget(0.0, lambda: 0.0, random.Random(7), [30, 60, 12]))
        command, _ = decide_with_reasons(state, to_decide(state), random.Random(7), stages)
        hashed.update(canonical(None if command is None else body_of(COMMANDS, command)))
    assert {REVISION: hashed.hexdigest()[:16]} == CHOICES_OF_EXPERT
