"""The objects of a process that requests use. `create_app` creates them once, and a view gets them in its `Call`
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
from kontor.service.store.accounts import Accounts
from kontor.service.store.analyses import Analyses
from kontor.service.store.caller_jobs import CallerJobs
from kontor.service.store.invitations import Invitations
from kontor.service.store.lookup import KnownCallers
from kontor.service.store.pool import Pool
from kontor.service.store.store import Store
from kontor.service.store.stream_tickets import StreamTickets
from kontor.service.store.votes import Votes
from kontor.service.store.webhooks import Webhooks
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
    accounts: Accounts
    invitations: Invitations
    stream_tickets: StreamTickets
    votes: Votes
    webhooks: Webhooks
    caller_jobs: CallerJobs
    analyses: Analyses
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
