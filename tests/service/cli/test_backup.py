"""`kontor server backup` and `restore`, drilled: a backup is made while people play, restored into another cluster, and
played on. What was acknowledged before it is there with its receipts; what came after is said to be lost."""

import json
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.signing.keys import make_keys, read_keys
from kontor.service.stack import postgres
from kontor.service.stack.data_directory import DataDirectory
from kontor.service.store.pool import open_pool
from kontor.service.tlog.log import note_signer
from tests.support import damage
from tests.support.callers import Caller, a_game, finish, next_command, opened, version_of
from tests.support.commands import call
from tests.support.servers import IN_A_HURRY, Servers
from tests.support.signing_log import sign_checkpoint

GAMES = 3
FIRST = 20  # commands that are acknowledged before the backup begins

ONE_BACK: LiteralString = """
    UPDATE games SET version = version - 1, head = (SELECT hash FROM events AS e WHERE e.game_id = games.game_id
                                                    AND e.version = games.version - 1) WHERE game_id = %(game)s
"""


@dataclass
class Keeper:
    """Somebody who plays without end, and keeps every answer with its receipt."""

    caller: Caller
    games: list[str]
    kept: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    played: threading.Event = field(default_factory=threading.Event)

    def play(self, stop: threading.Event) -> None:
        n = 0
        while not stop.is_set():
            game = self.games[n % len(self.games)]
            if not self.caller.get(game).json["awaiting"]:
                self.games[n % len(self.games)] = game = a_game(self.caller)
            command = next_command(self.caller, game, n)
            answer = self.caller.post(f"{game}/commands", command, Idempotency_Key=f"k{n}")
            assert answer.status_code == 201, answer.text
            self.asked.append((game, command, f"k{n}"))
            self.kept.append(dict(answer.json))
            n += 1
            if n == FIRST:
                self.played.set()


@contextmanager
def playing(keeper: Keeper) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=keeper.play, args=(stop,))
    thread.start()
    try:
        assert keeper.played.wait(30)
        yield
    finally:
        stop.set()
        thread.join()


@dataclass(frozen=True)
class Drill:
    """What the first cluster was like, what was kept of it, and the second one."""

    first: Settings
    second: Settings
    place: Path
    keeper: Keeper
    before: int  # of what was kept, how much had been acknowledged when the backup began
    ticket: str
    said: str


@pytest.fixture(scope="module")
def drill(servers: Servers, roomy: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drill]:
    """Play, back up, play on, restore elsewhere: once for all tests of this file."""
    home, name = tmp_path_factory.mktemp("drill"), servers.database()
    keys = home / "keys.json"
    make_keys(keys)
    urls = {"database_url": servers.app_url(name), "migrate_url": servers.owner_url(name), "signing_keys": str(keys)}
    first = replace(roomy, **urls)  # type: ignore[arg-type]  # three strings
    with _app(first) as app:
        anna = opened(app)
        finished = a_game(anna)
        finish(app, anna, finished)
        keeper = Keeper(anna, [a_game(anna) for _ in range(GAMES)])
        _signed(first)
        with playing(keeper):
            before, place = len(keeper.kept), home / "backup"
            made = call("server", "backup", str(place), "--json", env=dict(first.environment()))
            assert made.exit_code == 0, made.output
            assert json.loads(made.output)["games"] == manifest(place)["games"] > GAMES
        late = a_game(anna)  # after the backup: lost
        answer = anna.post(f"{late}/commands", next_command(anna, late))
        keeper.kept.append(dict(answer.json))
        ticket = anna.post("/v1/me/stream-tickets", {"stream": f"{finished}/stream"}).json
    directory = DataDirectory(Path(tempfile.mkdtemp(prefix="kontor-")) / "data")
    try:
        done = call("server", "restore", str(place), "--data", str(directory.path), env=dict(first.environment()))
        assert done.exit_code == 0, done.output
        server = postgres.start(directory, IN_A_HURRY)  # as `kontor up` would
        try:
            urls = {"database_url": postgres.url(directory), "migrate_url": postgres.url(directory, "kontor_owner")}
            second = replace(first, **urls, signing_keys=str(directory.signing_keys))  # type: ignore[arg-type]
            yield Drill(first, second, place, keeper, before, json.dumps(ticket), done.output)
        finally:
            server.stop(5)
    finally:
        shutil.rmtree(directory.path.parent, ignore_errors=True)


