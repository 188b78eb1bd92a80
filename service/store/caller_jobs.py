"""Jobs that callers request, and whose results they fetch later. Jobs are stored in PostgreSQL, so that neither a
killed worker nor an empty Redis loses a job. Jobs are deleted after a day."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import SEEK_END
from itertools import count
from typing import IO, LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Pool, Table, connection, fetch_records, first, one_by_one

MOST_UNFINISHED = 3  # unfinished jobs of an account
MOST_ATTEMPTS = 3
AGAIN = 1.0  # seconds until a job is tried again after its child process died
PIECE = 256 * 1024  # bytes of an upload or a result file in one row


@dataclass(frozen=True, slots=True)
class CallerJob:
    """A job as its caller sees it. `result`: JSON. `size`: the number of bytes of the request, or of the result file
    once the job is done."""

    job_id: UUID
    kind: str
    status: str
    step: str
    done: int
    total: int
    result: str | None
    why: str | None
    size: int
    created_at: datetime
    ended_at: datetime | None
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job that a worker has claimed. `attempt`: the number of the claim, which is different for each claim of the
    same job."""

    job_id: UUID
    kind: str
    attempt: int


COLUMNS: LiteralString = "job_id, kind, status, step, done, total, result, why, size, created_at, ended_at, expires_at"

# The slots limit the unfinished jobs of an account.
ADD: LiteralString = f"""
    WITH free AS (SELECT min(n) AS slot FROM generate_series(1, %(most)s) AS n
                  WHERE NOT EXISTS (SELECT FROM caller_jobs WHERE account_id = %(account)s AND slot = n)),
         job AS (INSERT INTO caller_jobs (job_id, account_id, kind, slot, size)
                 SELECT %(job)s, %(account)s, %(kind)s, slot, %(size)s FROM free
                 WHERE slot IS NOT NULL AND %(room)s >= %(size)s + (SELECT coalesce(sum(size), 0) FROM caller_jobs)
                 RETURNING {COLUMNS}),
         kept AS (INSERT INTO caller_job_pieces (job_id, number, piece) SELECT job_id, number, piece
                  FROM job, unnest(%(pieces)s::bytea[]) WITH ORDINALITY AS given (piece, number))
    SELECT * FROM job
"""
UNFINISHED: LiteralString = "SELECT count(*) FROM caller_jobs WHERE account_id = %s AND slot IS NOT NULL"
ONE: LiteralString = f"""
    SELECT {COLUMNS} FROM caller_jobs WHERE account_id = %s AND job_id = %s AND expires_at > now()
"""
REMOVE: LiteralString = "DELETE FROM caller_jobs WHERE account_id = %s AND job_id = %s RETURNING job_id"
CLAIM: LiteralString = """
    UPDATE caller_jobs SET status = 'running', attempt = attempt + 1, step = '', done = 0, total = 0,
                           try_at = now() + %(lease)s * interval '1 second'
    WHERE job_id = (SELECT job_id FROM caller_jobs
                    WHERE slot IS NOT NULL AND attempt < %(most)s AND expires_at > now() AND kind = ANY (%(kinds)s)
                          -- later than any wait would make it: noted before the clock went back. The clock is
                          -- asked, not now(): another claim may have begun after this one, and is here already
                          AND (try_at <= now() OR try_at > clock_timestamp() + %(longest)s * interval '1 second')
                    ORDER BY try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING job_id, kind, attempt
"""
PIECE_OF: LiteralString = "SELECT piece FROM caller_job_pieces WHERE job_id = %s AND number = %s"
NOTE: LiteralString = """
    UPDATE caller_jobs SET step = %(step)s, done = %(done)s, total = %(total)s,
                           try_at = now() + %(lease)s * interval '1 second'
    WHERE job_id = %(job)s AND attempt = %(attempt)s AND status = 'running' RETURNING job_id
"""
END: LiteralString = """
    WITH ended AS (UPDATE caller_jobs SET status = %(status)s, result = %(result)s, why = %(why)s,
                          slot = NULL, size = %(size)s, ended_at = now(), expires_at = now() + interval '1 day'
                   WHERE job_id = %(job)s AND attempt = %(attempt)s AND status = 'running' RETURNING job_id),
         sent AS (DELETE FROM caller_job_pieces USING ended WHERE caller_job_pieces.job_id = ended.job_id)
    SELECT job_id FROM ended
"""
HELD: LiteralString = "SELECT coalesce(sum(size), 0) FROM caller_jobs"
ADD_PIECE: LiteralString = "INSERT INTO caller_job_pieces (job_id, number, piece) VALUES (%s, %s, %s)"
PUT_BACK: LiteralString = """
    UPDATE caller_jobs SET status = 'waiting', attempt = attempt - %(unused)s, step = '', done = 0, total = 0,
                           try_at = now() + %(wait)s * interval '1 second'
    WHERE job_id = %(job)s AND attempt = %(attempt)s AND status = 'running'
"""
GIVE_UP: LiteralString = """
    WITH ended AS (UPDATE caller_jobs SET status = 'failed', why = %(why)s, slot = NULL, size = 0,
                          ended_at = now(), expires_at = now() + interval '1 day'
                   WHERE slot IS NOT NULL AND attempt >= %(most)s AND try_at <= now() RETURNING job_id)
    DELETE FROM caller_job_pieces USING ended WHERE caller_job_pieces.job_id = ended.job_id
"""
FORGET: LiteralString = "DELETE FROM caller_jobs WHERE expires_at <= now()"
PENDING: LiteralString = "SELECT count(*) FROM caller_jobs WHERE slot IS NOT NULL"

