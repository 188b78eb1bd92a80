"""Judges: whatever a seat has sent can be judged, and what they find better would have been accepted."""

import random
from itertools import islice, pairwise

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.play import is_accepted
from kontor.domain.kernel.ruleset import Budget
from tests.support.playouts import Playout

EVERY = 41  # commits between two looks
NODES = (4, 4, 4, 4)


def test_every_decision_can_be_judged(playout: Playout) -> None:
    rules, commits = playout.rules, playout.commits
    assert rules.judge is not None
    for before, made in islice(pairwise(commits), 0, None, EVERY):
        if not made.command.actor.startswith("seat:") or before.after.status != "running":
            continue
        seat = int(made.command.actor.removeprefix("seat:"))
        budget = Budget(0.0, lambda: 0.0, random.Random(made.after.version), NODES)
        found = rules.judge.verdict(look(rules, before.after, seat), budget, made.command.body)
        assert is_accepted(rules, before.after, seat, found.command), (made.after.version, made.command.body)
        if found.command == made.command.body:
            assert not found.cost
            assert found.missed is None
        else:
            assert found.cost is None or found.cost > 0 or found.missed
