"""The embedded PostgreSQL: a cluster under the data directory, reached by its socket only."""

import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from kontor.service.stack import postgres_account, processes
from kontor.service.stack.data_directory import CannotStart, Places
from kontor.service.stack.postgres_account import Footing
from kontor.service.stack.processes import Child

SUPERUSER = "postgres"
ROLES = Path(__file__).parent.parent / "migrations" / "roles.sql"
PATIENCE = 60.0  # seconds for a start: after a crash the log is replayed first

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_min_messages": "warning",
}


def url(places: Places, role: str = "kontor_app", database: str = "kontor") -> str:
    """How a role reaches a database of the cluster: the socket's folder is its owner's alone, so no password."""
    return f"postgresql://{role}@/{database}?host={quote(str(places.pg), safe='')}"


def start(places: Places, extra: dict[str, str] | None = None, programs: Path | None = None) -> Child:
    """Make the cluster if it is missing, start it, and see to roles and database. `programs`: another PostgreSQL's."""
    ground = postgres_account.find(places)
    if programs is not None:
        ground = replace(ground, programs=programs)
    _make(places, ground)
    _end_stray(places, ground)
    settings = {**SETTINGS, "unix_socket_directories": f'"{places.cluster.parent}"', **(extra or {})}
    options = [f"--{name}={value}" for name, value in settings.items()]
    child = processes.start(
        "PostgreSQL",
        [ground.program("postgres"), "-D", str(places.cluster), *options],
        farewell=signal.SIGINT,  # fast shutdown: open transactions are rolled back
        log=places.log("postgres"),
        identity=ground.identity,
    )
    try:
        _wait(places, child)
        _make_roles(places, ground)
    except BaseException:
        child.stop(5)
        raise
    return child


def _make(places: Places, ground: Footing) -> None:
    version = places.cluster / "PG_VERSION"
    if version.exists():
        if (made_by := version.read_text().strip()) != "18":
            raise CannotStart(
                f"{places.cluster} was made by PostgreSQL {made_by}, this Kontor brings 18. "
                "Dump it with the old one and load it with the new one (docs/operations.md)."
            )
        return
    making = places.cluster.with_name(
        "making"
    )  # renamed when complete: a start that was interrupted leaves no half cluster
    shutil.rmtree(making, ignore_errors=True)
    argv = [ground.program("initdb"), "-D", str(making), "-U", SUPERUSER, "--auth-local=trust", "--auth-host=reject"]
    done = processes.run([*argv, "--encoding=UTF8", "--locale=C", "--no-instructions"], ground.identity)
    if done.returncode:
        raise CannotStart(f"PostgreSQL's cluster cannot be made: {processes.reason(done.stderr)}")
    making.rename(places.cluster)


def _end_stray(places: Places, ground: Footing) -> None:
    """End a server that outlived its `kontor up` (we hold the directory's lock, so nobody else uses it)."""
    if (places.cluster / "postmaster.pid").exists():
        argv = [ground.program("pg_ctl"), "-D", str(places.cluster), "-m", "fast", "-t", "20", "stop"]
        processes.run(argv, ground.identity)


def _wait(places: Places, child: Child) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url(places, SUPERUSER, "postgres"), connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if not child.is_running:
                raise CannotStart(f"PostgreSQL did not start: {child.last_words()}") from error
            if time.monotonic() > deadline:
                raise CannotStart(f"PostgreSQL does not answer: {child.last_words()}") from error
        time.sleep(0.05)


def _make_roles(places: Places, ground: Footing) -> None:
    """The same file that an operator runs on a server of their own."""
    argv = [ground.program("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", url(places, SUPERUSER, "postgres")]
    done = processes.run([*argv, "-f", "-"], None, ROLES.read_bytes())
    if done.returncode:
        raise CannotStart(f"The roles of Kontor cannot be made: {processes.reason(done.stderr)}")