GIVEN_UP = (
    f"The job was started {MOST_ATTEMPTS} times and never ended. Ask again; if that fails too, tell the operator."
)

NO_ROOM = "The job is done, but there is no room to store its result. Request a smaller result, or try again later."


class CallerJobs(Table):
    """The jobs of all accounts. `lease_seconds`: the seconds without a report after which another worker may take the
    job."""

    def __init__(self, pool: Pool, lease_seconds: float = 15.0) -> None:
        super().__init__(pool)
        self._lease = lease_seconds

    # ---------------------------------------------------------------- for callers

    def add(self, job: UUID, account: UUID, kind: str, asked: bytes, room: int) -> CallerJob | None:
        """Add a job. Return None if the account has the maximum number of unfinished jobs, or if all jobs together
        would hold more than `room` bytes."""
        pieces = [asked[n : n + PIECE] for n in range(0, len(asked), PIECE)]
        facts = {"job": job, "account": account, "kind": kind, "size": len(asked), "pieces": pieces}
        with one_by_one(self._pool, "jobs") as conn:
            return first(fetch_records(conn, CallerJob, ADD, {**facts, "room": room, "most": MOST_UNFINISHED}))

    def unfinished(self, account: UUID) -> int:
        return int(self._rows_once(UNFINISHED, (account,))[0][0])

    def get(self, account: UUID, job: UUID) -> CallerJob | None:
        return first(self._records_once(CallerJob, ONE, (account, job)))

    def remove(self, account: UUID, job: UUID) -> bool:
        """Delete a job in any state. If a worker is busy with the job, the worker notices this when it calls `note`."""
        return bool(self._rows_once(REMOVE, (account, job)))

    # ---------------------------------------------------------------- for workers

    def claim(self, kinds: Collection[str]) -> Claimed | None:
        """Claim the job of these kinds that has waited longest, for one attempt. As long as this worker calls `note`,
        no other worker gets the job."""
        bounds = {"lease": self._lease, "longest": max(self._lease, AGAIN), "most": MOST_ATTEMPTS}
        return first(self._records_once(Claimed, CLAIM, {**bounds, "kinds": list(kinds)}))

    def pieces(self, job: UUID) -> Iterator[bytes]:
        """Yield the request of a job in pieces, or the job's result file once the job is done. Each piece is read only
        when it is needed."""
        for number in count(1):
            found = self._rows_once(PIECE_OF, (job, number))
            if not found:
                return
            yield found[0][0]

    def note(self, claimed: Claimed, step: str, done: int, total: int) -> bool:
        """Store the progress of a job and extend its lease. Return False if the job was deleted, or if another worker
        has claimed it."""
        facts = {"job": claimed.job_id, "attempt": claimed.attempt, "lease": self._lease}
        return bool(self._rows_once(NOTE, {**facts, "step": step, "done": done, "total": total}))

    def succeed(self, claimed: Claimed, result: str, file: IO[bytes], room: int) -> None:
        """Mark a job as done: delete its request and store its result file. Mark the job as failed if all jobs together
        would hold more than `room` bytes. Do nothing if another worker has claimed the job."""
        size = file.seek(0, SEEK_END)
        file.seek(0)
        with connection(self._pool) as conn, conn.transaction():
            if size + int(conn.execute(HELD).fetchall()[0][0]) > room:
                _end(conn, claimed, "failed", None, NO_ROOM)
            elif _end(conn, claimed, "done", result, None, size):
                for number in count(1):
                    if not (piece := file.read(PIECE)):
                        break
                    conn.execute(ADD_PIECE, (claimed.job_id, number, piece))

    def fail(self, claimed: Claimed, why: str) -> None:
        """Mark a job as failed, store the sentence `why`, and delete the job's request. Do nothing if another worker
        has claimed the job."""
        with connection(self._pool) as conn:
            _end(conn, claimed, "failed", None, why)

    def put_back(self, claimed: Claimed, wait: float = 0.0, unused: bool = False) -> None:
        """Put a claimed job back, so that a worker can claim it again after `wait` seconds. If `unused` is true, the
        attempt does not count, because the job was not the cause of the failure."""
        facts = {"job": claimed.job_id, "attempt": claimed.attempt}
        self._rows_once(PUT_BACK, {**facts, "unused": int(unused), "wait": wait})

    def tidy(self) -> None:
        """Mark jobs as failed that were started too often, and delete jobs that have expired."""
        with connection(self._pool) as conn:
            conn.execute(GIVE_UP, {"why": GIVEN_UP, "most": MOST_ATTEMPTS})
            conn.execute(FORGET)


def _end(
    conn: Connection[TupleRow], claimed: Claimed, status: str, result: str | None, why: str | None, size: int = 0
) -> bool:
    facts = {"job": claimed.job_id, "attempt": claimed.attempt, "status": status}
    return conn.execute(END, {**facts, "result": result, "why": why, "size": size}).fetchone() is not None


def pending(conn: Connection[TupleRow]) -> int:
    """Return how many jobs of callers are not finished."""
    return int(conn.execute(PENDING).fetchall()[0][0])
