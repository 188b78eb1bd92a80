"""`novice` plays what makes sense, and only when it is asked."""

import random

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.play import is_accepted
from kontor.domain.kernel.ruleset import Budget, Choice
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.novice import novice
from tests.domain.merchants.playouts import to_decide
from tests.support.playing import created


def test_every_choice_is_accepted() -> None:
    played = created(RULESET, 3)
    for n in range(60):
        game = played.game
        seat = to_decide(require_state(game))
        body = novice(look(RULESET, game, seat), Budget(1.0, lambda: 0.0, random.Random(n))).command
        assert body is not None
        assert is_accepted(RULESET, game, seat, body)
        played.do(seat, body)


def test_a_seat_that_is_not_awaited_passes() -> None:
    game = created(RULESET, 3).game
    (seat,) = RULESET.awaiting(require_state(game))
    assert novice(look(RULESET, game, seat % 3 + 1), Budget(1.0, lambda: 0.0, random.Random(1))) == Choice(None)
