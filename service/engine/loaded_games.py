"""The cache of loaded games. Cached games follow the database."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from threading import Lock
from uuid import UUID

import structlog
from cachetools import LRUCache

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.domain.kernel.violation import Refused
from kontor.service.engine.game_at import GameAt, game_of_row, new_game
from kontor.service.engine.game_lock import GameLock
from kontor.service.engine.snapshots import Snapshots
from kontor.service.registry import AnyGame, AnyRuleset, Registry
from kontor.service.store.events import Stored
from kontor.service.store.games import Head
from kontor.service.store.lookup import look_up
from kontor.service.store.store import Store

FIRST_WEIGHT = 64 * 1024  # assumed bytes of a game until it is measured
SPARE = 1.2  # factor: a game grows a little while it is played
MOST_WEIGHTS = 1024  # kinds of games whose size is known
MOST_BOARDS = 64  # boards to cache; many games share a board

logger = structlog.get_logger()


class NoSuchGame(Refused):
    """There is no game with this id."""


class GameDamaged(Refused):
    """The stored log of a game is damaged from `version` on. The server accepts no commands for it."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"The log of game {game_id} is damaged at version {version}.")
        self.game_id = game_id
        self.version = version


class LoadedGame:
    """The cache entry of one game. A thread that changes `at` must hold the lock. A `GameAt` itself never changes."""

    __slots__ = ("at", "id", "lock", "weight")

    def __init__(self, game_id: UUID, most_waiting: int) -> None:
        self.id = game_id
        self.lock = GameLock(most_waiting)
        self.at: GameAt | None = None
        self.weight = FIRST_WEIGHT

    def require(self) -> GameAt:
        if self.at is None:
            raise NoSuchGame(self.id)
        return self.at


