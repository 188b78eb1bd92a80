"""The export: an archive of the games that changed since a place in the order across games."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO
from uuid import UUID

from kontor.domain.kernel.canonical import Json
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.audit.listing import cursor_of, feed_of, listed
from kontor.service.audit.stored_bundles import StoredBundles
from kontor.service.clock import now, stamp
from kontor.service.store import GameRow, Position

PAGE = 100  # games that are looked up at a time


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
    met before: it changed meanwhile, and so belongs to the next archive. Running games that had moved on whenever they
    were met come last, as they stand then: else one that never rests would be in no archive before its end."""
    store, after, more = bundles.store, wanted.after, True
    feed, going_on, restless = feed_of(store, wanted.imported), set[UUID](), set[UUID]()
    while more:
        page = listed(store, feed, after, PAGE, wanted.takes)
        restless |= set(page.passed)
        for position, row in page.rows:
            if row.id in going_on:
                more = False
                break
            if not row.is_ended:
                going_on.add(row.id)
            restless.discard(row.id)
            after = position
            yield position, row
        else:
            if page.position is not None:
                yield page.position, None
            after, more = page.position, page.more
    for row in store.rows(restless - going_on).values():
        if after is not None and not row.is_ended and wanted.takes(row):
            yield after, row


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
