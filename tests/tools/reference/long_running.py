"""Commands that run until they are stopped and print nothing: what can be observed while they run."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx

from kontor.service.stack import postgres, redis
from kontor.service.stack.data_directory import DataDirectory
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.running_up import Up

KONTOR = (sys.executable, "-m", "kontor.service.cli")


def run_until_stopped(up: Up, env: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    """Run them next to a running server, on its databases."""
    directory, port = DataDirectory(up.data), free_port()
    given = {
        **env,
        "KONTOR_DATABASE_URL": postgres.url(directory),
        "KONTOR_REDIS_URL": redis.url(directory),
        "KONTOR_SIGNING_KEYS": str(directory.signing_keys),
        "KONTOR_SIGNER_NOTES": str(directory.path / "signer"),
        "KONTOR_PORT": str(port),
    }
    with _running("serve", given):
        health = f"http://127.0.0.1:{port}/healthz"
        wait_until(lambda: _answers(health), 60)
        alive = httpx.get(health).text
        healthy = subprocess.run(
            [*KONTOR, "server", "health"], env=given, capture_output=True, text=True, check=True
        ).stdout
    with _running("worker", given):
        jobs = subprocess.run([*KONTOR, "server", "jobs"], env=given, capture_output=True, text=True, check=True).stdout
    return {
        "server serve": {"line": "kontor server serve &\n$ curl http://127.0.0.1:8080/healthz", "said": alive.strip()},
        "server health": {"line": "kontor server health; echo $?", "said": f"{healthy}0"},
        "server worker": {"line": "kontor server worker &\n$ kontor server jobs", "said": jobs.strip()},
        "witness": witness(env),
    }


def witness(env: Mapping[str, str]) -> Mapping[str, str]:
    """Run a new witness until it listens."""
    with tempfile.TemporaryDirectory() as place:
        words = [*KONTOR, "witness", "w1.json", "--name", "witness.example/w1"]
        process = subprocess.Popen(words, cwd=place, env=env, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout
            said = process.stdout.readline() + process.stdout.readline()
        finally:
            process.terminate()
            process.communicate()
    return {"line": "kontor witness w1.json --name witness.example/w1", "said": said.strip()}


@contextmanager
def _running(command: str, env: Mapping[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        [*KONTOR, "server", command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
        assert process.poll() is None, f"kontor server {command} has ended"
    finally:
        process.terminate()
        process.wait(30)


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False
