"""A decision that takes long is reported while the bot thinks, also from another process."""

from multiprocessing import get_context

import pytest

from kontor.domain.kernel.ruleset import Look
from kontor.service.tournament import slow_decisions
from kontor.service.tournament.match import Setting
from kontor.service.tournament.tournament import entries, play_all

SLOW = f"{__name__}:until_reported"
REPORTED = get_context("fork").Event()


def until_reported(look: Look) -> object:
    """Think until the test has heard of it."""
    assert REPORTED.wait(60)
    return look.commands(1)[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_thinks_for_long_is_named_meanwhile(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_decisions, "PATIENCE", 0.2)
    REPORTED.clear()
    sentences: list[str] = []

    def report(sentence: str) -> None:
        sentences.append(sentence)
        REPORTED.set()

    games = list(entries("tiny", Setting("square", {"rounds": 1}, 0.01), [SLOW], 2, 2))
    outcomes = list(play_all(["tests.tiny:RULESET"], games, jobs, slow=report))
    assert len(outcomes) == 2
    assert sentences[0].startswith(f"{SLOW}, on seat ")
    assert " has been thinking for " in sentences[0]
    assert sentences[0].endswith(" s")
