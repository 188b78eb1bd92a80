"""The functions that rq calls, except those of bots (`workers.bots`) and snapshots. They read the pending work from
PostgreSQL, so a job may run late or twice without harm."""

from uuid import UUID

from kontor.service.store.maintenance import delete_expired
from kontor.workers import snapshots
from kontor.workers.context import context


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
