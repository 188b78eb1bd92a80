"""The games a process has folded: one room and one lock a game, bounded in bytes; the longest unused goes first."""

import sys
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from threading import Lock, RLock
from typing import Generic, TypeVar
from uuid import UUID

T = TypeVar("T")

FIRST_WEIGHT = 256 * 1024  # what a room counts for until it is weighed


class Room(Generic[T]):
    """What this process knows of one game. Whoever changes `seen` holds the lock; `seen` itself never changes."""

    __slots__ = ("lock", "seen", "weight")

    def __init__(self) -> None:
        self.lock = RLock()
        self.seen: T | None = None
        self.weight = FIRST_WEIGHT


class Cache(Generic[T]):
    """Rooms by game. Forgetting one loses nothing: it is folded again from the log."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._rooms: OrderedDict[UUID, Room[T]] = OrderedDict()
        self._lock = Lock()

    def room(self, game_id: UUID) -> Room[T]:
        """The game's room, new if there is none. Two threads get the same one."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is None:
                room = self._rooms[game_id] = Room()
            self._rooms.move_to_end(game_id)
            return room

    def known(self, game_id: UUID) -> T | None:
        room = self._rooms.get(game_id)
        return None if room is None else room.seen

    def forget(self, game_id: UUID) -> None:
        with self._lock:
            self._rooms.pop(game_id, None)

    def weighed(self, game_id: UUID, weight: int) -> None:
        """Note what a room weighs, and let the longest unused go until the limit holds."""
        with self._lock:
            if (room := self._rooms.get(game_id)) is not None:
                room.weight = weight
            total = sum(each.weight for each in self._rooms.values())
            while total > self._limit and len(self._rooms) > 1:
                _, gone = self._rooms.popitem(last=False)
                total -= gone.weight

    def __len__(self) -> int:
        return len(self._rooms)


def weight(value: object, shared: tuple[object, ...] = ()) -> int:
    """Bytes that a value holds on to, without what it shares with others."""
    met = {id(each) for each in shared}
    total, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        if id(each) in met:
            continue
        met.add(id(each))
        total += sys.getsizeof(each)
        if isinstance(each, Mapping):
            waiting.extend(each.keys())
            waiting.extend(each.values())
        elif isinstance(each, tuple | list | frozenset | set):
            waiting.extend(each)
        elif is_dataclass(each) and not isinstance(each, type):
            waiting.extend(getattr(each, field.name) for field in fields(each))
    return total
