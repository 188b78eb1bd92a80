"""Games that the system ends because no player started or continued them: deciding again gives the same end."""

import pytest

from kontor.domain.kernel import play
from kontor.domain.kernel.clocks import abandoned_at, moment
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.lifecycle import Clock
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.verify import verify
from tests.support.playing import created
from tests.tiny import RULESET
from tests.vectors import abandoned
from tests.vectors.abandoned import IDLE_UNTIL, OPEN_UNTIL, Tiny

BOARD = {"name": "square"}


@pytest.mark.parametrize("played", [abandoned.abandoned_game(), abandoned.abandoned_while_open()])
def test_an_abandoned_game_verifies_and_its_commands_are_decided_again(played: Tiny) -> None:
    lines = played.lines()
    verdict, report = verify(lines), reexecute(RULESET, BOARD, lines)
    assert (verdict.findings, verdict.ended) == ((), True)
    assert (report.finding, report.unchecked) == (None, None)
    assert played.refolded().status == "aborted"


def test_a_game_is_abandoned_at_the_time_that_its_first_event_sets() -> None:
    assert abandoned_at(abandoned.running_game().game) == moment(IDLE_UNTIL)
    assert abandoned_at(abandoned.created_game(4, 2).game) == moment(OPEN_UNTIL)
    assert abandoned_at(abandoned.abandoned_game().game) is None
    assert abandoned_at(created(RULESET, 2).game) is None


def test_the_end_of_a_game_that_still_waits_for_a_deadline_is_found() -> None:
    """The format compares two times only; deciding again knows the clocks."""
    played = abandoned.created_game(3, 2, Clock("P9D", "PT0S", "bot"))
    abandoned.sit(played, 2)
    played.do(1, {"type": "roll"})
    lines = abandoned.abandon(played, IDLE_UNTIL).lines()
    assert verify(lines).findings == ()
    found = reexecute(RULESET, BOARD, lines).finding
    assert found is not None
    assert found.version == len(lines)


def test_a_planned_pause_postpones_the_end() -> None:
    played = abandoned.running_game()
    until = "2026-03-01T00:00:00.000Z"
    played.write(SYSTEM, {"type": "pause"}, play.pause(played.game, "agreed", None, until))
    assert abandoned_at(played.game) == moment(until)
