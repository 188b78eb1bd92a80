"""Two API processes on one database: what a command costs, that neither is ever behind, and who is first wins."""

import time
from dataclasses import replace
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from flask import Flask

from kontor.domain.kernel.bots import expand
from kontor.domain.kernel.play import read_command
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.games import Games
from kontor.service.engine.moves import Answered, Contention, IdempotencyKey, Move, Reply, seat_commit
from kontor.service.settings import Settings
from tests.support.api_processes import serving
from tests.support.callers import Caller, a_game, asked, next_command, version_of
from tests.support.servers import Servers

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
NOISE = 10  # connections that are opened, and the server's own housekeeping, count as well


@pytest.fixture
def quiet(own_settings: Settings) -> Settings:
    """A database that only these processes ask, without Redis and limits: so that every statement is a command's. Each
    has one connection: what that has prepared it need not prepare again."""
    alone = replace(own_settings, redis_url="", pool_size=1)
    return replace(alone, limit_commands=0, limit_reads=0, limit_accounts=0, limit_creates=0)


def statements(servers: Servers, settings: Settings, client: httpx.Client, places: list[str]) -> int:
    """Transactions of the database so far; in autocommit each statement is one.

    A connection reports its count after a statement, if its last report is more than a second old; so before the
    count is read (from another database) that of each process is used once more.
    """
    time.sleep(1.5)
    for place in places:
        assert client.get(f"{place}/state").status_code == 200
    name = settings.database_url.rpartition("/")[2].partition("?")[0]
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        row = conn.execute(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = %s", (name,)
        ).fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize(("processes", "each"), [(1, 1), (2, 2)])
def test_a_command_costs_one_statement_and_two_when_processes_take_turns(
    servers: Servers, quiet: Settings, processes: int, each: int
) -> None:
    """One does it all while caller and game are as the process remembers them. If they are not, that one, or another,
    tells who and where the game stands and what the process missed; the second appends."""
    with serving(quiet, processes) as urls, httpx.Client(timeout=30) as client:
        key = client.post(f"{urls[0]}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        body = asked("me", "me", options={"rounds": 9})
        game = client.post(f"{urls[0]}/v1/games", json=body).json()["href"]
        places = [f"{url}{game}" for url in urls]
        play_rounds(client, places, 2)  # warm: all have caller and game in mind, and their statements prepared
        before = statements(servers, quiet, client, places)
        play_rounds(client, places, ROUNDS)
        spent = statements(servers, quiet, client, places) - before - len(places)
    commands = ROUNDS * len(ROUND)
    assert each * commands <= spent <= each * commands + NOISE, f"{spent} statements for {commands} commands"


def play_rounds(client: httpx.Client, places: list[str], rounds: int) -> None:
    """Each command is sent to another process than the one before."""
    for n, command in enumerate(ROUND * rounds):
        answer = client.post(f"{places[n % len(places)]}/commands", json=command)
        assert answer.status_code == 201, answer.text


def test_a_stream_of_one_node_tells_what_another_does(own_settings: Settings) -> None:
    with serving(own_settings, 2) as urls, httpx.Client(timeout=30) as client:
        key = client.post(f"{urls[0]}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        client.headers["Authorization"] = f"Bearer {key}"
        made = client.post(f"{urls[0]}/v1/games", json=asked("me", "me")).json()
        with client.stream("GET", f"{urls[1]}{made['href']}/stream?after={made['version']}") as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            assert next(lines) == "retry: 3000"
            sent = client.post(f"{urls[0]}{made['href']}/commands", json=ROUND[0]).json()
            assert str(sent["version"]) in (line.removeprefix("id: ") for line in lines if line.startswith("id: "))


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


def test_who_is_beaten_five_times_in_a_row_gives_up_and_changes_nothing(
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
    stored = games.store.answer(key.scope, key.key)
    assert stored is not None
    assert (stored.status, stored.body, stored.headers) == (reply.status, reply.body, reply.headers)
    with pytest.raises(Answered) as again:  # what was answered is not done again, and its reply is not used
        games.handle(game_id, one_more, key=key, make_reply=make_reply)
    assert again.value.answer == stored
    assert games.fresh(game_id) == after


def test_whatever_is_raised_on_a_stale_game_is_decided_anew(app: Flask, other_app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    game_id, stale = UUID(game.rpartition("/")[2]), other_app.extensions["kontor"].games
    before = stale.fresh(game_id).game.version
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201

    def decide(at: GameAt) -> Move:
        if at.game.version == before:
            raise ZeroDivisionError
        return one_more(at)

    after, _ = stale.handle(game_id, decide)
    assert after.game.version == version_of(anna, game)

    def hopeless(at: GameAt) -> Move:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):  # nothing new: so it was not that
        stale.handle(game_id, hopeless)
