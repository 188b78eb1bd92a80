"""Run compose.yaml without a Docker engine: its services in its order, with its commands and its environment.

The containers of Kontor are processes of an image that was built by `tests.support.image_build`. PostgreSQL and Redis
are those of the tests, prepared by the files that compose mounts and the command that it names. Differences: host names
become ports of this machine, and the API listens on a free port of loopback.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from pathlib import Path
from signal import SIGINT
from typing import Any

import psycopg
import yaml  # type: ignore[import-untyped]  # for tests only
from redis import ConnectionError, Redis

from kontor.service.stack import data_directory, postgres, postgres_account, processes, redis
from kontor.service.stack.data_directory import DataDirectory
from kontor.service.stack.postgres_account import PostgresAccount
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.image_build import SYSTEM, Image
from tests.support.paths import ROOT
from tests.support.servers import IN_A_HURRY, OTHER_POSTGRES, OTHER_REDIS

FILE = ROOT / "deploy" / "compose" / "compose.yaml"
PASSWORDS = {
    "POSTGRES_PASSWORD": "not a secret",
    "KONTOR_OWNER_PASSWORD": "owner-7Q",
    "KONTOR_APP_PASSWORD": "app-7Q",
}
ENTRY = "/docker-entrypoint-initdb.d/"
KONTOR_ROLES = ("kontor_owner", "kontor_app", "kontor_reader")


@dataclass(frozen=True)
class Ports:
    postgres: int
    redis: int
    api: int

    def instead_of_names(self, text: str) -> str:
        """Return the text with addresses of this machine instead of the host names of compose."""
        text = re.sub(r"@postgres\b", f"@127.0.0.1:{self.postgres}", text)
        return re.sub(r"//redis:6379\b", f"//127.0.0.1:{self.redis}", text)


def services() -> Mapping[str, Any]:
    """Return the services of compose.yaml, with passwords filled in as compose does."""
    text = re.sub(r"\$\{(\w+):\?\}", lambda found: PASSWORDS[found[1]], FILE.read_text(encoding="utf-8"))
    found: Mapping[str, Any] = yaml.safe_load(text)["services"]
    return found


def order(found: Mapping[str, Any]) -> list[str]:
    """Return the services in an order in which each service comes after the services that it depends on."""
    return list(TopologicalSorter({name: each.get("depends_on", {}) for name, each in found.items()}).static_order())


@contextmanager
def compose_up(image: Image) -> Iterator[str]:
    """Start all services in their order, wait until they are healthy, and yield the address of the API."""
    found, ports = services(), Ports(free_port(), free_port(), free_port())
    done_first = {
        name
        for each in found.values()
        for name, needs in each.get("depends_on", {}).items()
        if needs["condition"] == "service_completed_successfully"
    }
    with ExitStack() as stack:
        for name in order(found):
            service = found[name]
            match name:
                case "postgres":
                    stack.enter_context(_postgres(service, ports.postgres))
                case "redis":
                    stack.enter_context(_redis(service, ports.redis))
                case _ if name in done_first:
                    image.run(_argv(image, service), _environment(service, ports))
                case _:
                    stack.enter_context(_running(image, service, ports))
        yield f"http://127.0.0.1:{ports.api}"


def _argv(image: Image, service: Mapping[str, Any]) -> list[str]:
    """Return the command line of a service. As in compose, an entrypoint of the service also drops the command of the
    image."""
    if "entrypoint" in service:
        return [*service["entrypoint"], *service.get("command", [])]
    return [*image.entrypoint, *service.get("command", image.command)]


def _environment(service: Mapping[str, Any], ports: Ports) -> dict[str, str]:
    given = {name: ports.instead_of_names(value) for name, value in service["environment"].items()}
    return {**given, "KONTOR_HOST": "127.0.0.1", "KONTOR_PORT": str(ports.api)}


@contextmanager
def _running(image: Image, service: Mapping[str, Any], ports: Ports) -> Iterator[None]:
    """Run a service, and continue when its health check, or that of the image, succeeds. Stop the service as compose
    does."""
    env = _environment(service, ports)
    check = service["healthcheck"]["test"][1:] if "healthcheck" in service else image.healthcheck
    with tempfile.TemporaryFile("w+") as output:
        process = image.start(_argv(image, service), env, output)
        try:
            wait_until(lambda: _has_ended(process) or _is_healthy(image, check, env), 120)
            yield
        finally:
            process.terminate()
            code = process.wait(15)
            output.seek(0)
            print(output.read())
    assert code == 0


def _has_ended(process: subprocess.Popen[str]) -> bool:
    """Wait half a second, and return whether the process has ended. Health checks are processes too, and more of them
    would take processor time from the service that starts."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(0.5)
    return process.poll() is not None


