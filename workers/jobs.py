"""The functions that rq calls, except those of bots (`workers.bots`) and snapshots. They read the pending work from
PostgreSQL, so a job may run late or twice without harm."""

from uuid import UUID

from kontor.service.store.maintenance import Retention, delete_expired
from kontor.workers import snapshots
from kontor.workers.context import context


def score(game_id: str, version: int) -> None:
    """Append the final scoring, as one commit of the system. Do nothing if the game is scored already."""
    context().games.score(UUID(game_id))


def time_out(game_id: str, version: int) -> None:
    """Record that a deadline has passed. Do nothing if the seat has decided meanwhile."""
    context().games.time_out(UUID(game_id))


def tidy() -> None:
    """Delete rows that are past their time. Queue jobs for missing snapshots."""
    settings = context().settings
    kept = Retention(settings.delivery_days, settings.snapshot_days, settings.origin_days, settings.unused_account_days)
    delete_expired(context().store.pool, kept)
    snapshots.ask_for_missing()
