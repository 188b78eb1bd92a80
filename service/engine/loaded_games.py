"""The games this process has folded, and how they are kept true to the database."""

from collections.abc import Sequence
from uuid import UUID

from kontor.domain.kernel.commits import Record
from kontor.service.engine.cache import Cache, Room, weight
from kontor.service.engine.game_at import Seen, fold, new_game
from kontor.service.registry import Registry
from kontor.service.store import Head, Store

WEIGH_EVERY = 256  # versions


class NoSuchGame(LookupError):
    """There is no game with this id."""


class Rooms:
    """One room a game. What a room shows may be behind the database, never beside it."""

    def __init__(self, registry: Registry, store: Store, cache_bytes: int) -> None:
        self._registry = registry
        self._store = store
        self._cache: Cache[Seen] = Cache(cache_bytes)

    def room(self, game_id: UUID) -> Room[Seen]:
        return self._cache.room(game_id)

    def known(self, game_id: UUID) -> Seen | None:
        """What this process remembers; perhaps stale."""
        return self._cache.known(game_id)

    def fresh(self, game_id: UUID) -> Seen:
        """The game as the database has it now."""
        room = self._cache.room(game_id)
        with room.lock:
            self.catch_up(game_id, room)
            return require_seen(room)

    def met(self, game_id: UUID, head: Head | None, tail: Sequence[Record]) -> Seen:
        """The game, given where the database just said it stands and what follows the version we knew."""
        if head is None:
            raise NoSuchGame(game_id)
        room = self._cache.room(game_id)
        with room.lock:
            seen = room.seen
            if seen is not None and head.version > seen.game.version:
                rest = [record for record in tail if record.version > seen.game.version]
                if rest and rest[0].version == seen.game.version + 1:
                    self._follow(game_id, room, seen, rest)
            if room.seen is None or room.seen.head != head:
                self.catch_up(game_id, room)
            return require_seen(room)

    def catch_up(self, game_id: UUID, room: Room[Seen]) -> bool:
        """Compare with the database and fold what is new; whether there was anything. Called with the lock held."""
        seen = room.seen
        head = None if seen is None else self._store.head(game_id)
        if seen is not None and head == seen.head:
            return False
        if seen is not None and head is not None and head.version > seen.game.version:
            records = self._store.tail(game_id, seen.game.version)
            self._follow(game_id, room, seen, records)
            return True
        self._load(game_id, room)  # nothing known yet, or we are ahead of a database that was restored
        return True

    def _follow(self, game_id: UUID, room: Room[Seen], seen: Seen, records: Sequence[Record]) -> None:
        room.seen = seen.moved_to(fold(seen.rules, seen.game, records))
        if room.seen.game.version // WEIGH_EVERY != seen.game.version // WEIGH_EVERY:
            self._weigh(game_id, room)

    def _load(self, game_id: UUID, room: Room[Seen]) -> None:
        stored = self._store.load(game_id)
        if stored is None:
            self._cache.forget(game_id)
            raise NoSuchGame(game_id)
        row, rules = stored.row, self._registry.get(stored.row.ruleset)
        if rules is None:  # a house without this ruleset does not have the game either
            self._cache.forget(game_id)
            raise NoSuchGame(game_id)
        game = fold(rules, new_game(game_id, stored.seed, stored.board), stored.records)
        room.seen = Seen(rules, game, row.visibility, row.creator, row.practice, row.bot_milliseconds)
        self._weigh(game_id, room)

    def _weigh(self, game_id: UUID, room: Room[Seen]) -> None:
        seen = require_seen(room)
        self._cache.weighed(game_id, weight(seen.game, (seen.rules,)))


def require_seen(room: Room[Seen]) -> Seen:
    if room.seen is None:
        raise NoSuchGame
    return room.seen
