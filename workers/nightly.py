"""The process of the nightly audit. Once a day, at the configured hour, it checks the whole database against the logs
of the games.

PostgreSQL stores the time of the last run. So the loss of Redis changes nothing, and only one of several nodes runs the
audit.
"""

from datetime import datetime, timedelta
from uuid import UUID

import structlog

from kontor.service.clock import new_id, utc_now
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.audit_runs import AuditRuns
from kontor.service.store.pool import Pool, StoreAway
from kontor.workers.context import open_store

ASK_SECONDS = 60.0  # how often the process checks whether a run is due
REST_SECONDS = 3600.0  # a run without progress for so long counts as aborted

logger = structlog.get_logger()


def run(settings: Settings, stop: StopEvent) -> None:
    """Audit the database once a day until `stop` is set. If the database is unreachable, try again."""
    if settings.audit_hour >= 24:
        logger.info("nightly audit disabled: KONTOR_AUDIT_HOUR must be 0–23")
        stop.wait()
        return
    with open_store(settings).pool as pool:
        while not stop.is_set():
            try:
                audit_if_due(pool, settings, stop)
            except StoreAway as error:
                logger.warning("postgres unreachable, the nightly audit waits", error=str(error))
            stop.wait(ASK_SECONDS)


def audit_if_due(pool: Pool, settings: Settings, stop: StopEvent) -> bool:
    """Run an audit if none has run since the last audit hour and no other process is running one. Return whether the
    audit was completed.
    """
    run_id, since = new_id(), last_struck(settings.audit_hour, utc_now())
    return AuditRuns(pool).claim(run_id, since, REST_SECONDS) and _audit(pool, settings, run_id, stop)


def last_struck(hour: int, now: datetime) -> datetime:
    """Return the last time (UTC) at which this hour of the day began."""
    today = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)


def _audit(pool: Pool, settings: Settings, run_id: UUID, stop: StopEvent) -> bool:
    # Import here to save memory: for most of the day this process only waits.
    from kontor.service.audit.database import Tally, audit, record
    from kontor.service.store.whole_games import Chosen

    whole = Tally()
    for each in record(pool, run_id, audit(settings, Chosen(), jobs=1)):
        whole.add(each)
        for found in each.findings:
            game = None if found.game is None else str(found.game)
            logger.error("audit found a flaw", game=game, flaw=str(found.finding))
        if stop.is_set():
            return False
    facts = {
        "games": whole.games,
        "versions": whole.versions,
        "flaws": len(whole.findings),
        "unchecked": len(whole.unchecked),
    }
    logger.info("audit of the database done", **facts)
    return True
