"""A database that was set back: a process that remembers more than is stored believes the log, not itself."""

import pytest
from flask import Flask

from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, next_command, version_of
from tests.support.damage import backup, id_of
from tests.support.listening import listening


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


def test_a_cache_that_is_ahead_folds_the_log_anew(forked: tuple[str, Caller], anna: Caller) -> None:
    game, ben = forked
    last = version_of(ben, game)
    assert states(anna, game, last) == states(ben, game, last)
    for path in ("", "/state", "/score", "/events"):
        assert anna.get(game + path).json == ben.get(game + path).json


def test_what_is_legal_is_what_the_log_says(forked: tuple[str, Caller], anna: Caller) -> None:
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


def test_a_stream_does_not_go_on_behind_what_is_gone(
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
    assert [each["event"] for each in rest] == ["log_damaged"]
    assert rest[0]["data"]["version"] <= told + 1
    with listening(front, anna, f"{game}/stream") as messages:
        assert next(messages)["data"]["version"] == 1
