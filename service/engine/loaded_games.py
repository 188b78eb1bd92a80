"""The games this process has folded, and how they are kept true to the database."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from threading import Lock, RLock
from uuid import UUID

import structlog
from cachetools import LRUCache

from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.service.engine.game_at import GameAt, new_game
from kontor.service.registry import Registry
from kontor.service.store import Head, Store

FIRST_WEIGHT = 256 * 1024  # bytes that a game counts for until it is weighed
WEIGH_EVERY = 256  # versions: weighing walks through the whole game

logger = structlog.get_logger()


class NoSuchGame(LookupError):
    """There is no game with this id."""


class GameDamaged(Exception):
    """The stored log of a game is not the one that was written, from `version` on: nothing is decided on it, and
    nothing is added to it."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"The log of game {game_id} is damaged at version {version}.")
        self.game_id = game_id
        self.version = version


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
    is folded again from the log. What is known of a game may be behind the database, never beside it: whatever does not
    hang on what is known (the database was restored) is folded from the start."""

    def __init__(self, registry: Registry, store: Store, cache_bytes: int) -> None:
        self._registry = registry
        self._store = store
        most = max(cache_bytes, 1)  # a game that is larger than all of it has it to itself
        self._games: LRUCache[UUID, LoadedGame] = LRUCache(most, getsizeof=lambda each: min(each.weight, most))
        self._lock = Lock()  # of the cache, which also writes down who was asked for when it is read
        self._damaged: set[UUID] = set()

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
                    self._follow(loaded, at, rest, head)
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
            self._follow(loaded, at, self._store.tail(loaded.id, at.game.version, head.version), head)
            return True
        self.load(loaded)  # nothing known yet, or we are ahead of a database that was restored
        return True

    def _follow(self, loaded: LoadedGame, at: GameAt, records: Sequence[Record], head: Head) -> None:
        try:
            after = at.moved_to(fold(at.rules, at.game, records))
        except (LogDamaged, GoesFurtherBack):
            after = at
        if after.head != head:
            self.load(loaded)
            return
        loaded.at = after
        if after.game.version // WEIGH_EVERY != at.game.version // WEIGH_EVERY:
            self._weigh(loaded, after)

    def load(self, loaded: LoadedGame) -> None:
        """Fold the whole log, whatever is known; GameDamaged if it is not as it was written. Called with the lock."""
        loaded.at = None
        stored = self._store.load(loaded.id)
        rules = None if stored is None else self._registry.get(stored.row.ruleset)
        if stored is None or rules is None:  # a service without this ruleset does not have the game either
            self._forget(loaded)
            raise NoSuchGame(loaded.id)
        row, game = stored.row, new_game(loaded.id, stored.seed, stored.board)
        try:
            game = fold(rules, game, stored.records)
        except LogDamaged as error:
            raise self._noted(loaded.id, error.version) from error
        if Head(game.version, game.head) != row.head:
            raise self._noted(loaded.id, min(game.version + 1, row.head.version))
        with self._lock:
            self._damaged.discard(loaded.id)
        loaded.at = at = GameAt(rules, game, row.visibility, row.creator, row.practice, row.bot_milliseconds)
        self._weigh(loaded, at)

    # ---------------------------------------------------------------- damage

    @property
    def damaged(self) -> int:
        """How many games this process has found damaged, and has not seen whole since."""
        with self._lock:
            return len(self._damaged)

    def damage_found(self, game_id: UUID, version: int) -> GameDamaged:
        """Somebody else read this game's log and found it damaged: what is remembered of it is not trusted any more."""
        loaded = self.entry(game_id)
        with loaded.lock:
            loaded.at = None
        return self._noted(game_id, version)

    def _noted(self, game_id: UUID, version: int) -> GameDamaged:
        with self._lock:
            self._damaged.add(game_id)
        logger.error("log damaged", game=str(game_id), version=version)
        return GameDamaged(game_id, version)

    # ---------------------------------------------------------------- memory

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
