"""Write and restore backups. A backup is a directory with a dump of the whole database, a manifest and the signing
keys. It is restored into an empty database in another cluster."""

import json
import os
import shutil
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any

import psycopg

from kontor.service import migrations
from kontor.service.signing.keys import read_keys
from kontor.service.stack import postgres_tools
from kontor.service.stack.data_directory import CannotStart
from kontor.service.store import backups

FORMAT = "kontor-backup/1"
DUMP, MANIFEST, KEYS = "database.dump", "manifest.json", "signing-keys.json"
DISPOSABLE = "snapshots"  # workers take the snapshots of games again


@dataclass(frozen=True, slots=True)
class Backup:
    """The manifest of a backup. Times are RFC 3339. `checkpoint`: the size of the newest checkpoint of the transparency
    log. `keys`: the ids of the signing keys. `newest`: the time of the last change."""

    at: str
    server: int
    migration: str
    games: int
    unfinished: int
    events: int
    accounts: int
    newest: str | None
    checkpoint: int | None
    keys: tuple[str, ...]
    size: int
    sha256: str


def make(url: str, keys: Path, place: Path, with_keys: bool) -> Backup:
    """Write a backup to the directory `place`, which appears only when the backup is complete. The service keeps
    running meanwhile."""
    if place.exists():
        raise CannotStart(f"{place} already exists; name a new directory.")
    ids = tuple(key.id for key in read_keys(keys))
    beside = place.with_name(f".{place.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(mode=0o700, parents=True)
    try:
        made = _dump(url, beside, ids)
        if with_keys:
            _copy(keys, beside / KEYS)
        (beside / MANIFEST).write_text(json.dumps({"format": FORMAT, **asdict(made)}, indent=2) + "\n")
        for path in beside.iterdir():
            path.chmod(0o600)  # copies of the backup keep this mode
            _flush(path)
        _flush(beside)
        beside.rename(place)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    _flush(place.parent)
    return made


def _dump(url: str, place: Path, keys: tuple[str, ...]) -> Backup:
    dump = place / DUMP
    with backups.one_moment(url) as (snapshot, server, facts):
        words = ("--format=custom", f"--file={dump}", f"--snapshot={snapshot}", f"--exclude-table-data={DISPOSABLE}")
        postgres_tools.call(postgres_tools.tool("pg_dump", server), url, *words)
    newest = None if facts.newest is None else facts.newest.isoformat()
    return Backup(
        facts.at.isoformat(),
        server,
        facts.migration,
        facts.games,
        facts.unfinished,
        facts.events,
        facts.accounts,
        newest,
        facts.checkpoint,
        keys,
        dump.stat().st_size,
        _digest(dump),
    )


def read(place: Path) -> Backup:
    """Check the dump of a backup, and return the backup's manifest. Raise CannotStart if the backup is invalid or too
    new."""
    try:
        told: dict[str, Any] = json.loads((place / MANIFEST).read_text())
        if told.pop("format") != FORMAT:
            raise ValueError
        made = Backup(**{**told, "keys": tuple(told["keys"])})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise CannotStart(f"{place} is not a backup of Kontor: it has no readable {MANIFEST}.") from None
    dump = place / DUMP
    if not dump.is_file() or dump.stat().st_size != made.size or _digest(dump) != made.sha256:
        raise CannotStart(f"{dump} is corrupt: its size or SHA-256 does not match {MANIFEST}.")
    if made.migration > migrations.newest():
        raise CannotStart(
            f"The backup is from a newer Kontor (migration {made.migration}; this Kontor has {migrations.newest()}). "
            "Restore it with that version."
        )
    return made


def put_keys(place: Path, made: Backup, keys: Path) -> str:
    """Make sure that the key file has all signing keys of the backup, so that old signatures can be verified. Return a
    sentence that says where the keys are."""
    if keys.exists():
        have = {key.id for key in read_keys(keys)}
        if missing := sorted(set(made.keys) - have):
            raise CannotStart(
                f"{keys} lacks the key {missing[0]}, which signed receipts of these games. Copy the keys of the backup "
                "there, or move that file away."
            )
        return f"{keys} has all keys of the backup"
    if not (place / KEYS).exists():
        raise CannotStart(f"The backup does not contain the signing keys: copy your key file to {keys} first.")
    _copy(place / KEYS, keys)
    return f"the signing keys are in {keys}"


def require_empty(url: str) -> int:
    """Check that the database has no tables, and that its server has Kontor's roles. Return the server's major
    version."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        if missing := backups.missing_roles(conn):
            raise CannotStart(f"The role {missing[0]} is missing; run first: psql -f service/migrations/roles.sql")
        if there := backups.tables(conn):
            raise CannotStart(
                f"The database already has {there} tables. Restore a backup into an empty database: a restore would "
                "replace existing data."
            )
        return backups.server(conn)


def restore(url: str, place: Path, made: Backup) -> None:
    """Restore a backup into an empty database in one transaction, as the owner of the database. Then migrate the
    database, and raise the epoch of the log's order, because transaction ids start again in a new cluster."""
    program = postgres_tools.tool("pg_restore", require_empty(url))
    postgres_tools.call(program, url, "--no-owner", "--exit-on-error", "--single-transaction", str(place / DUMP))
    migrations.migrate(url, new_cluster=True)
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        found = backups.counts(conn)
    if found != (made.games, made.events):
        raise CannotStart(
            f"The restored database has {found[0]} games with {found[1]} events, but {MANIFEST} says {made.games} with "
            f"{made.events}: do not use this database."
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _copy(source: Path, target: Path) -> None:
    """Copy a file. Only the owner can read the copy."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(source.read_bytes())


def _flush(path: Path) -> None:
    """Flush a file or directory to the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
