"""A database that was set back: a process that remembers more than is stored believes the log, not itself."""

from itertools import islice
from typing import Any

import pytest
from flask import Flask

from kontor import Client
from kontor.service.settings import Settings
from kontor.terminal.news import news
from tests.support.callers import Caller, a_game, finish, next_command, problem, version_of
from tests.support.damage import backup, id_of
from tests.support.listening import ask, listening, reading_lines, version_in


def states(caller: Caller, game: str, last: int) -> list[str]:
    """The state at every version, as its hash."""
    return [caller.get(f"{game}/state?version={n}").json["state_hash"] for n in range(1, last + 1)]


def play(caller: Caller, game: str, nth: int, until: int) -> None:
    while version_of(caller, game) < until:
        assert caller.post(f"{game}/commands", next_command(caller, game, nth)).status_code == 201


@pytest.fixture
def forked(roomy: Settings, other_app: Flask, anna: Caller) -> tuple[str, Caller]:
    """A game that this process played on, that was set back, and that another process played on otherwise."""
    game, ben = a_game(anna, options={"rounds": 9}), anna.at(other_app)
    begun = version_of(anna, game)
    with backup(roomy, game) as restore:
        play(anna, game, 0, begun + 6)
        ahead = version_of(anna, game)
        states(anna, game, ahead)  # all of them are remembered now
        restore()
    play(ben, game, 1, ahead + 1)
    return game, ben


def test_a_cache_that_is_ahead_is_folded_again(forked: tuple[str, Caller], anna: Caller) -> None:
    game, ben = forked
    last = version_of(ben, game)
    assert states(anna, game, last) == states(ben, game, last)
    for path in ("", "/state", "/score", "/events"):
        assert anna.get(game + path).json == ben.get(game + path).json


def test_legal_commands_follow_the_restored_log(forked: tuple[str, Caller], anna: Caller) -> None:
    """The first thing this process hears of the restore is a command."""
    game, ben = forked
    command = next_command(ben, game)
    answer = anna.post(f"{game}/commands", command)
    assert answer.status_code == 201, answer.text
    events = ben.get(f"{game}/events").json
    assert "damaged" not in events
    assert answer.json["receipt"]["hash"] == events["items"][-1]["hash"]
    assert anna.get(f"{game}/state").json == ben.get(f"{game}/state").json


def test_a_worker_that_was_ahead_decides_on_the_log(forked: tuple[str, Caller], app: Flask, other_app: Flask) -> None:
    """Without a look-up: it is the append that finds another head."""
    game, ben = forked
    games = app.extensions["kontor"].games
    command = next_command(ben, game)
    seat, body = command.pop("seat"), command
    after = games.act(id_of(game), seat, body, version_of(ben, game))
    assert after.game.version == version_of(ben, game)
    assert after.game == other_app.extensions["kontor"].games.fresh(id_of(game)).game


def test_a_stream_does_not_resume_after_a_lost_event(
    roomy: Settings, front: str, other_app: Flask, anna: Caller
) -> None:
    game, ben = a_game(anna, options={"rounds": 9}), anna.at(other_app)
    begun = version_of(anna, game)
    with backup(roomy, game) as restore:
        play(anna, game, 0, begun + 3)
        told = version_of(anna, game)
        with listening(front, anna, f"{game}/stream") as messages:
            for _ in range(told):
                next(messages)
            restore()
            play(ben, game, 1, told + 1)
            rest = [each for each in messages if each]
    assert [(each["event"], each["id"]) for each in rest] == [("log_replaced", "")]
    assert rest[0]["data"]["version"] <= told + 1
    with listening(front, anna, f"{game}/stream") as messages:
        assert next(messages)["data"]["version"] == 1


# ---------------------------------------------------------------- clients that have events which are gone


@pytest.fixture
def replaced(roomy: Settings, other_app: Flask, anna: Caller) -> tuple[str, list[dict[str, Any]]]:
    """A game whose last events were replaced by a restore, and the events that a client had before."""
    game, ben = a_game(anna, options={"rounds": 9}), anna.at(other_app)
    begun = version_of(anna, game)
    with backup(roomy, game) as restore:
        play(anna, game, 0, begun + 3)
        had = anna.get(f"{game}/events").json["items"]
        restore()
    play(ben, game, 1, begun + 1)
    return game, had


