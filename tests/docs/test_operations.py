"""docs/how-to/run-on-your-own-servers.md, and docs/transparency.md for a witness: every block of both is run."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from kontor import Client
from kontor.service.stack import postgres, postgres_account
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.paths import ROOT
from tests.support.servers import running
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor
from tests.support.witnesses import Witness

SUPERUSER, ONCE, SERVE, WORKER = shell_blocks("docs/how-to/run-on-your-own-servers.md")
FETCH, SEND = shell_blocks("docs/transparency.md")
WITNESS = Witness()
TINY = "tests.tiny:RULESET"  # every process loads all rulesets


@pytest.fixture(scope="module")
def env() -> Iterator[dict[str, str]]:
    """A PostgreSQL where the page's hosts are, on which nobody has made roles' database yet, and a Redis."""
    with running() as servers:
        with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
            conn.execute("DROP DATABASE kontor")
        programs = Path(postgres_account.find(servers.directory).program("psql")).parent
        found = with_kontor(PGHOST=str(servers.directory.pg), PGUSER=postgres.SUPERUSER, KONTOR_API_PROCESSES="1")
        found["PATH"] = f"{found['PATH']}:{programs}"
        found |= {"KONTOR_WORKER_PROCESSES": "1", "KONTOR_CHECKPOINT_SECONDS": "1", "KONTOR_RULESETS": TINY}
        yield {**found, "REDIS": servers.redis_url}


def here(block: str, env: dict[str, str], folder: Path) -> str:
    """The block with this machine's addresses in the place of the page's."""
    paths = (("/etc/kontor", str(folder)), ("/var/lib/kontor", str(folder)))
    for shown, real in (("@db/", "@/"), ("redis://redis/0", env["REDIS"]), *paths):
        assert shown in ONCE
        block = block.replace(shown, real)
    return block


@contextmanager
def node(block: str, exports: str, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(["bash", "-c", f"{exports}\nexec {block}"], cwd=ROOT, env=env)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def test_a_service_on_servers_of_one_s_own_and_a_witness_of_its_log(env: dict[str, str], tmp_path: Path) -> None:
    once = here(ONCE, env, tmp_path)
    said = run_blocks([SUPERUSER, once], ROOT, env)
    assert "CREATE DATABASE" in said
    exports = "\n".join(line for line in once.splitlines() if line.startswith("export ") and "MIGRATE" not in line)
    port = free_port()
    settings = {**env, "KONTOR_PORT": str(port), "KONTOR_WITNESSES": str(WITNESS.key)}
    url = f"http://127.0.0.1:{port}"
    with node(SERVE, exports, settings), node(WORKER, exports, settings):
        wait_until(lambda: answers(f"{url}/readyz"), 120)
        with Client(url) as nobody, Client(url, nobody.open_account("Anna").api_key) as anna:
            game = anna.create_game("tiny", ["random"] * 2, board="square")
            wait_until(lambda: anna.game(game).version > game.version, 120)
        wait_until(lambda: answers(f"{url}/v1/tlog/checkpoint"), 120)
        shell = {**settings, "SERVER": url}
        run_blocks([FETCH], tmp_path, shell)
        kept = tmp_path / "checkpoint"
        line = WITNESS.line(kept.read_text())
        kept.write_text(kept.read_text() + line)
        assert line in run_blocks([SEND], tmp_path, shell)


def answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).is_success
    except httpx.TransportError:
        return False
