"""The judge: how many rounds a decision cost."""

import random

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Verdict
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.judge import verdict
from kontor.domain.merchants.bots.playout import anything
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from kontor.domain.merchants.state import State
from tests.support.playing import created, step

NODES = (60, 2, 60, 60)


def judged(game: Game[State], seat: int, sent: JsonObject) -> Verdict:
    return verdict(look(RULESET, game, seat), Budget(0.0, lambda: 0.0, random.Random(3), NODES), sent)


def test_every_command_can_be_judged_and_the_best_costs_nothing() -> None:
    played, known = created(RULESET, 3), 0
    for n in range(200):
        state = require_state(played.game)
        if n % 9 == 0:
            seat = RULESET.awaiting(state)[0]
            sent = body_of(COMMANDS, anything(state, seat, random.Random(n)))
            found = judged(played.game, seat, sent)
            known += bool(found.cost)
            assert judged(played.game, seat, found.command) == Verdict(found.command, 0)
        if not step(played):
            break
    assert known > 3
