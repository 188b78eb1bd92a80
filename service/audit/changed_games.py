"""List games in the order of their last commits, so that a reader who continues from a cursor gets every changed game.
Imported games are in a separate list, in the order of their import."""

import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from kontor.service.signing import cursors
from kontor.service.store.commit_feed import Placed, Position
from kontor.service.store.games import GameRow
from kontor.service.store.store import Store

BATCH = 1000  # commits to read at a time
BATCHES = 20  # most batches for one page: a long game has many commits, but is only one entry
PLACE = struct.Struct(">iQ16sQ")  # epoch, transaction, game, version

Feed: TypeAlias = Callable[[Position | None, int], Sequence[Placed]]


@dataclass(frozen=True, slots=True)
class ChangedGames:
    """A page of games with their positions. `position`: the position at which the next page starts. `more`: whether
    there are further games now. `passed`: games that were skipped, because they have newer commits than the one that
    was read."""

    rows: Sequence[tuple[Position, GameRow]]
    position: Position | None
    more: bool
    passed: Collection[UUID] = ()


def feed_of(store: Store, imported: bool) -> Feed:
    return store.imports.after if imported else store.commit_feed.after


def changed_games(
    store: Store, feed: Feed, after: Position | None, limit: int, is_wanted: Callable[[GameRow], bool]
) -> ChangedGames:
    """Return up to `limit` games whose last commit is after a position. A page may have fewer than `limit` games
    although there are more.

    A game that changes between two pages appears again at its new position.
    """
    page: list[tuple[Position, GameRow]] = []
    passed: set[UUID] = set()
    for _ in range(BATCHES):
        commits = feed(after, BATCH)
        rows = store.games.rows({each.position.game_id for each in commits})
        for position in (each.position for each in commits):
            row = rows.get(position.game_id)
            after = position
            if row is None or not is_wanted(row):
                continue
            if row.head.version != position.version:
                passed.add(row.id)
                continue
            passed.discard(row.id)
            page.append((position, row))
            if len(page) == limit:
                return ChangedGames(page, after, True, passed)
        if len(commits) < BATCH:
            return ChangedGames(page, after, False, passed)
    return ChangedGames(page, after, True, passed)


def cursor_of(position: Position, secret: bytes) -> str:
    raw = PLACE.pack(position.epoch, position.txid, position.game_id.bytes, position.version)
    return cursors.cursor_of(raw, secret)


def read_cursor(text: str, secret: bytes, imported: bool) -> Position:
    """Return the position in a cursor. Raise `NotOurs` if the cursor does not belong to this list."""
    raw = cursors.read_cursor(text, secret)
    if len(raw) != PLACE.size:
        raise cursors.NotOurs(text)
    epoch, txid, game_id, version = PLACE.unpack(raw)
    if imported is not (epoch < 0):
        raise cursors.NotOurs(text)
    return Position(epoch, txid, UUID(bytes=game_id), version)