@contextmanager
def _app(settings: Settings) -> Iterator[Flask]:
    made = create_app(settings)
    try:
        yield made
    finally:
        made.extensions["kontor"].pool.close()


def _signed(settings: Settings) -> None:
    with open_pool(settings.database_url, 2) as pool:
        sign_checkpoint(pool, note_signer(read_keys(Path(settings.signing_keys)), "log.example/v2"))


def manifest(place: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((place / "manifest.json").read_text())
    return found


def test_acknowledged_commands_survive_the_restore_and_games_continue(drill: Drill, tmp_path: Path) -> None:
    """Every receipt of before the backup is confirmed; a repeated request gets its answer; the game goes on."""
    words = list(_files(drill.keeper.kept[: drill.before], tmp_path))
    with _app(drill.second) as app:
        anna = drill.keeper.caller.at(app)
        for (game, command, key), kept in list(zip(drill.keeper.asked, drill.keeper.kept, strict=False))[
            : drill.before
        ]:
            again = anna.post(f"{game}/commands", command, Idempotency_Key=key)
            assert (again.status_code, again.headers["Idempotent-Replayed"], again.json) == (201, "true", kept)
        finish(app, anna, a_game(anna))
        games = {game for game, _, _ in drill.keeper.asked[: drill.before]}
        running = [game for game in games if anna.get(game).json["awaiting"]]
        assert running
        for game in running:
            assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    audited = call("audit", "db", "--jobs", "1", *words, env=dict(drill.second.environment()))
    assert audited.exit_code == 0, audited.output
    assert "no flaws" in audited.output


def test_commands_acknowledged_after_the_backup_are_reported_as_lost(drill: Drill, tmp_path: Path) -> None:
    assert f"The backup is of {manifest(drill.place)['at']}" in drill.said
    assert "Commands that the server accepted after the backup are lost" in drill.said
    lost = drill.keeper.kept[-1]
    audited = call("audit", "db", "--jobs", "1", *_files([lost], tmp_path), env=dict(drill.second.environment()))
    assert audited.exit_code == 1
    assert f"game {lost['receipt']['game']}: receipt: key " in audited.output
    assert "signed it, but the game does not exist here" in audited.output


def test_a_version_that_is_lost_is_named_by_its_receipt(drill: Drill, tmp_path: Path) -> None:
    """Of a game that is there, but not as far as somebody was told."""
    with _app(drill.first) as app:
        anna = drill.keeper.caller.at(app)
        game = a_game(anna)
        words = list(_files([dict(anna.get(f"{game}/head").json)], tmp_path))
        version = version_of(anna, game)
    damage.damage(drill.first, damage.GONE, game, version)  # as a backup of a moment earlier would have it
    damage.damage(drill.first, ONE_BACK, game)
    audited = call("audit", "db", "--game", str(damage.id_of(game)), *words, env=dict(drill.first.environment()))
    assert audited.exit_code == 1
    assert f"receipt: expected version {version}, signed by key" in audited.output


def test_keys_made_since_are_unknown_and_so_are_tickets(drill: Drill) -> None:
    with _app(drill.first) as app:
        late = opened(app, "Late")
    with _app(drill.second) as app:
        assert late.at(app).get("/v1/me").status_code == 401
        assert Caller(app).get(json.loads(drill.ticket)["href"]).status_code == 401


def test_readers_of_the_order_across_games_continue(drill: Drill) -> None:
    """A new epoch: transaction numbers start anew there."""
    with psycopg.connect(drill.second.migrate_url) as conn:
        assert conn.execute("SELECT max(number) FROM epoch").fetchall() == [(2,)]
    assert call("server", "doctor", env=dict(drill.second.environment())).output.count("ok       database") == 1
    _signed(drill.second)
    audited = call("audit", "db", "--jobs", "1", env=dict(drill.second.environment()))
    assert audited.exit_code == 0, audited.output


def test_it_is_restored_into_external_servers_too(drill: Drill) -> None:
    with _another_database(drill) as url:
        env = {**drill.second.environment(), "KONTOR_MIGRATE_URL": url}
        done = call("server", "restore", str(drill.place), env=env)
        assert (done.exit_code, "Next: start kontor server serve and kontor server worker" in done.output) == (
            0,
            True,
        ), done.output
    with _another_database(drill) as url:
        env = {**drill.second.environment(), "KONTOR_MIGRATE_URL": url}
        done = call("server", "restore", str(drill.place), "--json", env=env)
        told = json.loads(done.output)
        assert (told["games"], told["at"]) == (manifest(drill.place)["games"], manifest(drill.place)["at"])
        with psycopg.connect(url) as conn:
            found = conn.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)").fetchall()
        assert found == [(manifest(drill.place)["games"], manifest(drill.place)["events"])]