class LoadedGames:
    """A cache with one entry and one lock for each game, limited in bytes. It evicts the least recently used game,
    which can be loaded again from the log. A cached game may be behind the database, but must not contradict it. If the
    stored events do not continue the cached events (the database was restored), the game is loaded from the start."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        cache_bytes: int,
        snapshots: Snapshots,
        tell_damaged: Callable[[UUID, int], None] = lambda game_id, version: None,
        request_threads: int = 2,
    ) -> None:
        self._registry = registry
        self._store = store
        self._snapshots = snapshots
        self._tell_damaged = tell_damaged
        # Together with the thread that holds the lock, these are half of the threads.
        self._most_waiting = max(0, request_threads // 2 - 1)
        most = max(cache_bytes, 1)  # a game that is larger than the cache is its only entry
        self._games: LRUCache[UUID, LoadedGame] = LRUCache(most, getsizeof=lambda each: min(each.weight, most))
        self._lock = Lock()  # for the cache: reading an entry also changes it (LRU)
        self._damaged: set[UUID] = set()
        self._boards: LRUCache[str, JsonObject] = LRUCache(MOST_BOARDS)
        self._weights: LRUCache[tuple[str, int, int], int] = LRUCache(MOST_WEIGHTS)  # by board, seats and length

    def entry(self, game_id: UUID) -> LoadedGame:
        """Return the cache entry of a game. Create an empty entry if there is none. Two threads get the same entry."""
        with self._lock:
            found = self._games.get(game_id)
            if found is None:
                found = self._games[game_id] = LoadedGame(game_id, self._most_waiting)
            return found

    def known(self, game_id: UUID) -> GameAt | None:
        """Return the cached game, which may be older than the stored game, or None if the game is not cached."""
        with self._lock:
            found = self._games.get(game_id)
        return None if found is None else found.at

    def fresh(self, game_id: UUID) -> GameAt:
        """Return the game at its newest version in the database."""
        loaded = self.entry(game_id)
        with loaded.lock:
            self.catch_up(loaded)
            return loaded.require()

    def caught_up(self, game_id: UUID, head: Head | None, tail: Sequence[Record]) -> GameAt:
        """Return the game at `head`. `head` and `tail` are results of a look-up: the head of the game, and the records
        after the cached version."""
        if head is None:
            raise NoSuchGame(game_id)
        loaded = self.entry(game_id)
        if (at := loaded.at) is not None and at.head == head:
            return at  # without the lock: a reader need not wait for a command
        with loaded.lock:
            if loaded.at is None or loaded.at.head != head:
                self.catch_up(loaded, head, tail)
            return loaded.require()

    def catch_up(self, loaded: LoadedGame, head: Head | None = None, tail: Sequence[Record] = ()) -> bool:
        """Bring the cached game up to date with the database. Return whether the cached game has changed. `head` and
        `tail`: the head of the log and its newest records, if the caller has just read them. The caller must hold the
        lock."""
        at = loaded.at
        if at is not None:
            if self._fold_new(loaded, at, head, tail):
                return True
            _, now = look_up(self._store.pool, None, loaded.id, at.game.version)
            if now.head == at.head:
                return False
            if self._fold_new(loaded, at, now.head, now.tail):
                return True
        self.load(loaded)  # the game is not cached, or the cache is ahead of a restored database
        return True

    def _fold_new(self, loaded: LoadedGame, at: GameAt, head: Head | None, tail: Sequence[Record]) -> bool:
        """Apply the new records to the cached game. Return whether the result has this head."""
        new = [record for record in tail if record.version > at.game.version]
        try:
            after = at.moved_to(fold(at.rules, at.game, new))
        except (LogDamaged, GoesFurtherBack):
            return False
        if not new or after.head != head:
            return False
        loaded.at = after
        return True

    def load(self, loaded: LoadedGame) -> None:
        """Load the game from its log, and ignore the cached game. Raise `GameDamaged` if the log is damaged. The caller
        must hold the lock."""
        loaded.at = None
        with self._lock:
            is_damaged = loaded.id in self._damaged  # then the whole log must be read again
        stored = self._store.events.load(loaded.id, () if is_damaged else self._snapshots.formats)
        rules = None if stored is None else self._registry.get(stored.row.ruleset)
        if stored is None or rules is None:  # without its ruleset the service cannot serve the game
            self._forget(loaded)
            raise NoSuchGame(loaded.id)
        game = self._from_snapshot(rules, stored) or self._from_start(rules, stored)
        with self._lock:
            self._damaged.discard(loaded.id)
        loaded.at = game_of_row(rules, game, stored.row)
        self._weigh(loaded, loaded.at, stored.row.board)

    def _from_snapshot(self, rules: AnyRuleset, stored: Stored) -> AnyGame | None:
        """Return the game from a valid snapshot and the records after it. Return None if there is no valid snapshot, or
        if the records do not lead to the head."""
        if stored.snapshot is None:
            return None
        base = self._snapshots.game(rules, self._start(stored), stored.snapshot)
        if base is None:
            return None
        try:
            game = fold(rules, base, stored.records)
        except LogDamaged:
            return None
        except GoesFurtherBack as error:
            earlier = self._store.events.load(stored.row.id, self._snapshots.formats, error.version)
            return None if earlier is None else self._from_snapshot(rules, earlier)
        return game if Head(game.version, game.head) == stored.row.head else None

    def _from_start(self, rules: AnyRuleset, stored: Stored) -> AnyGame:
        if stored.snapshot is not None:
            stored = self._store.events.load(stored.row.id) or stored
        try:
            game = fold(rules, self._start(stored), stored.records)
        except LogDamaged as error:
            raise self._note_damage(stored.row.id, error.version) from error
        if Head(game.version, game.head) != stored.row.head:
            raise self._note_damage(stored.row.id, min(game.version + 1, stored.row.head.version))
        return game

    def _start(self, stored: Stored) -> AnyGame:
        return new_game(stored.row.id, stored.seed, self._board(stored.row.board))

    def _board(self, name: str) -> JsonObject:
        """Return a board from the cache: boards are large, and many games share one."""
        with self._lock:
            found = self._boards.get(name)
        if found is None:
            found = self._store.boards.find(name) or {}
            with self._lock:
                found = self._boards.setdefault(name, found)
        return found

    # ---------------------------------------------------------------- damage

    @property
    def damaged(self) -> int:
        """The number of games that this process has found damaged, and has not loaded without an error since then."""
        with self._lock:
            return len(self._damaged)

    def damage_found(self, game_id: UUID, version: int) -> GameDamaged:
        """Drop the cached game, because another reader found its log damaged. Return the error to raise. The game
        accepts no commands until its whole log has been read again without an error."""
        loaded = self.entry(game_id)
        with loaded.lock:
            loaded.at = None
        return self._note_damage(game_id, version)

    def _note_damage(self, game_id: UUID, version: int) -> GameDamaged:
        with self._lock:
            self._damaged.add(game_id)
        logger.error("log damaged", game=str(game_id), version=version)
        self._tell_damaged(game_id, version)
        return GameDamaged(game_id, version)

    # ---------------------------------------------------------------- memory

    def _weigh(self, loaded: LoadedGame, at: GameAt, board: str) -> None:
        """Set the size of a cache entry. Because measuring visits the whole game, similar games share one measurement:
        those with the same board, number of seats and approximate length. A long game may be twice as large as a young
        game."""
        kind = (board, len(at.game.places), at.game.version.bit_length())
        with self._lock:
            known = self._weights.get(kind)
        found = int(SPARE * weight(at.game, (at.rules, at.game.board))) if known is None else known
        loaded.weight = found
        with self._lock:
            self._weights[kind] = found
            if self._games.get(loaded.id) is loaded:  # otherwise the entry was evicted meanwhile
                self._games[loaded.id] = loaded  # the cache reads the size only when an entry is stored

    def _forget(self, loaded: LoadedGame) -> None:
        with self._lock:
            if self._games.get(loaded.id) is loaded:
                del self._games[loaded.id]


def weight(value: object, shared: tuple[object, ...] = ()) -> int:
    """Return the number of bytes that a value and all its parts occupy, without the parts in `shared`."""
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
