"""The jobs: late, repeated and harmless. Arguments are an id and a version; what is owed is asked of Postgres."""

import time
from uuid import UUID

import structlog

from domain.kernel.bots import random_bot
from domain.kernel.violation import Refusal, Violation
from service.afterwards import Job, enqueue
from service.afterwards import connect as connect_redis
from service.games import Contention, Games, Moved, NoSuchGame, Seen
from workers import bots
from workers.house import games, settings, store

SLICE = 2.0  # seconds: then the next game has its turn, and a worker that is to stop can

logger = structlog.get_logger()


def play_bots(game_id: str, version: int) -> None:
    """Play what bot seats owe, one commit each, if the game still stands where it stood when this was queued."""
    game, end = UUID(game_id), time.monotonic() + SLICE
    try:
        while (seat := _owed_bot(game, version)) is not None:
            if time.monotonic() > end:
                _go_on_later(game, version)
                return
            seen = games().fresh(game)
            if seen.game.version != version:
                return
            version = _play(games(), seen, seat)
    except (Moved, Contention, NoSuchGame):
        return  # somebody else saw to it; what is still owed is in the debts


def score(game_id: str, version: int) -> None:
    """Append the final scoring, as one commit of the system; nothing happens if that was done."""
    games().score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Note that a deadline has passed; nothing happens if the seat has decided meanwhile."""
    games().time_out(UUID(game_id))


def _owed_bot(game_id: UUID, version: int) -> int | None:
    """The next bot seat that owes a decision (or a look) at this version; None if the game has moved on."""
    found = store().debt(game_id)
    return found[1].bots[0] if found is not None and found[0] == version and found[1].bots else None


def _play(games: Games, seen: Seen, seat: int) -> int:
    """One decision of a bot; the version after it."""
    game, version = seen.game.id, seen.game.version
    choice = bots.choose(seen, seat)
    if choice.command is None:
        games.store.looked(game, version, seat)
        return version
    try:
        return games.act(game, seat, choice.command, version, choice.note).game.version
    except (Violation, Refusal) as error:
        logger.error("a bot's command was refused", game=str(game), version=version, reason=str(error))
    fallback = bots.ask(seen, seat, random_bot)
    if fallback.command is None:
        games.store.looked(game, version, seat)
        return version
    return games.act(game, seat, fallback.command, version).game.version


def _go_on_later(game_id: UUID, version: int) -> None:
    if (client := connect_redis(settings().redis_url)) is not None:
        with client:
            enqueue(client, Job("bots", game_id, version, 0))
