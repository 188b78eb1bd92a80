"""Past positions of games, folded from their logs."""

from dataclasses import dataclass
from threading import Lock
from uuid import UUID

from cachetools import LRUCache

from kontor.service.engine.game_at import GameAt, ends_commit, fold, new_game
from kontor.service.store import Store

KEPT = 64


@dataclass(frozen=True, slots=True)
class Position:
    """A game at a version, and whether somebody can act there: it is the end of a commit."""

    at: GameAt
    settled: bool


class PastGames:
    """Past positions, folded once and kept for a while: whoever looks at one often looks at the next."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[tuple[UUID, int], Position] = LRUCache(KEPT)
        self._lock = Lock()

    def at(self, now: GameAt, version: int) -> Position:
        """The game as it stood at a version, up to where it stands `now`."""
        if version == now.game.version:
            return Position(now, True)
        start = self._nearest(now, version)
        if start.at.game.version == version:
            return start
        logged = self._store.events(now.game.id, start.at.game.version, version - start.at.game.version)
        records = [each.record for each in logged]
        found = Position(now.moved_to(fold(now.rules, start.at.game, records)), ends_commit(records[-1]))
        with self._lock:
            self._kept[now.game.id, version] = found
        return found

    def _nearest(self, now: GameAt, version: int) -> Position:
        with self._lock:
            known = [kept for game_id, kept in self._kept if game_id == now.game.id and kept <= version]
            if known:
                return self._kept[now.game.id, max(known)]
        return Position(now.moved_to(new_game(now.game.id, now.game.seed, now.game.board)), False)
