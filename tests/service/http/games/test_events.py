"""Events: pages, and waiting for news."""

import threading
import time

import httpx

from tests.support.callers import (
    Caller,
    a_game,
    next_command,
    play_on,
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


def test_a_long_poll_does_not_outlive_its_key(front: str, anna: Caller) -> None:
    game = a_game(anna)
    spare = anna.post("/v1/me/keys", {"label": "spare"}).json
    path = f"{game}/events?after={version_of(anna, game)}&wait=3"
    waiting = Waiting(front, anna.with_key(spare["api_key"]), path)
    time.sleep(0.5)
    assert anna.delete(f"/v1/me/keys/{spare['id']}").status_code == 204
    assert waiting.answered().status_code == 401
