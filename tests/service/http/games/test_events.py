"""Events: pages, and waiting for news."""

import gzip
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

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
from tests.support.listening import LongPoll, ask, listening


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
    beyond = nobody.get(f"{game}/events?after=99999", Accept="application/x-ndjson")
    assert problem(beyond, 409, "log-replaced")["version"] == version_of(anna, game)


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
            taken.enter_context(slots.hold())
        problem(anna.get(f"{game}/events", Accept="application/x-ndjson"), 429, "too-many-requests")
        assert ndjson(anna, f"{game}/events?after={version_of(anna, game) - 1}").status_code == 200  # a short one
    for _ in range(10):
        assert ndjson(anna, f"{game}/events").status_code == 200


def test_with_a_limit_every_form_is_a_page(anna: Caller) -> None:
    game = a_game(anna)
    answer = ndjson(anna, f"{game}/events?limit=2")
    assert len(answer.text.splitlines()) == 2
    assert 'rel="next"' in answer.headers["Link"]


@contextmanager
def polling(front: str, caller: Caller, game: str, wait: int, version: int | None = None) -> Iterator[LongPoll]:
    """A long poll for what happens after this version, by default the present one."""
    after = version_of(caller, game) if version is None else version
    with (
        closing(LongPoll(front, caller, f"{game}/events?after={after}&wait={wait}")) as poll,
        listening(front, caller, f"{game}/stream?after={after}"),  # sent later: by now the poll has arrived
    ):
        yield poll


def test_a_long_poll_ends_when_something_happens(front: str, anna: Caller) -> None:
    """In another process; a poll of another game that was sent before still waits."""
    game, other = a_game(anna), a_game(anna)
    command = next_command(anna, game)
    with polling(front, anna, other, wait=25) as quiet, polling(front, anna, game, wait=25) as poll:
        sent = anna.post(f"{game}/commands", command).json["events"]
        status, found = poll.answer()
        assert (status, found["items"]) == (200, sent)
        assert not quiet.is_answered()


def test_a_long_poll_ends_empty_when_nothing_happens(front: str, anna: Caller) -> None:
    game, began = a_game(anna), time.monotonic()
    with polling(front, anna, game, wait=1) as poll:
        status, found = poll.answer()
    assert (status, found["items"]) == (200, [])
    assert time.monotonic() - began >= 1


def test_a_long_poll_for_what_has_happened_is_answered_at_once(front: str, anna: Caller) -> None:
    game = a_game(anna)
    with polling(front, anna, game, wait=25) as quiet, polling(front, anna, game, wait=25, version=0) as poll:
        assert poll.answer() == (200, anna.get(f"{game}/events").json)
        assert not quiet.is_answered()
    refused = ask(front, anna, f"{game}/events?wait=26")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "query/wait")


def test_a_long_poll_ends_soon_after_its_key(front: str, anna: Caller) -> None:
    """Nothing happens in the game, and a poll with another key that was sent before still waits."""
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    hers = anna.with_key(spare["api_key"])
    with polling(front, anna, game, wait=25) as quiet, polling(front, hers, game, wait=25) as poll:
        assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
        assert poll.answer()[0] == 401
        assert not quiet.is_answered()
