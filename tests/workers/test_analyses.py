"""How a game is analysed: within the time of a job, and whatever a judge does wrong."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Verdict
from kontor.service.http.app import create_app
from kontor.service.http.context import NAME
from kontor.service.settings import Settings
from kontor.workers.analyses import THINKING, analyse
from tests.support.callers import Caller, a_game, finish, opened
from tests.tiny import RULESET as TINY

ALWAYS = 1_000_000  # seconds of a processor: more than this process has used up


def faulty(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    raise ZeroDivisionError


def slow(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """It says how long it may think, in milliseconds."""
    return Verdict({"type": "roll"}, int(1000 * budget.seconds))


FAULTY = replace(TINY, judge=Judge("random", 2, "points", faulty))
SLOW = replace(TINY, judge=Judge("random", 3, "points", slow))
NOBODY = replace(TINY, judge=None)


@dataclass(frozen=True)
class Over:
    """A game that is over."""

    caller: Caller
    address: str
    settings: Settings

    def analysed(self, ruleset: str, **settings: Any) -> Any:
        """What the program of a job tells, with one of the rulesets above."""
        given = replace(
            self.settings, **{"rulesets": (f"{__name__}:{ruleset}",), "job_cpu_seconds": ALWAYS, **settings}
        )
        return analyse(json.dumps({"game": self.address[-36:]}).encode(), given)

    def found(self) -> Any:
        return self.caller.get(f"{self.address}/analysis").json


@pytest.fixture(scope="module")
def over(settings: Settings) -> Iterator[Over]:
    app = create_app(settings)
    caller = opened(app)
    address = a_game(caller)
    finish(app, caller, address)
    yield Over(caller, address, settings)
    app.extensions[NAME].pool.close()


def test_a_judge_that_fails_has_nothing_to_say(over: Over) -> None:
    told = over.analysed("FAULTY")
    found = over.found()
    assert told == {"result": {"game": found["game"], "decisions": found["judged"]}}
    assert all((each["best"], each["cost"]) == (each["sent"], None) for each in found["items"])


def test_a_judge_thinks_no_longer_than_bots_do(over: Over) -> None:
    over.analysed("FAULTY")  # another judge: what an earlier test has stored does not count
    over.analysed("SLOW", bot_seconds=0.25)
    assert {each["cost"] for each in over.found()["items"]} == {250}


def test_the_time_of_a_job_is_shared_among_the_decisions(over: Over) -> None:
    over.analysed("FAULTY")
    most = int(10 * time.process_time()) + 10
    over.analysed("SLOW", bot_seconds=1e6, job_cpu_seconds=most)
    found = over.found()
    assert 0 < found["items"][0]["cost"] * found["decisions"] <= THINKING * most * 1000
    assert found["items"][0]["cost"] < found["items"][-1]["cost"]  # what one leaves is for the others


def test_when_the_time_is_over_it_says_how_far_it_is(over: Over) -> None:
    over.analysed("FAULTY")
    told = over.analysed("SLOW", job_cpu_seconds=0)
    number = over.found()["decisions"]
    assert told == {"why": f"0 of {number} decisions were judged before the time limit. Ask again to continue."}
    assert over.found()["items"] == []
    assert "result" in over.analysed("SLOW")
    assert over.found()["judged"] == number


def test_how_far_it_is_ends_with_all_of_it(over: Over, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where nothing is left to judge."""
    over.analysed("FAULTY")
    number = over.found()["decisions"]
    for _ in range(2):
        last = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert last == {"step": "judging", "done": number, "of": number}
        over.analysed("FAULTY")


def test_a_ruleset_without_a_judge_says_so(over: Over) -> None:
    assert over.analysed("NOBODY") == {"why": "Market day has no judge."}
