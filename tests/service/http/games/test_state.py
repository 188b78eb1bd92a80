"""The state and the score at any version, and what a cache may keep of it."""

import hashlib

from flask import Flask

from kontor.domain.kernel.canonical import canonical
from tests.support.callers import (
    Caller,
    a_game,
    finish,
    play_on,
    problem,
    version_of,
)


def test_the_state_of_every_version_can_be_asked_for(anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    last = version_of(anna, game)
    ends = {each["envelope"]["command"]["last"] for each in anna.get(f"{game}/events").json["items"]}
    for version in range(1, last + 1):
        found = anna.get(f"{game}/state?version={version}").json
        assert found["version"] == version
        assert found["settled"] is (version in ends)
        assert found["state_hash"] == hashlib.sha256(canonical(found["state"])).hexdigest()
    assert (
        problem(anna.get(f"{game}/state?version={last + 1}"), 400, "unreadable")["errors"][0]["code"] == "out-of-range"
    )


def test_the_score_of_every_version_can_be_asked_for(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    begun = version_of(anna, game)
    then = nobody.get(f"{game}/score").json
    finish(app, anna, game)
    last = version_of(anna, game)
    past = anna.get(f"{game}/score?version={begun}").json
    assert (past["version"], past["final"], past["seats"]) == (begun, False, then["seats"])
    now = anna.get(f"{game}/score").json
    assert anna.get(f"{game}/score?version={last}").json == now
    assert now["seats"] != past["seats"]
    problem(anna.get(f"{game}/score?version=1"), 409, "not-started")
    problem(anna.get(f"{game}/score?version={last + 1}"), 400, "unreadable")


def test_a_state_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(f"{game}/state")
    again = anna.get(f"{game}/state", If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert again.data == b""
    assert "Authorization" in answer.headers["Vary"]


def test_an_opened_state_is_not_answered_with_304(app: Flask, anna: Caller, nobody: Caller) -> None:
    """The same version of the same game reads differently once its secrets are open."""
    game = a_game(anna)
    path = f"{game}/state?version={version_of(anna, game)}"
    closed = nobody.get(path)
    assert nobody.get(path, If_None_Match=closed.headers["ETag"]).status_code == 304
    finish(app, anna, game)
    unsealed = nobody.get(path, If_None_Match=closed.headers["ETag"])
    assert unsealed.status_code == 200
    assert unsealed.json["state_hash"] != closed.json["state_hash"]
    assert nobody.get(path, If_None_Match=unsealed.headers["ETag"]).status_code == 304
