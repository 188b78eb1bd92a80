"""The event store: every statement that is sent to PostgreSQL.

Each concept has a module with its SQL, the types of its rows, and a class that holds the pool (`table`). `Store` has
those that belong to games. A function that takes a connection is for statements inside the caller's transaction.
If PostgreSQL cannot be reached, all of them raise `StoreAway`.
"""

from kontor.service.game_settings import GameSettings, Visibility
from kontor.service.store.answers import Answer
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.commit_feed import Placed, Position
from kontor.service.store.commits import KeyTaken, NewGame, TooManyGames, VersionConflict
from kontor.service.store.debts import Debt
from kontor.service.store.events import Logged, Stored
from kontor.service.store.games import GameRow, Head, Wanted
from kontor.service.store.invitations import Invitation
from kontor.service.store.origins import Origin
from kontor.service.store.participants import Seated
from kontor.service.store.pool import StoreAway, open_pool, require_modest_role
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.snapshots import Snapshot
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
