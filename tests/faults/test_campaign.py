"""Half a minute of `make faults` on every change: a few faults, always by the same seed, and the same checker."""

import pytest

from tests.faults.campaign import campaign

KINDS = ("postgres-kill", "redis-flush", "requests-kill", "workers-kill", "postgres-drop", "clients-drop", "clock-step")


# httpcore leaves a socket open if a request process that was just killed refuses the connection of a raced request.
@pytest.mark.filterwarnings("ignore:.*socket.socket.*:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.xdist_group("faults")
def test_a_short_campaign_loses_and_doubles_nothing() -> None:
    outcome = campaign(seed=1, faults=4, players=6, kinds=KINDS, rulesets=("tiny",))
    print(outcome)
    assert outcome.report.findings == []
    assert len(outcome.strikes) == 4
    assert outcome.report.acknowledged > 20