def test_a_backup_lists_its_content_and_only_its_owner_can_read_it(drill: Drill) -> None:
    told = manifest(drill.place)
    assert "Next: start kontor up." in drill.said
    assert (told["games"] >= GAMES + 1, told["accounts"], told["checkpoint"] > 0) == (True, 1, True)
    assert {oct(path.stat().st_mode & 0o077) for path in (drill.place, *drill.place.iterdir())} == {"0o0"}
    assert read_keys(Path(drill.second.signing_keys)) == read_keys(Path(drill.first.signing_keys))


def test_it_is_restored_into_an_empty_database_alone(drill: Drill) -> None:
    result = call("server", "restore", str(drill.place), env=dict(drill.second.environment()))
    assert result.exit_code == 1
    assert "already has" in str(result.exception)


def test_a_backup_that_was_altered_is_refused_before_anything_is_done(drill: Drill, tmp_path: Path) -> None:
    place = tmp_path / "altered"
    subprocess.run(["cp", "-r", str(drill.place), str(place)], check=True)
    with (place / "database.dump").open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"?")
    result = call("server", "restore", str(place), env=dict(drill.second.environment()))
    assert "is corrupt" in str(result.exception)
    (place / "manifest.json").write_text("{}")
    assert "is not a backup" in str(
        call("server", "restore", str(place), env=dict(drill.second.environment())).exception
    )


def test_keys_that_did_not_sign_these_games_are_refused(drill: Drill, tmp_path: Path) -> None:
    make_keys(tmp_path / "other.json")
    env = {**drill.second.environment(), "KONTOR_SIGNING_KEYS": str(tmp_path / "other.json")}
    with _another_database(drill) as url:
        result = call("server", "restore", str(drill.place), env={**env, "KONTOR_MIGRATE_URL": url})
        assert "which signed receipts of these games" in str(result.exception)
        with psycopg.connect(url) as conn:
            assert conn.execute("SELECT count(*) FROM pg_class WHERE relname = 'events'").fetchall() == [(0,)]


def test_a_directory_that_exists_is_not_written_to(drill: Drill, tmp_path: Path) -> None:
    result = call("server", "backup", str(tmp_path), env=dict(drill.first.environment()))
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])


def test_a_backup_that_fails_leaves_nothing(drill: Drill, tmp_path: Path) -> None:
    env = {**drill.first.environment(), "KONTOR_MIGRATE_URL": drill.first.database_url}  # not the owner
    assert call("server", "backup", str(tmp_path / "backup"), env=env).exit_code == 1
    assert list(tmp_path.iterdir()) == []


def _files(answers: list[dict[str, Any]], place: Path) -> Iterator[str]:
    for n, answer in enumerate(answers):
        (place / f"{n}.json").write_text(json.dumps(answer))
        yield "--receipt"
        yield str(place / f"{n}.json")


@contextmanager
def _another_database(drill: Drill) -> Iterator[str]:
    owner = drill.second.migrate_url
    superuser = owner.replace("kontor_owner@/kontor", "postgres@/postgres")
    with psycopg.connect(superuser, autocommit=True) as conn:
        conn.execute("CREATE DATABASE other OWNER kontor_owner TEMPLATE template0")
        try:
            yield owner.replace("@/kontor", "@/other")
        finally:
            conn.execute("DROP DATABASE other WITH (FORCE)")
