"""Events: pages, and waiting for news."""

import gzip
import threading
import time
from contextlib import ExitStack

import httpx
import pytest
from flask import Flask

from kontor.domain.kernel.verify import lines_of, verify
from tests.support.callers import (
    Caller,
    TestResponse,
    a_dealt_game,
    a_game,
    finish,
    next_command,
    play_on,
    problem,
    version_of,
)
from tests.support.listening import ask


def test_events_come_in_pages(anna: Caller) -> None:
    game = a_game(anna)
    play_on(anna, game)
    page, found = f"{game}/events?limit=7", []
    while page:
        answer = anna.get(page).json
        found += [each["version"] for each in answer["items"]]
        page = answer["next"]
    assert found == list(range(1, version_of(anna, game) + 1))


def ndjson(caller: Caller, path: str, **headers: str) -> TestResponse:
    answer = caller.get(path, Accept="application/x-ndjson", **headers)
    assert answer.content_type == "application/x-ndjson"
    return answer


def paged(caller: Caller, game: str) -> list[str]:
    """The lines of a log, page by page."""
    return [
        line
        for after in range(0, version_of(caller, game), 7)
        for line in ndjson(caller, f"{game}/events?after={after}&limit=7").text.splitlines()
    ]


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short game has many."""
    monkeypatch.setattr("kontor.service.http.games.events.LIMIT_MOST", 5)
    monkeypatch.setattr("kontor.service.http.games.events.PAGE", 4)


@pytest.mark.usefixtures("short_pages")
def test_a_whole_log_comes_in_one_answer(app: Flask, anna: Caller, nobody: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    whole, packed = ndjson(nobody, f"{game}/events"), ndjson(nobody, f"{game}/events", Accept_Encoding="gzip")
    assert whole.text.splitlines() == paged(nobody, game)
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.data)) == ("gzip", whole.data)
    assert "immutable" in whole.headers["Cache-Control"]
    assert whole.headers["Vary"] == packed.headers["Vary"] == "Accept, Authorization, Accept-Encoding"
    assert verify(lines_of(whole.data), nobody.get(game).json["head"]).is_good
    assert ndjson(nobody, f"{game}/events?after=3").text.splitlines() == whole.text.splitlines()[3:]
    assert ndjson(nobody, f"{game}/events?after=99999").text == ""


@pytest.mark.usefixtures("short_pages")
def test_a_whole_log_of_a_running_game_shows_what_the_caller_may_see(anna: Caller, ben: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert version_of(anna, game) > 5
    for caller in (anna, ben):
        assert ndjson(caller, f"{game}/events").text.splitlines() == paged(caller, game)
    assert ndjson(anna, f"{game}/events").text != ndjson(ben, f"{game}/events").text


@pytest.mark.usefixtures("short_pages")
def test_a_whole_log_takes_the_place_of_a_long_answer_until_it_is_sent(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    slots = app.extensions["kontor"].streams
    with ExitStack() as taken:
        for _ in range(app.extensions["kontor"].settings.request_threads // 2):
            taken.enter_context(slots.taken())
        problem(anna.get(f"{game}/events", Accept="application/x-ndjson"), 429, "too-many-requests")
        assert ndjson(anna, f"{game}/events?after={version_of(anna, game) - 1}").status_code == 200  # a short one
    for _ in range(10):
        assert ndjson(anna, f"{game}/events").status_code == 200


def test_with_a_limit_it_is_a_page_whatever_its_form(anna: Caller) -> None:
    game = a_game(anna)
    answer = ndjson(anna, f"{game}/events?limit=2")
    assert len(answer.text.splitlines()) == 2
    assert 'rel="next"' in answer.headers["Link"]


class Waiting(threading.Thread):
    """Somebody in a long poll."""

    def __init__(self, front: str, caller: Caller, path: str) -> None:
        super().__init__()
        self.front, self.caller, self.path = front, caller, path
        self.answer: httpx.Response | None = None
        self.seconds = 0.0
        self.start()

    def run(self) -> None:
        began = time.monotonic()
        self.answer = ask(self.front, self.caller, self.path)
        self.seconds = time.monotonic() - began

    def answered(self) -> httpx.Response:
        self.join(40)
        assert self.answer is not None
        return self.answer


def test_a_long_poll_ends_when_something_happens(front: str, anna: Caller) -> None:
    """In another process."""
    game = a_game(anna)
    version, command = version_of(anna, game), next_command(anna, game)
    waiting = Waiting(front, anna, f"{game}/events?after={version}&wait=20")
    time.sleep(0.5)
    sent = anna.post(f"{game}/commands", command).json["events"]
    assert waiting.answered().json()["items"] == sent
    assert waiting.seconds < 15


def test_a_long_poll_ends_empty_when_nothing_happens(front: str, anna: Caller) -> None:
    game = a_game(anna)
    waiting = Waiting(front, anna, f"{game}/events?after={version_of(anna, game)}&wait=1")
    assert waiting.answered().json()["items"] == []
    assert waiting.seconds >= 0.9


def test_whoever_need_not_wait_is_answered_at_once(front: str, anna: Caller) -> None:
    game = a_game(anna)
    waiting = Waiting(front, anna, f"{game}/events?wait=25")
    assert waiting.answered().json() == anna.get(f"{game}/events").json
    assert waiting.seconds < 15
    refused = Waiting(front, anna, f"{game}/events?wait=26").answered()
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "query/wait")


def test_a_long_poll_ends_soon_after_its_key(front: str, anna: Caller) -> None:
    """Though nothing happens, and it would wait for long."""
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    path = f"{game}/events?after={version_of(anna, game)}&wait=25"
    waiting = Waiting(front, anna.with_key(spare["api_key"]), path)
    time.sleep(0.5)
    assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
    began = time.monotonic()
    assert waiting.answered().status_code == 401
    assert time.monotonic() - began < 8  # a heartbeat comes after 15


def test_a_long_poll_does_not_outlive_its_key(front: str, anna: Caller) -> None:
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    path = f"{game}/events?after={version_of(anna, game)}&wait=3"
    waiting = Waiting(front, anna.with_key(spare["api_key"]), path)
    time.sleep(0.5)
    assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
    assert waiting.answered().status_code == 401
