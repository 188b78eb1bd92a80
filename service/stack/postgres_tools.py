"""Find the PostgreSQL programs for backups that fit a server, and run them."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from kontor.service.stack import postgres_account, processes
from kontor.service.stack.data_directory import CannotStart

DEBIAN = Path("/usr/lib/postgresql")


def tool(name: str, server: int) -> str:
    """Return the path of a program for the server's major version. If there is none, return the next newer version,
    which can read older databases."""
    found = {version: path for path in _places(name) if (version := _version(path)) is not None}
    fitting = [version for version in sorted(found) if version >= server]
    if not fitting:
        known = ", ".join(map(str, sorted(found))) or "none"
        raise CannotStart(
            f"The server is PostgreSQL {server}, but the versions of {name} on this machine are: {known}. "
            f"Install {server} or newer (on Debian: postgresql-client)."
        )
    return str(found[fitting[0]])


def _places(name: str) -> Iterator[Path]:
    """Yield the paths where the program may be. If two programs have the same version, the caller uses the later one.
    So yield Kontor's own program first."""
    with suppress(CannotStart):  # the extra `embedded` may be missing
        yield postgres_account.postgres_wheel() / postgres_account.RELEASE / "bin" / name
    yield from sorted(DEBIAN.glob(f"*/bin/{name}"))
    if (installed := shutil.which(name)) is not None:
        yield Path(installed)


def _version(program: Path) -> int | None:
    try:
        said = processes.run([str(program), "--version"], None).stdout.decode()
    except OSError:
        return None
    number = re.search(r"(\d+)(\.\d+)*", said)
    return None if number is None else int(number[1])


def call(program: str, url: str, *words: str) -> None:
    """Run a program on a database. Pass the password in the environment, because a process list shows arguments."""
    parts = conninfo_to_dict(url)
    secret = {"PGPASSWORD": str(parts.pop("password"))} if "password" in parts else {}
    argv = [program, f"--dbname={make_conninfo('', **parts)}", "--no-password", *words]
    done = subprocess.run(
        argv, env={**os.environ, **secret}, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if done.returncode:
        raise CannotStart(f"{Path(program).name} failed: {processes.reason(done.stderr)}")