def position(event: dict[str, Any], digits: int = 12) -> str:
    return f"{event['version']}-{event['hash'][:digits]}"


@pytest.mark.parametrize("digits", [12, 64])
def test_a_client_that_has_an_event_which_is_gone_learns_it(
    replaced: tuple[str, list[dict[str, Any]]], anna: Caller, digits: int
) -> None:
    game, had = replaced
    now = anna.get(f"{game}/events").json["items"]
    kept = [old for old, new in zip(had, now, strict=False) if old["hash"] == new["hash"]]
    assert 0 < len(kept) < len(now)
    for event in had:
        answer = anna.get(f"{game}/events?after={position(event, digits)}")
        if event in kept:
            assert answer.json["items"] == now[event["version"] :]
        else:
            assert problem(answer, 409, "log-replaced")["version"] == len(now)
    assert problem(anna.get(f"{game}/events?after={len(now) + 1}"), 409, "log-replaced")
    assert anna.get(f"{game}/events?after={len(now)}").json["items"] == []  # a plain number that may be right
    assert problem(anna.get(f"{game}/story?after={len(now) + 1}"), 409, "log-replaced")


def test_a_stream_that_cannot_be_resumed_says_so_and_begins_again(
    replaced: tuple[str, list[dict[str, Any]]], front: str, anna: Caller
) -> None:
    game, had = replaced
    gone = had[-1]
    for asked in (
        {"path": f"{game}/stream", "Last_Event_ID": position(gone)},
        {"path": f"{game}/stream", "Last_Event_ID": str(gone["version"] + 99)},
        {"path": f"{game}/stream?after={position(gone)}"},
    ):
        with listening(front, anna, **asked) as messages:
            found = list(messages)
        assert [(each["event"], each["id"]) for each in found] == [("log_replaced", "")]
    with reading_lines(front, anna, f"{game}/stream?after={position(gone)}") as lines:
        assert [each["type"] for each in lines] == ["log_replaced"]
    with listening(front, anna, f"{game}/stream", Last_Event_ID="") as messages:  # as EventSource reconnects then
        assert version_in(next(messages)) == 1


def test_a_long_poll_after_an_event_that_is_gone_does_not_wait(
    replaced: tuple[str, list[dict[str, Any]]], front: str, anna: Caller
) -> None:
    game, had = replaced
    assert ask(front, anna, f"{game}/events?after={position(had[-1])}&wait=20").status_code == 409


def test_our_client_reads_the_log_again(replaced: tuple[str, list[dict[str, Any]]], front: str, anna: Caller) -> None:
    game, had = replaced
    now = anna.get(f"{game}/events").json["items"]
    with Client(front, anna.key) as client:
        for after in (position(had[-1]), len(now) + 5):
            seen = list(islice(client.watch(game.rpartition("/")[2], after=after), len(now)))
            assert [line.position for line in seen] == [position(each) for each in now]


def test_the_terminal_reads_the_log_again(replaced: tuple[str, list[dict[str, Any]]], front: str, anna: Caller) -> None:
    game, had = replaced
    now = anna.get(f"{game}/events").json["items"]
    with Client(front, anna.key) as client:
        first, second = islice(news(client, game.rpartition("/")[2], had[-1]["version"] + 5, wait=0), 2)
    assert (first.items, first.version, first.is_replaced) == ((), 0, True)
    assert list(second.items) == now


def test_a_stream_of_an_ended_game_is_over_only_for_those_who_have_its_end(
    app: Flask, front: str, anna: Caller
) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    last = anna.get(f"{game}/events").json["items"][-1]
    assert ask(front, anna, f"{game}/stream", Last_Event_ID=position(last)).status_code == 204
    for gone in (f"{last['version']}-{'0' * 12}", str(last["version"] + 1)):
        with listening(front, anna, f"{game}/stream", Last_Event_ID=gone) as messages:
            assert [each["event"] for each in messages] == ["log_replaced"]
