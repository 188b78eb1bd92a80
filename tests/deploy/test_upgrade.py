"""An upgrade without a pause: the code of before the newest migration and that of today, on one database, one game."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from kontor.service.settings import PREFIX
from kontor.service.signing.keys import make_keys
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.commands import call
from tests.support.paths import ROOT
from tests.support.servers import Servers

pytestmark = pytest.mark.xdist_group("upgrade")

SETTINGS = {"visibility": "unlisted", "practice": True, "bot_milliseconds": 50, "bots_welcome": False}
MIGRATIONS = "service/migrations/versions"


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree as it was before the last migration that was committed."""
    place = tmp_path_factory.mktemp("older")
    try:
        changed = _git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS).decode().strip()
        packed = _git("archive", f"{changed}^", "domain", "service", "workers", "kontor", "tests")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no history here that an older tree could be taken from")
    subprocess.run(["tar", "-x", "-C", str(place)], input=packed, check=True)
    return place


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True).stdout


@pytest.fixture(scope="module")
def env(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Settings on a database that is there and has no tables."""
    keys = tmp_path_factory.mktemp("keys") / "keys.json"
    make_keys(keys)
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        conn.execute("CREATE DATABASE upgraded OWNER kontor_owner TEMPLATE template0")
        conn.execute("GRANT CONNECT ON DATABASE upgraded TO kontor_app, kontor_reader")
    own = {"DATABASE_URL": servers.app_url("upgraded"), "MIGRATE_URL": servers.owner_url("upgraded")}
    own |= {"REDIS_URL": servers.redis_url, "SIGNING_KEYS": str(keys), "RULESETS": "tests.tiny:RULESET"}
    own |= {"API_PROCESSES": "1", "LIMIT_COMMANDS": "0", "LIMIT_READS": "0"}
    return {PREFIX + name: value for name, value in own.items()}


@contextmanager
def served_by(tree: Path, env: Mapping[str, str]) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "kontor.service.cli", "serve"],
        cwd=tree,
        env={**os.environ, **env, "KONTOR_PORT": str(port), "PYTHONPATH": str(tree)},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: _is_well(url, process), 90)
        yield url
    finally:
        process.terminate()
        process.wait(15)


def _is_well(url: str, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "it ended at once"
    try:
        return httpx.get(f"{url}/healthz", timeout=2).is_success
    except httpx.HTTPError:
        return False


def _migrated_by(tree: Path, env: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "kontor.service.cli", "migrate"],
        cwd=tree,
        env={**os.environ, **env, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()[-1]


class Table:
    """A game of which one person plays all seats, at whichever server they please."""

    def __init__(self, url: str) -> None:
        self.key = httpx.post(f"{url}/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        self.headers = {"Authorization": f"Bearer {self.key}"}
        self.game = self.new_game(url)
        self.played = 0

    def new_game(self, url: str) -> str:
        asked = {"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}] * 2, "options": {"rounds": 9}}
        asked |= SETTINGS
        made = httpx.post(f"{url}/v1/games", json=asked, headers=self.headers)
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def move(self, url: str) -> Mapping[str, Any]:
        with httpx.Client(base_url=f"{url}/v1/games/{self.game}", headers=self.headers, timeout=30) as client:
            told = client.get("").json()
            if not told["awaiting"]:
                self.game = self.new_game(url)
                return self.move(url)
            seat = told["awaiting"][0]
            command = client.get(f"/legal-commands?seat={seat}&sample=1").json()["commands"][0]
            answer = client.post("/commands", json={**command, "seat": seat})
        assert answer.status_code == 201, answer.text
        self.played += 1
        return dict(answer.json())


def test_old_and_new_code_play_one_game_on_one_log(older: Path, env: Mapping[str, str], tmp_path: Path) -> None:
    before = _migrated_by(older, env)
    with served_by(older, env) as old:
        table, stop, flaws = Table(old), threading.Event(), list[BaseException]()

        def go_on() -> None:
            try:
                while not stop.is_set():
                    table.move(old)
            except BaseException as error:
                flaws.append(error)

        playing = threading.Thread(target=go_on)
        playing.start()
        wait_until(lambda: table.played > 2 or bool(flaws))
        after = _migrated_by(ROOT, env)  # while the old one serves
        played = table.played
        wait_until(lambda: table.played > played + 2 or bool(flaws))
        stop.set()
        playing.join()
        assert (flaws, before < after) == ([], True)
        with served_by(ROOT, env) as new:
            kept = [table.move(url) for url in (new, old, new, old, new)]
            assert [each["receipt"]["version"] for each in kept] == sorted(each["receipt"]["version"] for each in kept)
            for made_by, read_by in ((old, new), (new, old)):
                game = httpx.get(f"{read_by}/v1/games/{table.new_game(made_by)}", headers=table.headers).json()
                assert game | SETTINGS == game
            heads = [httpx.get(f"{url}/v1/games/{table.game}/head", headers=table.headers) for url in (old, new)]
            assert heads[0].json()["hash"] == heads[1].json()["hash"]
    words = [word for n, each in enumerate(kept) for word in ("--receipt", _file(tmp_path / f"{n}.json", each))]
    audited = call("audit", "db", "--jobs", "1", *words, env=dict(env))
    assert (audited.exit_code, "no flaws" in audited.output) == (0, True), audited.output


def _file(path: Path, answer: Mapping[str, Any]) -> str:
    path.write_text(json.dumps(answer))
    return str(path)
