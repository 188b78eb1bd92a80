"""A cache of answers about games. The answer about a position is the same for all callers who may see the same parts of
it.

Bots and pages often ask for a position that has not changed. The key contains the hash of the last event. So after a
restore from a backup, an answer about lost events is never taken for an answer about new events.
"""

from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any

from cachetools import LRUCache

from kontor.service.engine.game_at import GameAt
from kontor.service.http.json_bodies import compact


class AnswerCache:
    """A cache of texts with a limit in bytes. It drops the least recently used text first."""

    def __init__(self, most_bytes: int) -> None:
        self._texts: LRUCache[Hashable, str] = LRUCache(most_bytes, getsizeof=len)
        self._lock = Lock()

    def cached_json(self, at: GameAt, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> str:
        """Return the JSON text of the value that `make` returns for the game. `key`: everything else that the value
        depends on."""
        return self.cached_text(at, key, lambda: compact(make()))

    def cached_text(self, at: GameAt, key: Hashable, make: Callable[[], str]) -> str:
        """Return the text that `make` returns for the game, from the cache if possible."""
        whole = (at.game.id, at.game.head, key)
        with self._lock:
            found = self._texts.get(whole)
        if found is None:
            found = make()
            with self._lock:
                if len(found) < self._texts.maxsize:
                    self._texts[whole] = found
        return found
