"""The functions that rq calls, except the functions for bots (`workers.bots`) and snapshots. They read the pending work
from PostgreSQL, so a job may run late or twice without harm.
"""

from uuid import UUID

from kontor.service.clock import utc_now
from kontor.service.store.maintenance import Retention, delete_expired
from kontor.workers import snapshots
from kontor.workers.context import context

MOST_ABANDONED = 1000  # most abandoned games that are ended within an hour


def score(game_id: str, version: int) -> None:
    """Append the final scoring of a game, as one commit of the system. Do nothing if the game is already scored."""
    context().games.score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Record that a deadline of a game has passed, or that the game is abandoned. Do nothing if a seat has acted
    meanwhile.
    """
    context().games.time_out(UUID(game_id))


def tidy() -> None:
    """Delete the rows whose retention period is over. Queue jobs for abandoned games and for missing snapshots."""
    settings = context().settings
    kept = Retention(settings.delivery_days, settings.snapshot_days, settings.origin_days, settings.unused_account_days)
    delete_expired(context().store.pool, kept)
    end_abandoned_games()
    snapshots.ask_for_missing()


def end_abandoned_games() -> None:
    """Queue a job for every game that its players have abandoned. Each game has its own job, so that a damaged game
    does not block other games.
    """
    worker = context()
    worker.queue_hourly("clock", worker.store.games.abandoned(utc_now(), MOST_ABANDONED))
