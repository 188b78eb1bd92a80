"""The embedded PostgreSQL: a cluster in the data directory. It listens only on a Unix socket."""

import shutil
import signal
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from kontor.service.stack import leftover_processes, postgres_account, postgres_logins, processes
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.postgres_account import PostgresAccount
from kontor.service.stack.processes import Child

SUPERUSER = "postgres"
ROLES = Path(__file__).parent.parent / "migrations" / "roles.sql"
PATIENCE = 60.0  # seconds for a start: after a crash PostgreSQL replays its log first
TIMEOUT = 3  # seconds for one login
STOPS = 10  # seconds for a server of an earlier start to shut down

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_min_messages": "warning",
}


def url(directory: DataDirectory, role: str = "kontor_app", database: str = "kontor") -> str:
    """Return the address of a database for a role. The address has no password, because the operating system identifies
    the user."""
    return f"postgresql://{role}@/{database}?host={quote(str(directory.pg), safe='')}"


def start(directory: DataDirectory, extra: dict[str, str] | None = None, programs: Path | None = None) -> Child:
    """Create the cluster if it is missing, start PostgreSQL, and create roles and database. `programs`: the folder of
    another PostgreSQL."""
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
        processes.wait_until_ready(child, lambda: answers(url(directory, SUPERUSER, "postgres")), PATIENCE)
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
                f"{directory.cluster} belongs to PostgreSQL {made_by}, but this Kontor includes 18. "
                "Dump the cluster with the old version, and load the dump with the new version (docs/operations.md)."
            )
        return
    # An interrupted start must not leave an incomplete cluster, so it is renamed when it is complete.
    making = directory.cluster.with_name("making")
    shutil.rmtree(making, ignore_errors=True)
    argv = [account.program("initdb"), "-D", str(making), "-U", SUPERUSER, "--auth-local=trust", "--auth-host=reject"]
    done = processes.run([*argv, "--encoding=UTF8", "--locale=C", "--no-instructions"], account.identity)
    if done.returncode:
        raise CannotStart(f"Cannot create PostgreSQL's cluster: {processes.reason(done.stderr)}")
    making.rename(directory.cluster)


def _end_stray(directory: DataDirectory, account: PostgresAccount) -> None:
    """Stop a server that still runs although its `kontor up` has ended. This process holds the directory's lock, so no
    other process uses the server. Kill a server that does not stop, and the remaining processes of a killed server,
    because their shared memory would prevent the start. PostgreSQL recovers from its log."""
    if _is_left(directory):
        argv = [account.program("pg_ctl"), "-D", str(directory.cluster), "-m", "fast", "-t", str(STOPS), "stop"]
        processes.run(argv, account.identity)
    leftover_processes.end_servers("postgres", directory.cluster)
    if not _is_left(directory):  # a killed server leaves these files, and the next one would believe that it runs
        for claim in (directory.cluster / "postmaster.pid", directory.pg / ".s.PGSQL.5432.lock"):
            claim.unlink(missing_ok=True)


def _is_left(directory: DataDirectory) -> bool:
    """Return whether the process in `postmaster.pid` is still a server of this cluster. Another process may have the
    same id now."""
    try:
        number = int((directory.cluster / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return False
    process = Path("/proc") / str(number)
    if not process.parent.joinpath("self").exists():  # not Linux: only the file can tell
        return True
    try:
        return (process / "cwd").readlink() == directory.cluster
    except OSError:
        return False


def answers(address: str) -> bool:
    """Return whether a login to PostgreSQL succeeds. A frozen server accepts connections, but does not answer the
    login."""
    try:
        psycopg.connect(address, connect_timeout=TIMEOUT, application_name="kontor-watch").close()
    except psycopg.OperationalError:
        return False
    return True


def _make_roles(directory: DataDirectory, account: PostgresAccount) -> None:
    """Create the roles and the database, with the SQL file that operators use on their own servers."""
    argv = [account.program("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", url(directory, SUPERUSER, "postgres")]
    done = processes.run([*argv, "-f", "-"], None, ROLES.read_bytes())
    if done.returncode:
        raise CannotStart(f"Cannot create the roles of Kontor: {processes.reason(done.stderr)}")
