"""The embedded PostgreSQL: a cluster under the data directory, reached by its socket only."""

import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from kontor.service.stack import postgres_account, processes
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.postgres_account import PostgresAccount
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


def url(directory: DataDirectory, role: str = "kontor_app", database: str = "kontor") -> str:
    """How a role reaches a database of the cluster: the socket's folder is its owner's alone, so no password."""
    return f"postgresql://{role}@/{database}?host={quote(str(directory.pg), safe='')}"


def start(directory: DataDirectory, extra: dict[str, str] | None = None, programs: Path | None = None) -> Child:
    """Make the cluster if it is missing, start it, and see to roles and database. `programs`: another PostgreSQL's."""
    account = postgres_account.find(directory)
    if programs is not None:
        account = replace(account, programs=programs)
    _make(directory, account)
    _end_stray(directory, account)
    settings = {**SETTINGS, "unix_socket_directories": f'"{directory.cluster.parent}"', **(extra or {})}
    options = [f"--{name}={value}" for name, value in settings.items()]
    child = processes.start(
        "PostgreSQL",
        [account.program("postgres"), "-D", str(directory.cluster), *options],
        stop_signal=signal.SIGINT,  # fast shutdown: open transactions are rolled back
        log=directory.log("postgres"),
        identity=account.identity,
    )
    try:
        _wait(directory, child)
        _make_roles(directory, account)
    except BaseException:
        child.stop(5)
        raise
    return child


def _make(directory: DataDirectory, account: PostgresAccount) -> None:
    version = directory.cluster / "PG_VERSION"
    if version.exists():
        if (made_by := version.read_text().strip()) != "18":
            raise CannotStart(
                f"{directory.cluster} was made by PostgreSQL {made_by}, this Kontor brings 18. "
                "Dump it with the old one and load it with the new one (docs/operations.md)."
            )
        return
    # renamed when complete: a start that was interrupted leaves no half cluster
    making = directory.cluster.with_name("making")
    shutil.rmtree(making, ignore_errors=True)
    argv = [account.program("initdb"), "-D", str(making), "-U", SUPERUSER, "--auth-local=trust", "--auth-host=reject"]
    done = processes.run([*argv, "--encoding=UTF8", "--locale=C", "--no-instructions"], account.identity)
    if done.returncode:
        raise CannotStart(f"PostgreSQL's cluster cannot be made: {processes.reason(done.stderr)}")
    making.rename(directory.cluster)


def _end_stray(directory: DataDirectory, account: PostgresAccount) -> None:
    """End a server that outlived its `kontor up` (we hold the directory's lock, so nobody else uses it)."""
    if (directory.cluster / "postmaster.pid").exists():
        argv = [account.program("pg_ctl"), "-D", str(directory.cluster), "-m", "fast", "-t", "20", "stop"]
        processes.run(argv, account.identity)


def _wait(directory: DataDirectory, child: Child) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url(directory, SUPERUSER, "postgres"), connect_timeout=5).close()
            return
        except psycopg.OperationalError as error:
            if not child.is_running:
                raise CannotStart(f"PostgreSQL did not start: {child.last_error()}") from error
            if time.monotonic() > deadline:
                raise CannotStart(f"PostgreSQL does not answer: {child.last_error()}") from error
        time.sleep(0.05)


def _make_roles(directory: DataDirectory, account: PostgresAccount) -> None:
    """The same file that an operator runs on a server of their own."""
    argv = [account.program("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", url(directory, SUPERUSER, "postgres")]
    done = processes.run([*argv, "-f", "-"], None, ROLES.read_bytes())
    if done.returncode:
        raise CannotStart(f"The roles of Kontor cannot be made: {processes.reason(done.stderr)}")
