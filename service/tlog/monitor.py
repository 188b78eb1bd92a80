"""A monitor follows a transparency log: it reads every entry, computes every root itself, and stores what it has seen.

The entries that a server returns must lead from the tree that the monitor knows to the root that the log has signed. In
a log whose name ends with `/v2`, every map of games must follow from the entries before it (histories.py). Without this
check a map would only be a claim. The events of a watched game must continue the events that the monitor knows. Every
leaf of that game must have the hash of one of its events.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from uuid import UUID

from kontor.domain.kernel.canonical import NotCanonical, canonical, parse
from kontor.domain.kernel.seals import GENESIS, chain_hash
from kontor.service.tlog import game_maps, tree
from kontor.service.tlog.game_maps import FalseMap, GameMaps
from kontor.service.tlog.histories import tag_of
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import BadNote, Checkpoint, Note, VerifierKey
from kontor.service.tlog.remote_log import NotServed, RemoteLog

MOST_BYTES = 256 * 1024 * 1024  # bytes of the events of a game
TABLES = """
    CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY CHECK (id = 1), note TEXT NOT NULL, peaks TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS heads (
        game TEXT NOT NULL, version INTEGER NOT NULL, head BLOB NOT NULL, PRIMARY KEY (game, version)
    ) WITHOUT ROWID;
"""
WITHOUT_NODES = "SELECT 1 WHERE EXISTS (SELECT 1 FROM chains) AND NOT EXISTS (SELECT 1 FROM nodes)"


class BadState(Exception):
    """A file is not the state of a monitor, or belongs to another log. The message says what to do."""


class Contradiction(Exception):
    """The server contradicts data that it has shown before. `notes`: the signed checkpoints that prove the
    contradiction."""

    def __init__(self, message: str, *notes: str) -> None:
        super().__init__(message)
        self.notes = notes


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one round of a monitor: the newest checkpoint, the number of new leaves, and the versions of
    watched games."""

    checkpoint: Checkpoint
    new: int
    games: Sequence[tuple[UUID, int]]


