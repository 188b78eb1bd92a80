"""The analysis of a game that is over: a worker lets the ruleset's judge look at each decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, LiteralString
from uuid import UUID

import pytest
from flask import Flask

from kontor.service.http.json_bodies import compact
from kontor.service.store.analyses import StoredVerdict
from kontor.service.store.pool import connection
from kontor.workers import bots
from tests.support.caller_jobs import outcome, work
from tests.support.callers import Caller, a_game, finish, next_command, opened, problem


@dataclass(frozen=True)
class Analysed:
    """A game that is over, who played it, and what is said of it."""

    caller: Caller
    game: str
    found: dict[str, Any]

    @property
    def id(self) -> UUID:
        return UUID(self.game[-36:])

    def change(self, statement: LiteralString, *given: object) -> None:
        with connection(self.caller.app.extensions["kontor"].pool) as conn:
            conn.execute(statement, (self.id, *given))

    def say_otherwise(self, item: Mapping[str, Any]) -> None:
        """Something of a decision that no judge has said."""
        self.change("DELETE FROM verdicts WHERE game_id = %s AND version = %s", item["version"])
        commands = map(compact, (item["sent"], item["best"]))
        stored = StoredVerdict(item["version"], item["seat"], None, *commands, 7, item["missed"])
        self.caller.app.extensions["kontor"].store.analyses.add(self.id, stored)


def analyse(caller: Caller, game: str) -> dict[str, Any]:
    answer = caller.post(f"{game}/analysis")
    assert answer.status_code == 202, answer.text
    work(caller.app)
    job = outcome(caller, answer.json["href"])
    assert job["status"] == "done", job
    assert job["analysis"]["href"] == f"{game}/analysis"
    assert job["progress"] == {"step": "judging", "done": job["progress"]["of"], "of": job["analysis"]["decisions"]}
    found: dict[str, Any] = caller.get(job["analysis"]["href"]).json
    assert job["analysis"]["decisions"] == found["decisions"] == found["judged"]
    return found


@pytest.fixture(scope="module")
def over(app: Flask) -> Analysed:
    """A game whose analysis no test changes."""
    return an_analysed_game(app)


@pytest.fixture
def changing(app: Flask) -> Analysed:
    return an_analysed_game(app)


def an_analysed_game(app: Flask) -> Analysed:
    caller = opened(app)
    game = a_game(caller, "me", "me")
    finish(app, caller, game)
    before = caller.get(f"{game}/analysis").json
    assert (before["judge"], before["decisions"], before["items"]) == (None, 0, [])
    return Analysed(caller, game, analyse(caller, game))


def decided(over: Analysed) -> list[tuple[int, str, Any]]:
    """What seats have decided, as the log tells it: where the game stood, who, what."""
    events = over.caller.get(f"{over.game}/events").json["items"]
    firsts = [each for each in events if each["envelope"]["command"]["first"] == each["envelope"]["version"]]
    return [
        (each["envelope"]["version"] - 1, each["envelope"]["actor"], each["command"]["body"])
        for each in firsts
        if each["envelope"]["actor"].startswith("seat:") and each["envelope"]["type"] != "seat_taken"
    ]


def test_every_decision_is_judged_once(over: Analysed) -> None:
    assert over.found["judge"] == {"bot": "random", "revision": 1, "unit": "points"}
    told = [(each["version"], f"seat:{each['seat']}", each["sent"]) for each in over.found["items"]]
    assert told == decided(over)
    assert len(told) > 5


def test_a_decision_of_a_bot_names_it(app: Flask, anna: Caller) -> None:
    game = a_game(anna, "me", "bot")
    while (found := anna.get(game).json)["status"] == "running":
        if found["awaiting"] == [1]:
            assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
        else:
            let_bot_decide(app, game)
    app.extensions["kontor"].games.score(UUID(game[-36:]))
    assert {(each["seat"], each["bot"]) for each in analyse(anna, game)["items"]} == {(1, None), (2, "random")}


def let_bot_decide(app: Flask, game: str) -> None:
    """As a worker would."""
    games = app.extensions["kontor"].games
    at = games.fresh(UUID(game[-36:]))
    choice = bots.choose(at, at.awaiting[0], 0.1)
    games.act(at.game.id, at.awaiting[0], choice.command, at.game.version, choice.note)


def test_sums_are_those_of_the_decisions(over: Analysed) -> None:
    for seat in over.found["seats"]:
        mine = [each for each in over.found["items"] if each["seat"] == seat["seat"]]
        assert seat["decisions"] == len(mine)
        assert seat["agreed"] == sum(each["sent"] == each["best"] for each in mine)
        assert seat["cost"] == sum(each["cost"] or 0 for each in mine)
        assert seat["missed"] == sum(each["missed"] is not None for each in mine)
    assert {each["missed"] for each in over.found["items"]} == {None, "win"}
    assert {each["cost"] for each in over.found["items"]} == {0, 50, None}


def test_pages_hang_together(over: Analysed) -> None:
    items: list[Any] = []
    following: str | None = f"{over.game}/analysis?limit=4"
    while following is not None:
        page = over.caller.get(following).json
        items, following = items + page["items"], page["next"]
    assert items == over.found["items"]


def test_after_a_kill_another_worker_judges_the_remaining_decisions(changing: Analysed) -> None:
    third = changing.found["items"][2]
    changing.change("DELETE FROM verdicts WHERE game_id = %s AND version > %s", third["version"])
    changing.say_otherwise(third)
    part = changing.caller.get(f"{changing.game}/analysis").json
    assert (part["judged"], part["decisions"]) == (3, changing.found["decisions"])
    again = analyse(changing.caller, changing.game)["items"]
    assert again[2] == {**third, "cost": 7}
    assert again[3:] == changing.found["items"][3:]


def test_verdicts_of_another_revision_are_judged_again(changing: Analysed) -> None:
    changing.change("UPDATE analyses SET revision = 0 WHERE game_id = %s")
    changing.say_otherwise(changing.found["items"][2])
    assert analyse(changing.caller, changing.game) == changing.found


def test_a_game_that_is_not_over_is_not_judged(anna: Caller) -> None:
    problem(anna.post(f"{a_game(anna)}/analysis"), 409, "not-ended")


def test_every_reader_of_the_game_may_read_its_analysis(app: Flask, over: Analysed, ben: Caller) -> None:
    found = over.caller.get(f"{over.game}/analysis").json
    assert Caller(app).get(f"{over.game}/analysis").json == ben.get(f"{over.game}/analysis").json == found
