"""Take snapshots of games. Each snapshot is computed by replaying the game from the snapshot before. No request waits
for a snapshot.

If a job is lost or killed, a later job of the same game takes the snapshot. The hourly maintenance also queues such
jobs.
"""

from uuid import UUID

import structlog

from kontor.domain.kernel.snapshots import NoSnapshot, format_of
from kontor.service.engine.loaded_games import GameDamaged, NoSuchGame
from kontor.workers.context import context

MOST = 5000  # most games for which one maintenance run queues jobs: about two minutes of work

logger = structlog.get_logger()


def take(game_id: str, version: int) -> None:
    """Take the missing snapshots of a game, up to its newest version."""
    worker = context()
    if not worker.snapshots.formats:
        return
    try:
        at = worker.games.fresh(UUID(game_id))
        for wanted in worker.store.snapshots.missing(at.game.id, format_of(at.rules)):
            if wanted > at.game.version:  # the game has moved on, and that commit has queued another job
                return
            worker.store.snapshots.put(worker.snapshots.take(worker.past_games.folded(at, wanted).at))
    except (NoSuchGame, GameDamaged) as error:
        logger.warning("no snapshot taken", game=game_id, reason=str(error))
    except NoSnapshot as error:
        logger.error("no snapshot taken", game=game_id, reason=str(error))


def ask_for_missing() -> None:
    """Queue a job for every game without a current snapshot. A game has no current snapshot if a job was lost or if the
    snapshot format has changed.
    """
    worker, wanted = context(), context().snapshots
    if wanted.formats:
        days = worker.settings.snapshot_days
        games = worker.store.snapshots.games_without(wanted.rulesets, wanted.formats, MOST, days)
        worker.queue_hourly("snapshots", games)
