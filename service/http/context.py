"""The objects that all requests of a process share. `create_app` creates them once, and a view gets them in its `Call`
(`service.http.auth`)."""

from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis import Redis

from kontor.service.engine.games import Games
from kontor.service.engine.past_games import PastGames
from kontor.service.engine.undo import Undo
from kontor.service.http.games.answer_cache import AnswerCache
from kontor.service.http.limits import Limits, StreamSlots
from kontor.service.http.refused_commands import RefusedCommands
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.signing.receipts import Signer
from kontor.service.store.lookup import KnownCallers
from kontor.service.store.pool import Pool
from kontor.service.store.store import Store
from kontor.service.tlog.served import ServedLog

NAME = "kontor"


@dataclass(frozen=True, slots=True)
class Context:
    settings: Settings
    registry: Registry
    pool: Pool
    store: Store
    games: Games
    past_games: PastGames
    undo: Undo
    tlog: ServedLog
    signer: Signer
    known_callers: KnownCallers
    limits: Limits
    refusals: RefusedCommands
    answer_cache: AnswerCache
    streams: StreamSlots
    uploads: StreamSlots
    redis: Redis | None


def current_context() -> Context:
    """Return the context of the current app. Only the decorators of `service.http.auth` call this."""
    return cast(Context, current_app.extensions[NAME])
