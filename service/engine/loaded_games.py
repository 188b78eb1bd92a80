"""The games this process has folded, and how they are kept true to the database."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from threading import Lock, RLock
from uuid import UUID

import structlog
from cachetools import LRUCache

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import Record
from kontor.domain.kernel.fold import GoesFurtherBack, LogDamaged, fold
from kontor.service.engine.game_at import GameAt, game_of_row, new_game
from kontor.service.engine.snapshots import Snapshots
from kontor.service.refusals import Refused
from kontor.service.registry import AnyGame, AnyRuleset, Registry
from kontor.service.store import Head, Store, Stored
from kontor.service.store.lookup import look_up

FIRST_WEIGHT = 64 * 1024  # bytes that a game counts for until it is weighed
SPARE = 1.2  # a game grows a little while it is played
MOST_BOARDS = 64  # kept for all games that are played on them

logger = structlog.get_logger()


class NoSuchGame(Refused):
    """There is no game with this id."""


class GameDamaged(Refused):
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

    def __init__(
        self,
        registry: Registry,
        store: Store,
        cache_bytes: int,
        snapshots: Snapshots,
        tell_damaged: Callable[[UUID, int], None] = lambda game_id, version: None,
    ) -> None:
        self._registry = registry
        self._store = store
        self._snapshots = snapshots
        self._tell_damaged = tell_damaged
        most = max(cache_bytes, 1)  # a game that is larger than all of it has it to itself
        self._games: LRUCache[UUID, LoadedGame] = LRUCache(most, getsizeof=lambda each: min(each.weight, most))
        self._lock = Lock()  # of the cache, which also writes down who was asked for when it is read
        self._damaged: set[UUID] = set()
        self._boards: LRUCache[str, JsonObject] = LRUCache(MOST_BOARDS)
        self._weights: dict[tuple[str, int], int] = {}  # by board and number of seats

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
        """Return the game, given where a look-up found its head and the records after the version that was cached."""
        if head is None:
            raise NoSuchGame(game_id)
        loaded = self.entry(game_id)
        with loaded.lock:
            if loaded.at is None or loaded.at.head != head:
                self.catch_up(loaded, head, tail)
            return loaded.require()

    def catch_up(self, loaded: LoadedGame, head: Head | None = None, tail: Sequence[Record] = ()) -> bool:
        """Compare with the database and fold what is new. Return whether there was anything. `head`, `tail`: what a
        look-up has found already. Called with the lock held."""
        at = loaded.at
        if at is not None:
            if self._follow(loaded, at, head, tail):
                return True
            _, now = look_up(self._store.pool, None, loaded.id, at.game.version)
            if now.head == at.head:
                return False
            if self._follow(loaded, at, now.head, now.tail):
                return True
        self.load(loaded)  # nothing known yet, or we are ahead of a database that was restored
        return True

    def _follow(self, loaded: LoadedGame, at: GameAt, head: Head | None, tail: Sequence[Record]) -> bool:
        """Fold the records that are new onto the cached game. Return whether they lead to this head."""
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
        """Fold the log, whatever is known; GameDamaged if it is not as it was written. Called with the lock."""
        loaded.at = None
        with self._lock:
            is_damaged = loaded.id in self._damaged  # then all of it has to be read again
        stored = self._store.events.load(loaded.id, () if is_damaged else self._snapshots.formats)
        rules = None if stored is None else self._registry.get(stored.row.ruleset)
        if stored is None or rules is None:  # a service without this ruleset does not have the game either
            self._forget(loaded)
            raise NoSuchGame(loaded.id)
        game = self._from_snapshot(rules, stored) or self._from_start(rules, stored)
        with self._lock:
            self._damaged.discard(loaded.id)
        loaded.at = game_of_row(rules, game, stored.row)
        self._weigh(loaded, loaded.at, stored.row.board)

    def _from_snapshot(self, rules: AnyRuleset, stored: Stored) -> AnyGame | None:
        """The game, if there is a snapshot to be trusted and what follows leads from it to the head."""
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
            raise self._noted(stored.row.id, error.version) from error
        if Head(game.version, game.head) != stored.row.head:
            raise self._noted(stored.row.id, min(game.version + 1, stored.row.head.version))
        return game

    def _start(self, stored: Stored) -> AnyGame:
        return new_game(stored.row.id, stored.seed, self._board(stored.row.board))

    def _board(self, name: str) -> JsonObject:
        """Boards are large, and the same for many games."""
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
        self._tell_damaged(game_id, version)
        return GameDamaged(game_id, version)

    # ---------------------------------------------------------------- memory

    def _weigh(self, loaded: LoadedGame, at: GameAt, board: str) -> None:
        """Weighing walks through a whole game; those of one kind weigh the same but for little."""
        kind = (board, len(at.game.places))
        if kind not in self._weights:
            self._weights[kind] = int(SPARE * weight(at.game, (at.rules, at.game.board)))
        loaded.weight = self._weights[kind]
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
