"""The logins of the embedded PostgreSQL: only the user who runs Kontor may log in.

The permissions of the socket's folder keep out other users, except root and the user who runs PostgreSQL for root. That
user is often `postgres`, which other servers share. So PostgreSQL checks the system user (`peer`), and refuses the user
who runs PostgreSQL.
"""

import os
import pwd
from pathlib import Path

from kontor.service.stack.data_directory import DataDirectory
from kontor.service.stack.postgres_account import Identity

ROLES = ("postgres", "kontor_owner", "kontor_app", "kontor_reader")


def write(directory: DataDirectory, identity: Identity | None) -> None:
    """Write the login files that PostgreSQL reads when it starts. Write them at each start, even for existing
    clusters."""
    name = _own_name()
    if name is None:
        hosts, people = "local all all trust\n", ""
    else:
        hosts = "local all all peer map=kontor\n"
        people = "".join(f'kontor "{name}" {role}\n' for role in ROLES)
    _install(directory.cluster / "pg_hba.conf", hosts, identity)
    _install(directory.cluster / "pg_ident.conf", people, identity)


def _own_name() -> str | None:
    """Return the name of the user who runs this process, or None if the system has no name for the user id.

    This happens in some containers. There PostgreSQL cannot check who logs in, but the container has no other users.
    """
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return None


def _install(file: Path, text: str, identity: Identity | None) -> None:
    made = file.with_name(f"{file.name}.new")
    made.write_text(f"# Written by Kontor at every start.\n{text}")
    made.chmod(0o600)
    if identity is not None:
        os.chown(made, identity.uid, identity.gid)
    made.replace(file)
