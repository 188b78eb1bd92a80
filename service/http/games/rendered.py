"""Answers about a game that were made before: the same position seen through the same eyes reads the same.

Bots and pages ask again and again for what has not changed. A text is kept under the hash of the game's last event, so
that nothing of a log that was set back can be mistaken for what came instead.
"""

from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any

from cachetools import LRUCache

from kontor.service.engine.game_at import GameAt
from kontor.service.http.games.json_answers import compact

MOST_BYTES = 32 * 1024 * 1024


class Rendered:
    """Texts, bounded in bytes; the longest unused goes first."""

    def __init__(self) -> None:
        self._texts: LRUCache[Hashable, str] = LRUCache(MOST_BYTES, getsizeof=len)
        self._lock = Lock()

    def text(self, at: GameAt, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> str:
        """The JSON text of what `make` makes of the game at its version; `key`: what else it depends on."""
        return self.kept(at, key, lambda: compact(make()))

    def kept(self, at: GameAt, key: Hashable, make: Callable[[], str]) -> str:
        """The same of what is a text already."""
        whole = (at.game.id, at.game.head, key)
        with self._lock:
            found = self._texts.get(whole)
        if found is None:
            found = make()
            with self._lock:
                if len(found) < MOST_BYTES:
                    self._texts[whole] = found
        return found
