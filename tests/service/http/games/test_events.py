"""Events: pages, and waiting for news."""

import threading
import time

from flask import Flask

from tests.support.callers import (
    Caller,
    a_game,
    next_command,
    play_on,
    version_of,
)


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
