"""The embedded PostgreSQL: a cluster under the data directory, reached by its socket only."""

import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from kontor.service.stack import postgres_account, postgres_logins, processes, strays
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.postgres_account import PostgresAccount
from kontor.service.stack.processes import Child

SUPERUSER = "postgres"
ROLES = Path(__file__).parent.parent / "migrations" / "roles.sql"
PATIENCE = 60.0  # seconds for a start: after a crash the log is replayed first
STOPS = 10  # seconds for a server of an earlier start to end by itself

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_min_messages": "warning",
}


def url(directory: DataDirectory, role: str = "kontor_app", database: str = "kontor") -> str:
    """How a role reaches a database of the cluster: the system says who comes, so no password."""
    return f"postgresql://{role}@/{database}?host={quote(str(directory.pg), safe='')}"


def start(directory: DataDirectory, extra: dict[str, str] | None = None, programs: Path | None = None) -> Child:
    """Make the cluster if it is missing, start it, and see to roles and database. `programs`: another PostgreSQL's."""
    account = postgres_account.find(directory)
    if programs is not None:
        account = replace(account, programs=programs)
    _make(directory, account)
    _end_stray(directory, account)
    postgres_logins.write(directory, account.identity)
    settings = {**SETTINGS, "unix_socket_directories": f'"{directory.cluster.parent}"', **(extra or {})}
    options = [f"--{name}={value}" for name, value in settings.items()]
    child = processes.start(
        "PostgreSQL",
        [account.program("postgres"), "-D", str(directory.cluster), *options],
        stop_signal=signal.SIGINT,  # fast shutdown: open transactions are rolled back
        when_orphaned=signal.SIGINT,
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
    """End a server that outlived its `kontor up` (we hold the directory's lock, so nobody else uses it). One that does
    not end, and what a killed one has left, is killed: its log is made for that, and shared memory is in the way."""
    if _is_left(directory):
        argv = [account.program("pg_ctl"), "-D", str(directory.cluster), "-m", "fast", "-t", str(STOPS), "stop"]
        processes.run(argv, account.identity)
    strays.end_servers("postgres", directory.cluster)
    if not _is_left(directory):  # nobody may have taken note of its death, and PostgreSQL would believe it alive
        for claim in (directory.cluster / "postmaster.pid", directory.pg / ".s.PGSQL.5432.lock"):
            claim.unlink(missing_ok=True)


def _is_left(directory: DataDirectory) -> bool:
    """Whether the process that the cluster names is still that server: a number may be somebody else's by now."""
    try:
        number = int((directory.cluster / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return False
    process = Path("/proc") / str(number)
    if not process.parent.joinpath("self").exists():  # no Linux: the file is all we have
        return True
    try:
        return (process / "cwd").readlink() == directory.cluster
    except OSError:
        return False


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
