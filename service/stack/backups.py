"""Backups: a directory with a dump of the whole database at one moment, what it holds, and the signing keys; and the
way back, into an empty database of another cluster."""

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
DISPOSABLE = "snapshots"  # of games: workers take them anew


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made. Times RFC 3339; `checkpoint`: the size of the transparency log's newest one; `keys`: the
    ids of the keys that signed what is in it; `newest`: when the last change in it was made."""

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
    """Write a backup to a directory that is there when it is whole, and not before. Nobody has to wait meanwhile."""
    if place.exists():
        raise CannotStart(f"{place} is there already; name a directory that is not.")
    ids = tuple(key.id for key in read_keys(keys))
    beside = place.with_name(f".{place.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(mode=0o700, parents=True)
    try:
        made = _dumped(url, beside, ids)
        if with_keys:
            _copied(keys, beside / KEYS)
        (beside / MANIFEST).write_text(json.dumps({"format": FORMAT, **asdict(made)}, indent=2) + "\n")
        for path in beside.iterdir():
            path.chmod(0o600)  # wherever it is copied to
            _settled(path)
        _settled(beside)
        beside.rename(place)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    _settled(place.parent)
    return made


def _dumped(url: str, place: Path, keys: tuple[str, ...]) -> Backup:
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
    """The manifest of a backup whose dump is as it was written."""
    try:
        told: dict[str, Any] = json.loads((place / MANIFEST).read_text())
        if told.pop("format") != FORMAT:
            raise ValueError
        made = Backup(**{**told, "keys": tuple(told["keys"])})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise CannotStart(f"{place} is no backup of Kontor's: there is no readable {MANIFEST} in it.") from None
    dump = place / DUMP
    if not dump.is_file() or dump.stat().st_size != made.size or _digest(dump) != made.sha256:
        raise CannotStart(f"{dump} is not as it was written: its size or SHA-256 is another than {MANIFEST} says.")
    if made.migration > migrations.newest():
        raise CannotStart(
            f"The backup is of a newer Kontor (its tables stand at {made.migration}, ours at {migrations.newest()}); "
            "restore it with that one."
        )
    return made


def put_keys(place: Path, made: Backup, keys: Path) -> str:
    """See to it that what was signed before can be verified; answers with what was done."""
    if keys.exists():
        have = {key.id for key in read_keys(keys)}
        if missing := sorted(set(made.keys) - have):
            raise CannotStart(
                f"{keys} lacks the key {missing[0]}, which signed receipts of these games. Put the keys of the backup "
                "there, or move that file away."
            )
        return f"{keys} holds all keys that signed before"
    if not (place / KEYS).exists():
        raise CannotStart(f"The backup was made without its signing keys: put the file of yours at {keys} first.")
    _copied(place / KEYS, keys)
    return f"the signing keys are in {keys}"


def require_empty(url: str) -> int:
    """That something can be restored here; the server's major version."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        if missing := backups.missing_roles(conn):
            raise CannotStart(f"The role {missing[0]} is missing; run first: psql -f service/migrations/roles.sql")
        if there := backups.tables(conn):
            raise CannotStart(
                f"The database has {there} tables already. A backup is restored into an empty one: nothing of what "
                "stands there would be left, so see for yourself what it is."
            )
        return backups.server(conn)


def restore(url: str, place: Path, made: Backup) -> None:
    """Into an empty database, all or nothing, as its owner; then what another cluster needs (a new epoch)."""
    program = postgres_tools.tool("pg_restore", require_empty(url))
    postgres_tools.call(program, url, "--no-owner", "--exit-on-error", "--single-transaction", str(place / DUMP))
    migrations.migrate(url, new_cluster=True)
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        found = backups.counts(conn)
    if found != (made.games, made.events):
        raise CannotStart(
            f"Restored were {found[0]} games with {found[1]} events, and {MANIFEST} tells of {made.games} with "
            f"{made.events}: do not use this database."
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _copied(source: Path, target: Path) -> None:
    """For its owner only."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(source.read_bytes())


def _settled(path: Path) -> None:
    """On the disk, and not in the machine's memory alone."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