def _is_healthy(image: Image, check: list[str], env: Mapping[str, str]) -> bool:
    asked = image.start(check, env, subprocess.PIPE)
    output, _ = asked.communicate(timeout=30)
    print(output)
    return asked.returncode == 0


@contextmanager
def _postgres(service: Mapping[str, Any], port: int) -> Iterator[None]:
    """Start PostgreSQL as its image does. The mounted scripts prepare a new cluster, in the order of their names, on a
    server without TCP. Then a server starts that asks for passwords on TCP."""
    directory = data_directory.prepare(Path(tempfile.mkdtemp(prefix="kontor-pg-")))
    account = postgres_account.find(directory)
    if OTHER_POSTGRES:
        account = replace(account, programs=OTHER_POSTGRES)
    try:
        first = postgres.start(directory, IN_A_HURRY, account.programs)
        try:
            _forget_roles(directory)
            scripts = {target: source for source, target, *_ in (each.split(":") for each in service["volumes"])}
            for target in sorted(each for each in scripts if each.startswith(ENTRY)):
                _prepare(FILE.parent / scripts[target], directory, account, service["environment"])
        finally:
            first.stop(5)
        (directory.cluster / "pg_hba.conf").write_text("host all all all scram-sha-256\n")
        options = {**IN_A_HURRY, "listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": ""}
        words = [f"--{name}={value}" for name, value in options.items()]
        argv = [account.program("postgres"), "-D", str(directory.cluster), *words]
        child = processes.start("PostgreSQL", argv, stop_signal=SIGINT, identity=account.identity)
        try:
            ready = [*service["healthcheck"]["test"][1:], "-p", str(port), "-q"]
            ready[0] = account.program(ready[0])
            wait_until(lambda: processes.run(ready, None).returncode == 0)
            yield
        finally:
            child.stop(5)
    finally:
        data_directory.remove(directory)


def _forget_roles(directory: DataDirectory) -> None:
    """Delete the roles that `postgres.start` has created for `kontor up`, because here the mounted scripts must create
    them."""
    with psycopg.connect(postgres.url(directory, postgres.SUPERUSER, "postgres"), autocommit=True) as conn:
        conn.execute("DROP DATABASE kontor")
        for role in KONTOR_ROLES:
            conn.execute(f"DROP ROLE {role}".encode())


def _prepare(script: Path, directory: DataDirectory, account: PostgresAccount, given: Mapping[str, str]) -> None:
    """Run a script as the image of PostgreSQL does. SQL is run by psql, and a script that is not executable is run by
    sh."""
    env = {**given, "PATH": f"{account.programs / 'bin'}:{SYSTEM}", "PGHOST": str(directory.pg.resolve())}
    by_psql = ["psql", "-v", "ON_ERROR_STOP=1", "-X", "-q", "-U", "postgres", "-d", "postgres", "-f", str(script)]
    argv = ["sh", str(script)] if script.suffix == ".sh" else by_psql
    done = subprocess.run(argv, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{script.name} failed:\n{done.stderr}"


@contextmanager
def _redis(service: Mapping[str, Any], port: int) -> Iterator[None]:
    _, *words = service["command"]
    argv = [str(OTHER_REDIS or redis.find_program()), *words, "--port", str(port), "--bind", "127.0.0.1"]
    child = processes.start("Redis", argv, log=Path(os.devnull))
    try:
        with Redis(port=port) as client:
            wait_until(lambda: _answers(client))
        yield
    finally:
        child.stop(5)


def _answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except ConnectionError:
        return False
