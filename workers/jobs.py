"""The jobs: late, repeated and harmless. Arguments are an id and a version; what is owed is asked of Postgres."""

import time
from uuid import UUID

import redis as redis_py
import structlog

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.engine import Contention, Games, Moved, NoSuchGame, Seen
from kontor.service.jobs.queues import NEW, Job, enqueue, queue
from kontor.workers import bots
from kontor.workers.context import games, redis, stopping, store

SLICE = 5.0  # seconds and decisions of one job: then other games have their turn
DECISIONS = 200
POLITE = 0.5  # seconds: from then on, a job makes way for new ones

logger = structlog.get_logger()


def play_bots(game_id: str, version: int) -> None:
    """Play what bot seats owe, one commit each, if the game still stands where it stood when this was queued."""
    game, begun, decisions = UUID(game_id), time.monotonic(), 0
    try:
        while (owed := _owed_bots(game, version)) and (seen := games().fresh(game)).game.version == version:
            if _has_had_its_turn(time.monotonic() - begun, decisions):
                _go_on_later(game, version)
                return
            version = _play(games(), seen, _next(seen, owed))
            decisions += 1
    except (Moved, Contention, NoSuchGame):
        return  # somebody else saw to it; what is still owed is in the debts


def score(game_id: str, version: int) -> None:
    """Append the final scoring, as one commit of the system; nothing happens if that was done."""
    games().score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Note that a deadline has passed; nothing happens if the seat has decided meanwhile."""
    games().time_out(UUID(game_id))


def tidy() -> None:
    """Delete what nobody can ask for any more: old answers, seeds that were reserved in vain."""
    store().tidy()


def _owed_bots(game_id: UUID, version: int) -> tuple[int, ...]:
    """The bot seats that owe a decision, or are owed a look, at this version; none if the game has moved on."""
    found = store().debt(game_id)
    return found[1].bots if found is not None and found[0] == version else ()


def _has_had_its_turn(seconds: float, decisions: int) -> bool:
    if decisions >= DECISIONS or seconds > SLICE or stopping.is_set():
        return True
    return seconds > POLITE and _others_wait()


def _others_wait() -> bool:
    """Whether new jobs wait: somebody may be playing against a quick bot while we think for long."""
    try:
        client = redis()
        return client is not None and client.exists(*(queue(client, kind).key for kind in NEW)) > 0
    except redis_py.RedisError:
        return False


def _next(seen: Seen, owed: tuple[int, ...]) -> int:
    """Whoever is invited is asked first: an offer may be gone once the one who made it has gone on."""
    awaited = seen.rules.awaiting(seen.game.state)
    return min(owed, key=lambda seat: (seat in awaited, seat))


def _play(games: Games, seen: Seen, seat: int) -> int:
    """One decision of a bot; the version after it."""
    game, version = seen.game.id, seen.game.version
    if (seconds := bots.seconds(seen)) > games.store.grace - 1:
        games.store.postpone(game, version, seconds + games.store.grace)
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
    """Ask for the next slice, behind games that are quicker. If Redis is away, the relay asks."""
    if (client := redis()) is not None:
        try:
            enqueue(client, Job("long", game_id, version, 0))
        except redis_py.RedisError as error:
            logger.warning("redis is away; the relay will see to it", game=str(game_id), error=str(error))
