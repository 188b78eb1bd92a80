"""The games this process has folded, and how they are kept true to the database."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from threading import Lock, RLock
from uuid import UUID

from cachetools import LRUCache

from kontor.domain.kernel.commits import Record
from kontor.service.engine.game_at import GameAt, fold, new_game
from kontor.service.registry import Registry
from kontor.service.store import Head, Store

FIRST_WEIGHT = 256 * 1024  # bytes that a game counts for until it is weighed
WEIGH_EVERY = 256  # versions: weighing walks through the whole game


class NoSuchGame(LookupError):
    """There is no game with this id."""


class LoadedGame:
    """What this process knows of one game. Whoever changes `at` holds the lock; a `GameAt` itself never changes."""

    __slots__ = ("at", "id", "lock", "weight")

    def __init__(self, game_id: UUID) -> None:
        self.id = game_id
        self.lock = RLock()
        self.at: GameAt | None = None
        self.weight = FIRST_WEIGHT

    def require(self) -> GameAt:
        if self.at is None:
            raise NoSuchGame(self.id)
        return self.at


class LoadedGames:
    """One entry and one lock a game, bounded in bytes; the longest unused goes first. Forgetting one loses nothing: it
    is folded again from the log. What is known of a game may be behind the database, never beside it."""

    def __init__(self, registry: Registry, store: Store, cache_bytes: int) -> None:
        self._registry = registry
        self._store = store
        most = max(cache_bytes, 1)  # a game that is larger than all of it has it to itself
        self._games: LRUCache[UUID, LoadedGame] = LRUCache(most, getsizeof=lambda each: min(each.weight, most))
        self._lock = Lock()  # of the cache, which also writes down who was asked for when it is read

    def entry(self, game_id: UUID) -> LoadedGame:
        """The game's entry, new and empty if there is none. Two threads get the same one."""
        with self._lock:
            found = self._games.get(game_id)
            if found is None:
                found = self._games[game_id] = LoadedGame(game_id)
            return found

    def known(self, game_id: UUID) -> GameAt | None:
        """What this process remembers; perhaps stale."""
        with self._lock:
            found = self._games.get(game_id)
        return None if found is None else found.at

    def fresh(self, game_id: UUID) -> GameAt:
        """The game as the database has it now."""
        loaded = self.entry(game_id)
        with loaded.lock:
            self.catch_up(loaded)
            return loaded.require()

    def caught_up(self, game_id: UUID, head: Head | None, tail: Sequence[Record]) -> GameAt:
        """The game, given where the database just said it stands and what follows the version we knew."""
        if head is None:
            raise NoSuchGame(game_id)
        loaded = self.entry(game_id)
        with loaded.lock:
            at = loaded.at
            if at is not None and head.version > at.game.version:
                rest = [record for record in tail if record.version > at.game.version]
                if rest and rest[0].version == at.game.version + 1:
                    self._follow(loaded, at, rest)
            if loaded.at is None or loaded.at.head != head:
                self.catch_up(loaded)
            return loaded.require()

    def catch_up(self, loaded: LoadedGame) -> bool:
        """Compare with the database and fold what is new; whether there was anything. Called with the lock held."""
        at = loaded.at
        head = None if at is None else self._store.head(loaded.id)
        if at is not None and head == at.head:
            return False
        if at is not None and head is not None and head.version > at.game.version:
            self._follow(loaded, at, self._store.tail(loaded.id, at.game.version))
            return True
        self._load(loaded)  # nothing known yet, or we are ahead of a database that was restored
        return True

    def _follow(self, loaded: LoadedGame, at: GameAt, records: Sequence[Record]) -> None:
        loaded.at = after = at.moved_to(fold(at.rules, at.game, records))
        if after.game.version // WEIGH_EVERY != at.game.version // WEIGH_EVERY:
            self._weigh(loaded, after)

    def _load(self, loaded: LoadedGame) -> None:
        stored = self._store.load(loaded.id)
        rules = None if stored is None else self._registry.get(stored.row.ruleset)
        if stored is None or rules is None:  # a service without this ruleset does not have the game either
            self._forget(loaded)
            raise NoSuchGame(loaded.id)
        row = stored.row
        game = fold(rules, new_game(loaded.id, stored.seed, stored.board), stored.records)
        loaded.at = at = GameAt(rules, game, row.visibility, row.creator, row.practice, row.bot_milliseconds)
        self._weigh(loaded, at)

    def _weigh(self, loaded: LoadedGame, at: GameAt) -> None:
        loaded.weight = weight(at.game, (at.rules,))
        with self._lock:
            if self._games.get(loaded.id) is loaded:  # else it was forgotten meanwhile
                self._games[loaded.id] = loaded  # the cache asks for a weight when something is put in

    def _forget(self, loaded: LoadedGame) -> None:
        with self._lock:
            if self._games.get(loaded.id) is loaded:
                del self._games[loaded.id]


def weight(value: object, shared: tuple[object, ...] = ()) -> int:
    """Bytes that a value holds on to, without what it shares with others."""
    counted = {id(each) for each in shared}
    total, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        if id(each) in counted:
            continue
        counted.add(id(each))
        total += sys.getsizeof(each)
        if isinstance(each, Mapping):
            waiting.extend(each.keys())
            waiting.extend(each.values())
        elif isinstance(each, tuple | list | frozenset | set):
            waiting.extend(each)
        elif is_dataclass(each) and not isinstance(each, type):
            waiting.extend(getattr(each, field.name) for field in fields(each))
    return total