class Monitor:
    """A monitor of one transparency log. `keys`: the keys of the log. A log that has changed its key has several
    keys."""

    def __init__(self, path: Path, keys: Sequence[VerifierKey], games: Sequence[UUID] = ()) -> None:
        """Open or create the state of the monitor in a file. Raise `BadState` if the file or the keys cannot be
        used."""
        if len({key.name for key in keys}) != 1:
            raise BadState("A monitor follows one log: all keys must have its name.")
        self._keys, self._games = keys, games
        try:
            self._conn = sqlite3.connect(path)
            self._conn.executescript(TABLES + game_maps.TABLES)
            kept = self._conn.execute("SELECT note, peaks FROM log").fetchone()
            is_old = self._conn.execute(WITHOUT_NODES).fetchone() is not None
        except sqlite3.Error as error:
            raise BadState(f"{path} cannot be used as the state of a monitor: {error}.") from None
        self._note: str | None = None if kept is None else kept[0]
        self._peaks = [] if kept is None else [(height, bytes.fromhex(each)) for height, each in json.loads(kept[1])]
        if is_old:
            self.close()
            raise BadState(f"{path} was written by an earlier version, which stored no map of games. Use another file.")
        if (known := self.checkpoint) is not None and known.origin != keys[0].name:
            self.close()
            raise BadState(f"{path} has the state of the log {known.origin}. Use another file.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._conn.close()

    @property
    def checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint that the monitor has verified."""
        return None if self._note is None else Checkpoint.read(Note.read(self._note).text)

    def step(self, log: RemoteLog) -> Step:
        """Verify the new entries of the log, and remember them. Raise `Contradiction` if they contradict what the
        monitor knows. Raise `LogAway` if the server cannot answer now."""
        try:
            note, old = log.checkpoint(), self.checkpoint
            new = self._check_signed(note)
            with self._conn:  # all or nothing: a contradiction leaves the state as it was
                peaks, commitments = self._grow(log, note, old, new)
                games = [(game, self._follow(log, game)) for game in self._games]
                for game in self._games:
                    self._require_leaves(game, commitments[tag_of(game)])
                stored = json.dumps([(height, each.hex()) for height, each in peaks])
                self._conn.execute("INSERT OR REPLACE INTO log VALUES (1, ?, ?)", (note, stored))
        except NotServed as error:
            raise Contradiction(f"The server does not return what it has signed: {error}.", *self._notes()) from None
        self._note, self._peaks = note, peaks
        return Step(new, new.size - (0 if old is None else old.size), games)

    # ------------------------------------------------------------ the tree

    def _notes(self, *others: str) -> tuple[str, ...]:
        return (*(() if self._note is None else (self._note,)), *others)

    def _check_signed(self, note: str) -> Checkpoint:
        try:
            read = Note.read(note)
            found = Checkpoint.read(read.text)
            is_signed = found.origin == self._keys[0].name and bool(read.signatures_by(self._keys))
        except BadNote as error:
            raise Contradiction(f"The checkpoint is invalid: {error}.", *self._notes(note)) from None
        if not is_signed:
            message = f"The checkpoint has no signature of the log {self._keys[0].name} with a known key."
            raise Contradiction(message, *self._notes(note))
        return found

    def _grow(
        self, log: RemoteLog, note: str, old: Checkpoint | None, new: Checkpoint
    ) -> tuple[list[tree.Peak], Mapping[bytes, Sequence[bytes]]]:
        """Return the peaks of the new tree, computed from the known peaks and the new entries, and the new commitments
        of the watched games. Store the map of games."""
        size = 0 if old is None else old.size
        if new.size < size:
            raise Contradiction(f"Leaves were removed: {size} are known, {new.size} are left.", *self._notes(note))
        peaks = list(self._peaks)
        maps = GameMaps(self._keys[0].name, self._conn, [tag_of(game) for game in self._games])
        error: FalseMap | None = None
        for index, entry in enumerate(log.entries(size, new.size), size):
            tree.grow(peaks, tree.leaf_hash(entry))
            try:
                maps.add(index, entry)
            except FalseMap as found:
                error = error or found
        if tree.root_of(peaks) != new.root:
            message = f"Fork: the entries do not lead from the {size} known leaves to the root of {new.size} leaves."
            raise Contradiction(message, *self._notes(note))
        if error is None and new.size > size and maps.is_open:
            error = FalseMap(f"Leaf {new.size - 1}, the last one, is not a map of games")
        if error is not None:  # report this only now: the root has shown that these are the signed entries
            raise Contradiction(f"{error}.", *self._notes(note))
        return peaks, maps.commitments

    # ------------------------------------------------------------ games

    def _follow(self, log: RemoteLog, game: UUID) -> int:
        """Read the new events of a game, and return its newest version. Raise `Contradiction` if the new events do not
        continue the known events."""
        known = self._conn.execute(
            "SELECT version, head FROM heads WHERE game = ? ORDER BY version DESC LIMIT 1", (str(game),)
        ).fetchone()
        version, head = known or (0, GENESIS)
        body = log.read(f"/v1/games/{game}/events?after={max(0, version - 1)}", MOST_BYTES)
        lines = iter(body.splitlines())
        if version and _hash_of(next(lines, b"")) != head:
            raise Contradiction(f"Game {game} was rewritten: version {version} is missing, or has another hash.")
        heads = list(_continue(game, version, head, lines))
        self._conn.executemany("INSERT INTO heads VALUES (?, ?, ?)", [(str(game), *each) for each in heads])
        return heads[-1][0] if heads else version

    def _require_leaves(self, game: UUID, commitments: Sequence[bytes]) -> None:
        """Raise `Contradiction` unless each leaf of a game has the hash of one of its versions."""
        if not commitments:
            return
        rows = self._conn.execute("SELECT version, head FROM heads WHERE game = ?", (str(game),))
        known = {entry_of(game, version, head) for version, head in rows}
        if any(each not in known for each in commitments):
            raise Contradiction(f"Game {game} has a second history: a leaf has none of its hashes.", *self._notes())


def _continue(game: UUID, version: int, head: bytes, lines: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the version and the hash of each event. The hashes are computed. Raise `Contradiction` if an event is
    missing or has a wrong hash."""
    for line in lines:
        version += 1
        try:
            found = parse(line)
            envelope = found["envelope"] if isinstance(found, dict) else None
        except (NotCanonical, KeyError):
            envelope = None
        head = chain_hash(head, canonical(envelope))
        if not isinstance(envelope, dict) or (envelope.get("game"), envelope.get("version")) != (str(game), version):
            raise Contradiction(f"Game {game}: the event of version {version} is missing.")
        if _hash_of(line) != head:
            raise Contradiction(f"Game {game}: the hash of version {version} does not follow from its event.")
        yield version, head


def _hash_of(line: bytes) -> bytes:
    try:
        found = parse(line)
        return bytes.fromhex(str(found["hash"])) if isinstance(found, dict) else b""
    except (NotCanonical, KeyError, ValueError):
        return b""
