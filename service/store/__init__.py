"""The event store: every statement that is sent to PostgreSQL. SQL in view, one module a concern.

`Store` has what games need; accounts and webhooks have a class each, in the modules of these names. Each method is
one statement on a pooled autocommit connection unless it says otherwise; a Postgres that is away raises `StoreAway`.
"""

from kontor.service.game_settings import GameSettings, Visibility
from kontor.service.store.pool import open_pool, require_modest_role
from kontor.service.store.rows import (
    Alongside,
    Answer,
    Debt,
    GameRow,
    Head,
    Invitation,
    KeyTaken,
    Logged,
    NewGame,
    Origin,
    Owed,
    Placed,
    Position,
    Projection,
    ReservedSeed,
    Seated,
    Snapshot,
    StoreAway,
    Stored,
    TooManyGames,
    VersionConflict,
    Wanted,
)
from kontor.service.store.store import Store

__all__ = [
    "Alongside",
    "Answer",
    "Debt",
    "GameRow",
    "GameSettings",
    "Head",
    "Invitation",
    "KeyTaken",
    "Logged",
    "NewGame",
    "Origin",
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
    "TooManyGames",
    "VersionConflict",
    "Visibility",
    "Wanted",
    "open_pool",
    "require_modest_role",
]
