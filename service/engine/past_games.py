"""Past positions of games, replayed from a cached position, from a snapshot, or from the first event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import cast
from uuid import UUID

from cachetools import LRUCache

from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.service.engine.game_at import GameAt, ends_commit, envelope_of, new_game
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.engine.snapshots import Snapshots
from kontor.service.store.snapshots import WORTH
from kontor.service.store.store import Store

KEPT = 64


@dataclass(frozen=True, slots=True)
class Position:
    """A game at a version. `settled`: the version is the last one of a commit, so a seat can act there."""

    at: GameAt
    settled: bool


def within_a_commit(ends: Sequence[int]) -> str:
    """Return an error text for a version that is not the end of a commit. The text names the versions to choose
    instead."""
    meant = [f"{ends[0]}, before the commit,", f"{ends[1]}, its last version"] if len(ends) == 2 else map(str, ends)
    return f"is within a commit: choose {' or '.join(meant) or 'the last version of a commit'}"


class PastGames:
    """A cache of past positions, because a client that reads one position often reads the next. `damage_found`: a
    function that is called if a log is damaged, and returns the error to raise."""

    def __init__(
        self, store: Store, snapshots: Snapshots, damage_found: Callable[[UUID, int], GameDamaged] = GameDamaged
    ) -> None:
        self._store = store
        self._snapshots = snapshots
        self._damage_found = damage_found
        self._kept: LRUCache[tuple[UUID, int], Position] = LRUCache(KEPT)
        self._lock = Lock()

    def at(self, now: GameAt, version: int) -> Position:
        """Return the game at a version. The version must not be later than the version of `now`, the current game."""
        if version == now.game.version:
            return Position(now, True)
        found = self.folded(now, version)
        with self._lock:
            self._kept[now.game.id, version] = found
        return found

    def ends_around(self, now: GameAt, version: int) -> Sequence[int]:
        """Return the versions to choose instead of a version within a commit: the last version of the commit before,
        and of this commit. Leave out a version at which the game had not started."""
        [event] = self._store.events.page(now.game.id, version - 1, 1)
        cause = cast("Mapping[str, int]", envelope_of(event.record)["command"])
        ends = (cause["first"] - 1, cause["last"])
        return [each for each in ends if each > 0 and self.at(now, each).at.game.status != "open"]

    def folded(self, now: GameAt, version: int) -> Position:
        """Return the game at a version. Start from the nearest known position, and replay the later events from the
        log."""
        start = Position(now.moved_to(new_game(now.game.id, now.game.seed, now.game.board)), False)
        try:
            return self._from_nearest(now, start, version)
        except LogDamaged as error:
            raise self._damage_found(now.game.id, error.version) from error

    def _from_nearest(self, now: GameAt, start: Position, version: int) -> Position:
        upto = version
        while True:
            try:
                return self._replay(now, self._nearest(now, start, upto), version)
            except GoesFurtherBack as error:
                upto = error.version
            except LogDamaged:  # the cached position may be from before a restore of the database
                return self._replay(now, start, version)

    def _replay(self, now: GameAt, start: Position, version: int) -> Position:
        """Replay the game from `start` to a version. Check that the log still contains the head of `start`, and that
        the event after the version continues the hash chain."""
        game = start.at.game
        page = page_after(self._store, game.id, game.version, version - game.version + 1, now.head)
        if page.before != game.head:
            raise LogDamaged(game.version, game.head, page.before)
        if page.damaged is not None:
            raise LogDamaged(page.damaged, b"", b"")
        records = [each.record for each in page.events[: version - game.version]]
        if not records:
            return start
        return Position(now.moved_to(fold(now.rules, game, records)), ends_commit(records[-1]))

    def _nearest(self, now: GameAt, start: Position, version: int) -> Position:
        """Return the nearest known position at or before a version: a cached position, a snapshot, or the start of the
        game."""
        with self._lock:
            known = [kept for game_id, kept in self._kept if game_id == now.game.id and kept <= version]
            nearest = self._kept[now.game.id, max(known)] if known else start
        if version - nearest.at.game.version < WORTH:
            return nearest
        found = self._store.snapshots.newest(now.game.id, self._snapshots.formats, version)
        if found is None or found.version <= nearest.at.game.version:
            return nearest
        game = self._snapshots.game(now.rules, start.at.game, found)
        return nearest if game is None else Position(now.moved_to(game), True)
