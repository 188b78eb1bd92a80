"""A game as its log folds into it."""

from hypothesis import given, settings

from tests.domain.kernel.factories import numbers, seats
from tests.support.playing import created, finished
from tests.tiny import RULESET


@given(numbers, seats)
@settings(max_examples=20, deadline=None)
def test_a_game_folded_from_storage_is_the_game_played_step_by_step(number: int, seats: int) -> None:
    played = finished(created(RULESET, seats, number))
    refolded = played.refolded()
    assert refolded.state == played.game.state
    assert (refolded.version, refolded.counters, refolded.parts) == (
        played.game.version,
        played.game.counters,
        played.game.parts,
    )
