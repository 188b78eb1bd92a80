"""Snapshots are taken here, each folded on from the one before. Nobody waits for one: a job that is lost or killed is
made good by the next one of its game, or by those that maintenance asks for."""

import time
from uuid import UUID

import redis
import structlog

from kontor.domain.kernel.snapshots import NoSnapshot, format_of
from kontor.service.engine import NoSuchGame
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.jobs.queues import Job, enqueue
from kontor.workers.context import context

MOST = 5000  # games that maintenance asks for at once: about two minutes of work
HOUR = 3600

logger = structlog.get_logger()


def take(game_id: str, version: int) -> None:
    """Take the snapshots that a game lacks, up to where it stands; nothing happens if it lacks none."""
    worker = context()
    if not worker.snapshots.formats:
        return
    try:
        at = worker.games.fresh(UUID(game_id))
        for wanted in worker.store.snapshots.missing(at.game.id, format_of(at.rules)):
            if wanted > at.game.version:  # the game has moved on meanwhile, and has a job for that
                return
            worker.store.snapshots.put(worker.snapshots.made(worker.past_games.folded(at, wanted).at))
    except (NoSuchGame, GameDamaged) as error:
        logger.warning("no snapshot is taken", game=game_id, reason=str(error))
    except NoSnapshot as error:
        logger.error("no snapshot is taken", game=game_id, reason=str(error))


def ask_for_missing() -> None:
    """Queue a job for every game that lacks a snapshot: of jobs that were lost, and after a change of the format."""
    worker = context()
    if worker.redis is None or not worker.snapshots.formats:
        return
    attempt = int(time.time()) // HOUR  # a job that failed an hour ago is tried again
    try:
        for game_id, version in worker.store.snapshots.games_without(
            worker.snapshots.rulesets, worker.snapshots.formats, MOST
        ):
            enqueue(worker.redis, Job("snapshots", game_id, version, attempt))
    except redis.RedisError as error:
        logger.warning("redis unreachable, snapshots are left to the next hour", error=str(error))
