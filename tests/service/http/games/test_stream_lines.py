"""Streams as NDJSON, of a real `kontor server serve`: the same, in the same order, a line each."""

import threading
from itertools import takewhile

from flask import Flask

from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, finish, next_command, version_of
from tests.support.damage import alter
from tests.support.listening import ask, listening, reading_lines


def test_lines_of_a_game_are_those_of_its_log(app: Flask, front: str, anna: Caller) -> None:
    """From the start, then as it happens, to the end."""
    game = a_game(anna)
    playing = threading.Thread(target=finish, args=(app, anna, game))
    with reading_lines(front, anna, f"{game}/stream") as lines:
        found = [next(lines)]
        playing.start()
        found += list(lines)
    playing.join()
    log = ask(front, anna, f"{game}/events", Accept="application/x-ndjson").text
    assert [each["hash"] for each in found] == [each["hash"] for each in anna.get(f"{game}/events").json["items"]]
    last = found[-1]["version"]
    assert len(log.splitlines()) == last
    with reading_lines(front, anna, f"{game}/stream?after={last - 2}") as lines:
        assert [each["version"] for each in lines] == [last - 1, last]
    with reading_lines(front, anna, f"{game}/stream", Last_Event_ID=str(last - 1)) as lines:
        assert [each["version"] for each in lines] == [last]
    assert ask(front, anna, f"{game}/stream?after={last}", Accept="application/x-ndjson").status_code == 204


def test_both_forms_of_a_stream_have_the_same_messages(front: str, anna: Caller) -> None:
    game = a_game(anna)
    path = f"{game}/stream?after={version_of(anna, game)}"
    with listening(front, anna, path) as messages, reading_lines(front, anna, path) as lines:
        sent = anna.post(f"{game}/commands", next_command(anna, game))
        for _ in sent.json["events"]:
            assert next(lines) == next(messages)["data"]


def test_the_account_stream_in_ndjson_names_each_kind_and_resumes(front: str, anna: Caller) -> None:
    game = a_game(anna)
    with reading_lines(front, anna, "/v1/me/stream") as lines:
        first = next(lines)
        assert (first["type"], first["data"]["game"]) == ("decision", game.rpartition("/")[2])
    assert anna.post(f"{game}/abort").status_code == 201
    with reading_lines(front, anna, f"/v1/me/stream?after={first['id']}") as lines:
        told = list(takewhile(lambda each: each["type"] != "game.ended", lines))
    assert {each["type"] for each in told} <= {"seat.changed", "game.started"}  # at least once is promised


def test_a_place_that_is_none_is_refused_in_an_address(front: str, anna: Caller) -> None:
    refused = ask(front, anna, "/v1/me/stream?after=yesterday")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "query/after")


def test_a_damaged_log_is_reported_in_a_line(settings: Settings, front: str, anna: Caller) -> None:
    game = a_game(anna)
    assert ask(front, anna, f"{game}/state").status_code == 200  # of a process that will not notice by itself
    alter(settings, game, 2)
    with reading_lines(front, anna, f"{game}/stream") as lines:
        last = list(lines)[-1]
    assert (last["type"], last["data"]["version"]) == ("log_damaged", 2)
