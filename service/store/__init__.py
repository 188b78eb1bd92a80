"""The event store: every statement that reads or writes a game. SQL in view, one module a concern.

`Store` is what the rest of the house uses. Each method is one statement on a pooled autocommit connection unless
it says otherwise; a Postgres that is away raises `StoreAway`.
"""

from kontor.service.store.pool import open_pool, require_modest_role
from kontor.service.store.rows import (
    Answer,
    Aside,
    Debt,
    GameRow,
    Head,
    KeyTaken,
    Logged,
    NewGame,
    Owed,
    Placed,
    Position,
    Projection,
    ReservedSeed,
    Seated,
    Snapshot,
    StoreAway,
    Stored,
    Visibility,
    Wanted,
)
from kontor.service.store.store import Store

__all__ = [
    "Answer",
    "Aside",
    "Debt",
    "GameRow",
    "Head",
    "KeyTaken",
    "Logged",
    "NewGame",
    "Owed",
    "Placed",
    "Position",
    "Projection",
    "ReservedSeed",
    "Seated",
    "Snapshot",
    "Store",
    "StoreAway",
    "Stored",
    "Visibility",
    "Wanted",
    "open_pool",
    "require_modest_role",
]
