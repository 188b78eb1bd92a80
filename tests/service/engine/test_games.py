"""Two API processes on one database: what a command costs, that neither is ever behind, and who is first wins."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.play import read_command
from kontor.domain.kernel.violation import GameOver
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.game_lock import Contention
from kontor.service.engine.games import Games
from kontor.service.engine.moves import IdempotencyKey, Move, Reply, seat_commit
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.store.commits import KeyTaken
from tests.support.callers import Caller, a_game, asked, next_command, opened, version_of

# Accepted one after the other whatever the dice show, so that nothing need be read in between.
ROUND: list[dict[str, Any]] = [
    {"type": "offer", "points": 1, "seat": 1},
    {"type": "answer_offer", "accept": False, "seat": 2},
    {"type": "take_card", "seat": 1},
    {"type": "take_card", "seat": 2},
    {"type": "bid", "amount": 0, "seat": 1},
    {"type": "bid", "amount": 1, "seat": 2},
]
ROUNDS = 3
EXECUTED = re.compile(r"\tF\t\d+\t(?:Execute|Query)\t")  # in libpq's trace: once for each statement
GAME = asked("me", "me", options={"rounds": 9})


@pytest.fixture
def quiet(own_settings: Settings) -> Settings:
    """Only the processes of the test use the database, without Redis and limits: every statement is a command's. Each
    process has one connection, which prepares a statement once."""
    alone = replace(own_settings, redis_url="", pool_size=1)
    return replace(alone, limit_commands=0, limit_reads=0, limit_accounts=0, limit_creates=0, games_per_account=0)


@contextmanager
def processes(settings: Settings, number: int) -> Iterator[list[Flask]]:
    """That many API processes, as far as the database can see: each has its own cache and connections."""
    apps = [create_app(settings) for _ in range(number)]
    yield apps
    for app in apps:
        app.extensions["kontor"].pool.close()


@contextmanager
def counting_statements(apps: list[Flask], directory: Path) -> Iterator[Callable[[], int]]:
    """Count what the connections of the processes send to PostgreSQL."""
    files = [(directory / f"trace-{nth}").open("w+") for nth, _ in enumerate(apps)]
    for app, file in zip(apps, files, strict=True):
        with app.extensions["kontor"].pool.connection() as conn:
            conn.pgconn.trace(file.fileno())
    yield lambda: sum(len(EXECUTED.findall(Path(file.name).read_text())) for file in files)
    for app, file in zip(apps, files, strict=True):
        with app.extensions["kontor"].pool.connection() as conn:
            conn.pgconn.untrace()
        file.close()


@pytest.mark.parametrize(("number", "each"), [(1, 1), (2, 2)])
def test_a_command_costs_one_statement_and_two_when_processes_take_turns(
    quiet: Settings, tmp_path: Path, number: int, each: int
) -> None:
    """One statement does it all while caller and game are as the process remembers them. If they are not, the first
    statement returns the caller, the game and what the process missed; the second appends."""
    with processes(quiet, number) as apps:
        anna = opened(apps[0])
        game = anna.post("/v1/games", GAME).json["href"]
        callers = [anna.at(app) for app in apps]
        play_rounds(callers, game, 2)  # now all have caller and game in mind, and their statements prepared
        with counting_statements(apps, tmp_path) as statements:
            play_rounds(callers, game, ROUNDS)
            assert statements() == each * ROUNDS * len(ROUND)


def play_rounds(callers: list[Caller], game: str, rounds: int) -> None:
    """Send each command to another process than the one before."""
    for nth, command in enumerate(ROUND * rounds):
        answer = callers[nth % len(callers)].post(f"{game}/commands", command)
        assert answer.status_code == 201, answer.text


def test_a_stale_cache_never_refuses(app: Flask, other_app: Flask, anna: Caller) -> None:
    """Each process decides on what the other one did, although nobody told it."""
    game = a_game(anna)
    anna.at(other_app).get(f"{game}/state")  # both have the game in their caches now
    apps = [app, other_app]
    for n in range(40):
        here = anna.at(apps[n % 2])
        there = anna.at(apps[(n + 1) % 2])
        if here.get(game).json["status"] != "running":
            break
        command = next_command(here, game, n)
        assert there.post(f"{game}/commands", command).status_code == 201
        assert here.get(f"{game}/state").json["version"] == version_of(there, game)


def test_the_last_view_of_a_stale_process_is_corrected_before_it_refuses(
    app: Flask, other_app: Flask, anna: Caller
) -> None:
    """Even a process whose cache was not refreshed by the request asks the database before it says no."""
    game = a_game(anna)
    game_id = UUID(game.rpartition("/")[2])
    stale: Games = other_app.extensions["kontor"].games
    stale.fresh(game_id)
    answer = anna.post(f"{game}/commands", {"type": "take_card", "seat": 1})
    assert answer.status_code == 201
    awaited = answer.json["awaiting"][0]
    assert awaited != 1
    rules = stale.registry["tiny"]

    def decide(at: GameAt) -> Move:  # accepted in that seat's turn only
        return Move((seat_commit(rules, at.game, awaited, rules.commands["take_card"]()),))

    after, _ = stale.handle(game_id, decide)
    assert after.game.version > answer.json["version"]


def one_more(at: GameAt) -> Move:
    """Some legal command of the first seat that is awaited."""
    seat = at.awaiting[0]
    commands, _ = expand(at.rules, at.game, seat, 1)
    return Move((seat_commit(at.rules, at.game, seat, read_command(at.rules, commands[0])),))


def test_a_command_that_loses_five_races_gives_up_and_changes_nothing(
    app: Flask, other_app: Flask, anna: Caller
) -> None:
    game = a_game(anna, options={"rounds": 9})
    here: Games = app.extensions["kontor"].games
    versions: list[int] = []

    def too_slow(at: GameAt) -> Move:  # another process plays on while we decide
        assert anna.at(other_app).post(f"{game}/commands", next_command(anna, game)).status_code == 201
        versions.append(version_of(anna, game))
        return one_more(at)

    with pytest.raises(Contention):
        here.handle(UUID(game.rpartition("/")[2]), too_slow)
    assert len(versions) == 5
    assert version_of(anna, game) == versions[-1]
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201


def test_a_reply_is_made_once_and_stored_word_for_word(app: Flask, anna: Caller) -> None:
    game_id = UUID(a_game(anna).rpartition("/")[2])
    games: Games = app.extensions["kontor"].games
    key, made = IdempotencyKey(f"{game_id}/test", "k", b"fingerprint"), []

    def make_reply(after: GameAt, move: Move) -> Reply:
        made.append(Reply(201, f"version {after.game.version}", {"ETag": str(len(move.commits))}))
        return made[-1]

    after, reply = games.handle(game_id, one_more, key=key, make_reply=make_reply)
    assert made == [reply]
    assert reply.body == f"version {after.game.version}"
    stored = games.store.answers.find(key.scope, key.key)
    assert stored is not None
    assert (stored.status, stored.body, stored.headers) == (reply.status, reply.body, reply.headers)
    with pytest.raises(KeyTaken):  # what was answered is not done again, and its reply is not used
        games.handle(game_id, one_more, key=key, make_reply=make_reply)
    assert games.store.answers.find(key.scope, key.key) == stored
    assert games.fresh(game_id) == after


def test_a_command_that_a_stale_game_refuses_is_decided_again(app: Flask, other_app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    game_id, stale = UUID(game.rpartition("/")[2]), other_app.extensions["kontor"].games
    before = stale.fresh(game_id).game.version
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201

    def decide(at: GameAt) -> Move:
        if at.game.version == before:
            raise GameOver("The game is over.")
        return one_more(at)

    after, _ = stale.handle(game_id, decide)
    assert after.game.version == version_of(anna, game)

    def hopeless(at: GameAt) -> Move:
        raise GameOver("The game is over.")

    with pytest.raises(GameOver):  # the game has not moved on
        stale.handle(game_id, hopeless)
