"""`novice` plays what advances its routes, and only when it is asked."""

import random

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.novice import novice
from kontor.domain.kernel.bots import look
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.play import is_accepted
from kontor.domain.kernel.ruleset import Budget, Choice
from tests.support.playing import created


def test_what_it_chooses_is_accepted_and_establishes_routes() -> None:
    played = created(RULESET, 3)
    kinds = set()
    for n in range(90):
        game = played.game
        (seat,) = RULESET.awaiting(require_state(game))
        body = novice(look(RULESET, game, seat), Budget(1.0, lambda: 0.0, random.Random(n))).command
        assert body is not None
        assert is_accepted(RULESET, game, seat, body)
        played.do(seat, body)
        kinds.add(body["type"])
    assert "establish_route" in kinds


def test_a_seat_that_is_not_asked_passes() -> None:
    game = created(RULESET, 3).game
    (seat,) = RULESET.awaiting(require_state(game))
    assert novice(look(RULESET, game, seat % 3 + 1), Budget(1.0, lambda: 0.0, random.Random(1))) == Choice(None)
