"""Export an archive of the games that changed after a position. This module also has the request for an export, as it
is stored until a worker reads it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Annotated, Literal
from uuid import UUID

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import Doc, Flaw, Names, Pattern, Unreadable
from kontor.service.audit.archive import ArchiveWriter
from kontor.service.audit.bundle_writer import StoredBundles
from kontor.service.audit.changed_games import changed_games, cursor_of, feed_of, read_cursor
from kontor.service.clock import now, stamp
from kontor.service.signing.cursors import NotOurs
from kontor.service.store.commit_feed import Position
from kontor.service.store.games import GameRow

PAGE = 100  # games to look up at a time


@dataclass(frozen=True, slots=True)
class Wanted:
    """The games to export: the games after the position `after` that changed at `since` or later. `everything`: whether
    unfinished games are exported too. `imported`: whether imported games are exported instead of this server's own
    games."""

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
    """The result of an export. `following`: the cursor for the next export, or None if there was nothing to export."""

    games: int
    events: int
    following: str | None


def export(
    bundles: StoredBundles, file: IO[bytes], wanted: Wanted, tell: Callable[[int], None] = lambda games: None
) -> Exported:
    """Write an archive, one bundle after the other. `tell`: a function that is called with the number of games written
    so far."""
    games = events = 0
    place = wanted.after
    with ArchiveWriter(file, bundles.signer, _request_fields(bundles, wanted)) as archive:
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
    """Yield each game with its position. At the end of a page, yield the position of the page, with None instead of a
    game.

    The export ends when a game appears a second time, because the game has changed during the export. The change
    belongs to the next archive.

    A busy game may have a newer commit each time one of its commits is read, so it would be skipped until it ends. Such
    games are added at the end of the archive.
    """
    store, after, more = bundles.store, wanted.after, True
    feed, going_on, restless = feed_of(store, wanted.imported), set[UUID](), set[UUID]()
    while more:
        page = changed_games(store, feed, after, PAGE, wanted.takes)
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
    for row in store.games.rows(restless - going_on).values():
        if after is not None and not row.is_ended and wanted.takes(row):
            yield after, row


def _request_fields(bundles: StoredBundles, wanted: Wanted) -> dict[str, Json]:
    """Return the fields for the first line of the archive."""
    secret = bundles.signer.cursor_secret
    return {
        "made_at": now(),
        "status": "all" if wanted.everything else "finished",
        "imported": wanted.imported,
        **({} if wanted.ruleset is None else {"ruleset": wanted.ruleset}),
        **({} if wanted.since is None else {"since": stamp(wanted.since)}),
        **({} if wanted.after is None else {"after": cursor_of(wanted.after, secret)}),
    }


# ---------------------------------------------------------------- the request

Time = Annotated[
    str,
    Pattern(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z",
        "a time in UTC such as 2030-01-31T12:00:00Z",
    ),
    Doc("Only games that changed at this time (UTC) or later."),
]
Cursor = Annotated[
    str,
    Pattern(r"[A-Za-z0-9_-]{1,200}", "`next` of an earlier archive"),
    Doc("The value of `next` in an earlier archive. The new archive has only later changes."),
]
RulesetName = Annotated[
    str, Pattern(r"[a-z0-9_-]{1,64}", "the name of a ruleset"), Names("ruleset"), Doc("Only games of this ruleset.")
]


@dataclass(frozen=True, slots=True)
class AskedExport:
    """The games that an archive should contain. Without any field: all finished games."""

    since: Time | None = None
    cursor: Cursor | None = None
    ruleset: RulesetName | None = None
    status: Annotated[
        Literal["finished", "all"], Doc("all: also running games, as a spectator sees them, and aborted games.")
    ] = "finished"
    imported: Annotated[bool, Doc("Export the imported games instead of those played here.")] = False

    def wanted(self, cursor_secret: bytes) -> Wanted:
        """Return the games that the request selects. Raise `Unreadable` if the time or the cursor is invalid."""
        everything = self.status == "all"
        return Wanted(self._after(cursor_secret), self._moment(), self.ruleset, everything, self.imported)

    def _moment(self) -> datetime | None:
        try:
            return None if self.since is None else datetime.fromisoformat(self.since)
        except ValueError:
            raise Unreadable([Flaw("/since", "wrong-form", "it is not a valid time")]) from None

    def _after(self, cursor_secret: bytes) -> Position | None:
        try:
            return None if self.cursor is None else read_cursor(self.cursor, cursor_secret, self.imported)
        except NotOurs:
            raise Unreadable(
                [Flaw("/cursor", "wrong-form", "it is not the `next` of an archive of this server")]
            ) from None
