"""The export: an archive of the games that changed since a place in the order across games."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO
from uuid import UUID

from kontor.domain.kernel.canonical import Json
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.audit.listing import cursor_of, feed_of, listed
from kontor.service.audit.stored_bundles import ENDED, StoredBundles
from kontor.service.clock import now, stamp
from kontor.service.store import GameRow, Position

PAGE = 100  # games that are looked up at a time


class BeingWritten(Exception):
    """Another export writes the same file at this moment."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games: those behind `after`, changed at `since` or later. `everything`: also those that have not been
    finished. `imported`: those that were played elsewhere, instead of ours."""

    after: Position | None = None
    since: datetime | None = None
    ruleset: str | None = None
    everything: bool = False
    imported: bool = False

    def takes(self, row: GameRow) -> bool:
        return (
            (self.everything or row.status == "finished")
            and (self.ruleset is None or row.ruleset == self.ruleset)
            and (self.since is None or row.changed_at >= self.since)
        )


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written. `following`: the cursor from which on the next export goes on; None: there was nothing."""

    games: int
    events: int
    following: str | None


def export(
    bundles: StoredBundles, file: IO[bytes], wanted: Wanted, tell: Callable[[int], None] = lambda games: None
) -> Exported:
    """Write an archive, one bundle after the other. `tell`: told how many games are in it so far."""
    games = events = 0
    place = wanted.after
    with ArchiveWriter(file, bundles.signer, _asked(bundles, wanted)) as archive:
        for position, row in _games(bundles, wanted):
            if row is not None:
                archive.add(bundles.for_auditor(row))
                games, events = games + 1, events + row.head.version
                tell(games)
            place = position
        following = None if place is None else cursor_of(place, bundles.signer.cursor_secret)
        archive.end(following)
    return Exported(games, events, following)


def _games(bundles: StoredBundles, wanted: Wanted) -> Iterator[tuple[Position, GameRow | None]]:
    """The games with their places; None: up to here there was no other. The end is where a game is met again that was
    met before: it changed meanwhile, and so belongs to the next archive."""
    store, after, more = bundles.store, wanted.after, True
    feed, going_on = feed_of(store, wanted.imported), set[UUID]()
    while more:
        page = listed(store, feed, after, PAGE, wanted.takes)
        for position, row in page.rows:
            if row.id in going_on:
                return
            if row.status not in ENDED:
                going_on.add(row.id)
            yield position, row
        if page.position is not None:
            yield page.position, None
        after, more = page.position, page.more


def _asked(bundles: StoredBundles, wanted: Wanted) -> dict[str, Json]:
    """What the first line says of the archive."""
    secret = bundles.signer.cursor_secret
    return {
        "made_at": now(),
        "status": "all" if wanted.everything else "finished",
        "imported": wanted.imported,
        **({} if wanted.ruleset is None else {"ruleset": wanted.ruleset}),
        **({} if wanted.since is None else {"since": stamp(wanted.since)}),
        **({} if wanted.after is None else {"after": cursor_of(wanted.after, secret)}),
    }


@contextmanager
def appearing(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there when it is whole, and not before: what is written lies beside it until then."""
    beside = path.with_name(f".{path.name}.part")
    with beside.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BeingWritten(f"Another export is writing {path}.") from None
        if not beside.exists() or not os.path.samestat(os.fstat(file.fileno()), beside.stat()):
            raise BeingWritten(f"Another export has just written {path}.")
        try:
            file.truncate(0)
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
