"""An audit of the whole database leaves a record: /metrics and `kontor doctor` say what the last one found."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from kontor.service.audit.database import Tally
from kontor.service.store import audit_runs
from kontor.service.store.pool import Pool, connection

KEPT = 100  # flaws that are kept in words


def recorded(pool: Pool, run_id: UUID, tallies: Iterable[Tally]) -> Iterator[Tally]:
    """Hand on the tallies of a run that has begun, and write down how far it has come and what it found. One that is
    broken off is never said to have ended."""
    whole = Tally()
    for each in tallies:
        whole.add(each)
        with connection(pool) as conn:
            audit_runs.seen(conn, run_id, whole.games, whole.versions, len(whole.found))
        yield each
    with connection(pool) as conn:
        audit_runs.end(conn, run_id, [str(found) for found in whole.found[:KEPT]])
