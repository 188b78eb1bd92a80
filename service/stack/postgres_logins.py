"""Who may log in to the embedded PostgreSQL, and as whom: the person who runs Kontor, and nobody else.

The socket's folder is closed to others already, but for two: root, and the user as whom PostgreSQL runs for root. That
one is often called `postgres` and shared with other servers: it is asked who it is, and is nobody here.
"""

import os
import pwd
from pathlib import Path

from kontor.service.stack.data_directory import DataDirectory
from kontor.service.stack.postgres_account import Identity

ROLES = ("postgres", "kontor_owner", "kontor_app", "kontor_reader")


def write(directory: DataDirectory, identity: Identity | None) -> None:
    """The files that PostgreSQL reads at its start; written each time, also for clusters that were made before."""
    name = _own_name()
    if name is None:
        hosts, people = "local all all trust\n", ""
    else:
        hosts = "local all all peer map=kontor\n"
        people = "".join(f'kontor "{name}" {role}\n' for role in ROLES)
    _put(directory.cluster / "pg_hba.conf", hosts, identity)
    _put(directory.cluster / "pg_ident.conf", people, identity)


def _own_name() -> str | None:
    """None: a user without a name, as in some containers. The system could not tell PostgreSQL who they are; nor is
    there anybody else to keep out."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return None


def _put(file: Path, text: str, identity: Identity | None) -> None:
    made = file.with_name(f"{file.name}.new")
    made.write_text(f"# Written by Kontor at every start.\n{text}")
    made.chmod(0o600)
    if identity is not None:
        os.chown(made, identity.uid, identity.gid)
    made.replace(file)
