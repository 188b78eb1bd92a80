"""Past positions of games, folded from their logs."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

from kontor.service.engine.game_at import Seen, ends_commit, fold, new_game
from kontor.service.registry import AnyGame
from kontor.service.store import Store

KEPT = 64


@dataclass(frozen=True, slots=True)
class Position:
    """A game at a version, and whether somebody can act there: it is the end of a commit."""

    game: AnyGame
    settled: bool


class Positions:
    """Past positions, folded once and kept for a while: whoever looks at one often looks at the next."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[UUID, int], Position] = OrderedDict()
        self._lock = Lock()

    def at(self, seen: Seen, version: int) -> Position:
        if version == seen.game.version:
            return Position(seen.game, True)
        start = self._nearest(seen, version)
        if start.game.version == version:
            return start
        logged = self._store.events(seen.game.id, start.game.version, version - start.game.version)
        records = [each.record for each in logged]
        found = Position(fold(seen.rules, start.game, records), ends_commit(records[-1]))
        with self._lock:
            self._kept[seen.game.id, version] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _nearest(self, seen: Seen, version: int) -> Position:
        with self._lock:
            known = [at for game_id, at in self._kept if game_id == seen.game.id and at <= version]
            if known:
                self._kept.move_to_end((seen.game.id, max(known)))
                return self._kept[seen.game.id, max(known)]
        return Position(new_game(seen.game.id, seen.game.seed, seen.game.board), False)
