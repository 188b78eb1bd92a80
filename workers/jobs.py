"""The functions that rq calls. Their arguments are an id and a version; they read the pending work from PostgreSQL. So
a job may run late or twice without harm."""

import time
from contextlib import suppress
from uuid import UUID

import redis
import structlog

from kontor.domain.kernel.ruleset import Choice
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.game_lock import Contention
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Moved
from kontor.service.jobs.queues import WAITED_FOR, Job, enqueue, queue
from kontor.service.stop_event import stopping
from kontor.service.store.maintenance import delete_expired
from kontor.workers import bot_patience, bot_turns, bots, snapshots
from kontor.workers.context import WorkerContext, context

SLICE = 5.0  # seconds of one job: afterwards other games have their turn
DECISIONS = 200  # decisions of one job, for the same reason
POLITE = 0.5  # seconds after which a job gives way to waiting ones

logger = structlog.get_logger()


def play_bots(game_id: str, version: int) -> None:
    """Play the pending decisions of bot seats, one commit each. Do nothing if the game is no longer at `version`."""
    worker, game, begun, decisions, at = context(), UUID(game_id), time.monotonic(), 0, None
    try:
        while owed := _owed_bots(worker, game, version):
            at = worker.games.fresh(game)
            if at.game.version != version:
                return
            if _has_had_its_turn(worker, at, time.monotonic() - begun, decisions):
                _go_on_later(worker, at)
                return
            seat = _next(at, owed)
            left = bot_patience.seconds_left(worker, at, seat)
            if left > 0:
                worker.store.debts.reschedule(game, version, left)
                return
            version = _play(worker, at, seat)
            decisions += 1
    except (Moved, Contention, NoSuchGame):
        return  # another process has changed the game; its pending work is in the database
    finally:
        if at is not None and worker.redis is not None:
            with suppress(redis.RedisError):
                bot_turns.charge(worker.redis, at.creator, time.monotonic() - begun)


def score(game_id: str, version: int) -> None:
    """Append the final scoring, as one commit of the system. Do nothing if the game is scored already."""
    context().games.score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Record that a deadline has passed. Do nothing if the seat has decided meanwhile."""
    context().games.time_out(UUID(game_id))


def tidy() -> None:
    """Delete old stored answers, old messages and reserved seeds that no game has used. Queue jobs for missing
    snapshots."""
    delete_expired(context().store.pool, context().settings.delivery_days)
    snapshots.ask_for_missing()


def _owed_bots(worker: WorkerContext, game_id: UUID, version: int) -> tuple[int, ...]:
    """Return the bot seats that must decide, or may react, at this version. Return none if the game has moved on."""
    found = worker.store.debts.find(game_id)
    return found[1].bots if found is not None and found[0] == version else ()


def _has_had_its_turn(worker: WorkerContext, at: GameAt, seconds: float, decisions: int) -> bool:
    if decisions >= DECISIONS or seconds > SLICE or stopping.is_set():
        return True
    return decisions > 0 and seconds > POLITE and _others_wait(worker.redis, at.creator, seconds)


def _others_wait(client: redis.Redis | None, account: UUID | None, seconds: float) -> bool:
    """Return whether other jobs have priority: a player may wait for a quick bot while this job thinks for long."""
    try:
        return client is not None and (
            client.exists(*(queue(client, kind).key for kind in WAITED_FOR)) > 0
            or bot_turns.is_due_before(client, account, seconds)
        )
    except redis.RedisError:
        return False


def _next(at: GameAt, owed: tuple[int, ...]) -> int:
    """Return the seat to ask first. A seat that may react goes before one that must decide, whose decision could end an
    offer."""
    awaited = at.awaiting
    return min(owed, key=lambda seat: (seat in awaited, seat))


def _play(worker: WorkerContext, at: GameAt, seat: int) -> int:
    """Play one decision of a bot, and return the version after it."""
    game, store = at.game, worker.store
    seconds = bots.thinking_seconds(at, worker.settings.bot_seconds)
    if seconds > store.debts.grace_seconds - 1:
        store.debts.postpone(game.id, game.version, seconds + store.debts.grace_seconds)
    try:
        return _write(worker, at, seat, bots.choose(at, seat, seconds))
    except (Violation, Refusal) as error:
        facts = {"game": str(game.id), "version": game.version, "reason": str(error)}
        logger.error("bot's command refused, another bot decides instead", **facts)
        return _write(worker, at, seat, bots.substitute(at, seat, seconds))


def _write(worker: WorkerContext, at: GameAt, seat: int, choice: Choice) -> int:
    """Write the command that a bot has chosen, or that the bot has passed. Return the version after it."""
    game, version = at.game.id, at.game.version
    if choice.command is None:
        worker.store.debts.remove_bot(game, version, seat)
        return version
    return worker.games.act(game, seat, choice.command, version, choice.note).game.version


def _go_on_later(worker: WorkerContext, at: GameAt) -> None:
    """Queue the rest of the work behind quicker games. If Redis is unreachable, the relay queues it."""
    if worker.redis is not None:
        try:
            enqueue(worker.redis, Job("long", at.game.id, at.game.version, 0, at.creator))
        except redis.RedisError as error:
            logger.warning("redis unreachable, job left to the relay", game=str(at.game.id), error=str(error))
