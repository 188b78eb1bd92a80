"""The jobs: late, repeated and harmless. Arguments are an id and a version; what is owed is asked of Postgres."""

import time
from contextlib import suppress
from uuid import UUID

import redis
import structlog

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Choice
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.engine import Contention, Moved, NoSuchGame
from kontor.service.engine.game_at import GameAt
from kontor.service.jobs.queues import WAITED_FOR, Job, enqueue, queue
from kontor.service.store.maintenance import delete_expired
from kontor.workers import bot_patience, bot_turns, bots, snapshots
from kontor.workers.asked_to_end import stopping
from kontor.workers.context import WorkerContext, context

SLICE = 5.0  # seconds and decisions of one job: then other games have their turn
DECISIONS = 200
POLITE = 0.5  # seconds: from then on, a job makes way for new ones

logger = structlog.get_logger()


def play_bots(game_id: str, version: int) -> None:
    """Play what bot seats owe, one commit each, if the game still stands where it stood when this was queued."""
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
        return  # somebody else saw to it; what is still owed is in the debts
    finally:
        if at is not None and worker.redis is not None:
            with suppress(redis.RedisError):
                bot_turns.charge(worker.redis, at.creator, time.monotonic() - begun)


def score(game_id: str, version: int) -> None:
    """Append the final scoring, as one commit of the system; nothing happens if that was done."""
    context().games.score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Note that a deadline has passed; nothing happens if the seat has decided meanwhile."""
    context().games.time_out(UUID(game_id))


def tidy() -> None:
    """Delete what nobody can ask for any more: old answers and messages, seeds that were reserved in vain. Ask for
    snapshots that are missing."""
    delete_expired(context().store.pool, context().settings.delivery_days)
    snapshots.ask_for_missing()


def _owed_bots(worker: WorkerContext, game_id: UUID, version: int) -> tuple[int, ...]:
    """The bot seats that owe a decision, or are owed a look, at this version; none if the game has moved on."""
    found = worker.store.debts.find(game_id)
    return found[1].bots if found is not None and found[0] == version else ()


def _has_had_its_turn(worker: WorkerContext, at: GameAt, seconds: float, decisions: int) -> bool:
    if decisions >= DECISIONS or seconds > SLICE or stopping.is_set():
        return True
    return decisions > 0 and seconds > POLITE and _others_wait(worker.redis, at.creator, seconds)


def _others_wait(client: redis.Redis | None, account: UUID | None, seconds: float) -> bool:
    """Whether other jobs come first: a player may be waiting for a quick bot while we think for long."""
    try:
        return client is not None and (
            client.exists(*(queue(client, kind).key for kind in WAITED_FOR)) > 0
            or bot_turns.is_due_before(client, account, seconds)
        )
    except redis.RedisError:
        return False


def _next(at: GameAt, owed: tuple[int, ...]) -> int:
    """Whoever is invited is asked first: an offer may be gone once the one who made it has gone on."""
    awaited = at.awaiting
    return min(owed, key=lambda seat: (seat in awaited, seat))


def _play(worker: WorkerContext, at: GameAt, seat: int) -> int:
    """One decision of a bot; the version after it."""
    game, store = at.game, worker.store
    seconds = bots.thinking_seconds(at, worker.settings.bot_seconds)
    if seconds > store.debts.grace_seconds - 1:
        store.debts.postpone(game.id, game.version, seconds + store.debts.grace_seconds)
    try:
        return _write(worker, at, seat, bots.choose(at, seat, seconds))
    except (Violation, Refusal) as error:
        facts = {"game": str(game.id), "version": game.version, "reason": str(error)}
        logger.error("bot's command refused, random decides instead", **facts)
        return _write(worker, at, seat, bots.ask(at, seat, seconds, random_bot))


def _write(worker: WorkerContext, at: GameAt, seat: int, choice: Choice) -> int:
    """Write what a bot has chosen, or that it has looked and passed; the version after it."""
    game, version = at.game.id, at.game.version
    if choice.command is None:
        worker.store.debts.remove_bot(game, version, seat)
        return version
    return worker.games.act(game, seat, choice.command, version, choice.note).game.version


def _go_on_later(worker: WorkerContext, at: GameAt) -> None:
    """Queue the next slice, behind games that are quicker. If Redis is away, the relay queues it."""
    if worker.redis is not None:
        try:
            enqueue(worker.redis, Job("long", at.game.id, at.game.version, 0, at.creator))
        except redis.RedisError as error:
            logger.warning("redis unreachable, job left to the relay", game=str(at.game.id), error=str(error))
