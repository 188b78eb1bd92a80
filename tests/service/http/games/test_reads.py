"""Lists, summaries, states, events: what is read, what a cache may keep, and waiting for news."""

import hashlib
import threading
import time

from flask import Flask

from kontor.domain.kernel.canonical import canonical
from tests.support.callers import (
    Caller,
    a_game,
    finish,
    next_command,
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


def test_a_state_that_has_not_changed_is_not_sent_again(anna: Caller) -> None:
    game = a_game(anna)
    answer = anna.get(f"{game}/state")
    again = anna.get(f"{game}/state", If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    assert again.data == b""
    assert "Authorization" in answer.headers["Vary"]


def test_what_has_opened_is_not_called_unmodified(app: Flask, anna: Caller, nobody: Caller) -> None:
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


def test_events_come_in_pages(anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    page, found = f"{game}/events?limit=7", []
    while page:
        answer = anna.get(page).json
        found += [each["version"] for each in answer["items"]]
        page = answer["next"]
    assert found == list(range(1, version_of(anna, game) + 1))


def test_a_long_poll_ends_when_something_happens(app: Flask, other_app: Flask, anna: Caller) -> None:
    """Also when it happens in another process."""
    game = a_game(anna)
    version = version_of(anna, game)
    command = next_command(anna, game)
    found: list[object] = []

    def wait() -> None:
        began = time.monotonic()
        items = anna.get(f"{game}/events?after={version}&wait=20").json["items"]
        found.extend([time.monotonic() - began, items])

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.5)
    sent = anna.at(other_app).post(f"{game}/commands", command).json["events"]
    waiting.join(20)
    assert found[1] == sent
    assert found[0] < 15  # type: ignore[operator]


def test_a_long_poll_ends_empty_when_nothing_happens(anna: Caller) -> None:
    game = a_game(anna)
    began = time.monotonic()
    answer = anna.get(f"{game}/events?after={version_of(anna, game)}&wait=1").json
    assert answer["items"] == []
    assert time.monotonic() - began >= 0.9
