"""Jobs that callers ask for and fetch later: kept here until they are done, so that neither a killed worker nor an
empty Redis loses one. They are forgotten after a day."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import SEEK_END
from itertools import count
from typing import IO, LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from kontor.service.store.pool import Pool, connection, one_by_one

MOST_UNFINISHED = 3  # per account
MOST_ATTEMPTS = 3
AGAIN = 1.0  # seconds before a job is tried again whose worker's child died
PIECE = 256 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class CallerJob:
    """A job as its caller sees it. `result`: JSON; `size`: bytes of the file that it has made."""

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
    """A job that is one's own for a while. `attempt` tells those who claimed it one after the other apart."""

    job_id: UUID
    kind: str
    attempt: int


COLUMNS: LiteralString = "job_id, kind, status, step, done, total, result, why, size, created_at, ended_at, expires_at"

# The slot is what bounds the unfinished jobs of an account.
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

GIVEN_UP = f"It was begun {MOST_ATTEMPTS} times and never came to its end. Ask again; if that ends alike, tell us."

NO_ROOM = "It is done, but there is no room to keep it. Ask for less, or again later."


class CallerJobs:
    """The jobs of all accounts. `lease_seconds`: how long a worker may be silent before another one takes its job."""

    def __init__(self, pool: Pool, lease_seconds: float = 15.0) -> None:
        self._pool = pool
        self._lease = lease_seconds

    # ---------------------------------------------------------------- for callers

    def add(self, job: UUID, account: UUID, kind: str, asked: bytes, room: int) -> CallerJob | None:
        """None: the account has as many unfinished ones as it may have, or all jobs together hold `room` bytes."""
        pieces = [asked[n : n + PIECE] for n in range(0, len(asked), PIECE)]
        given = {"job": job, "account": account, "kind": kind, "size": len(asked), "pieces": pieces}
        with one_by_one(self._pool, "jobs") as conn, conn.cursor(row_factory=class_row(CallerJob)) as cursor:
            return cursor.execute(ADD, {**given, "room": room, "most": MOST_UNFINISHED}).fetchone()

    def unfinished(self, account: UUID) -> int:
        with connection(self._pool) as conn:
            return _count(conn, UNFINISHED, (account,))

    def get(self, account: UUID, job: UUID) -> CallerJob | None:
        with connection(self._pool) as conn, conn.cursor(row_factory=class_row(CallerJob)) as cursor:
            return cursor.execute(ONE, (account, job)).fetchone()

    def remove(self, account: UUID, job: UUID) -> bool:
        """Forget it, whatever became of it. Whoever is at it finds out by `note`."""
        with connection(self._pool) as conn:
            return conn.execute(REMOVE, (account, job)).fetchone() is not None

    # ---------------------------------------------------------------- for workers

    def claim(self, kinds: Collection[str]) -> Claimed | None:
        """The job of these kinds that has waited longest, for one attempt; nobody else gets it while it is noted."""
        asked = {"lease": self._lease, "longest": max(self._lease, AGAIN), "most": MOST_ATTEMPTS}
        with connection(self._pool) as conn, conn.cursor(row_factory=class_row(Claimed)) as cursor:
            return cursor.execute(CLAIM, {**asked, "kinds": list(kinds)}).fetchone()

    def pieces(self, job: UUID) -> Iterator[bytes]:
        """What was sent, or what was made: piece by piece, each asked for when it is needed."""
        for number in count(1):
            with connection(self._pool) as conn:
                found = conn.execute(PIECE_OF, (job, number)).fetchone()
            if found is None:
                return
            yield found[0]

    def note(self, claimed: Claimed, step: str, done: int, total: int) -> bool:
        """How far it is, and that somebody is at it. False: it is not ours any more, or was cancelled."""
        given = {"job": claimed.job_id, "attempt": claimed.attempt, "lease": self._lease}
        with connection(self._pool) as conn:
            told = {"step": step, "done": done, "total": total}
            return conn.execute(NOTE, {**given, **told}).fetchone() is not None

    def succeed(self, claimed: Claimed, result: str, file: IO[bytes], room: int) -> None:
        """Done; what was asked is deleted, and the file that was made is kept in its place. Where all jobs together
        would hold more than `room` bytes by it, failed. Nothing happens if it is not ours any more."""
        size = file.seek(0, SEEK_END)
        file.seek(0)
        with connection(self._pool) as conn, conn.transaction():
            if size + _count(conn, HELD, ()) > room:
                _end(conn, claimed, "failed", None, NO_ROOM)
            elif _end(conn, claimed, "done", result, None, size):
                for number in count(1):
                    if not (piece := file.read(PIECE)):
                        break
                    conn.execute(ADD_PIECE, (claimed.job_id, number, piece))

    def fail(self, claimed: Claimed, why: str) -> None:
        """Failed, in a sentence; what was asked is deleted. Nothing happens if it is not ours any more."""
        with connection(self._pool) as conn:
            _end(conn, claimed, "failed", None, why)

    def put_back(self, claimed: Claimed, wait: float = 0.0, unused: bool = False) -> None:
        """Let it be claimed again. `unused`: the attempt does not count, since nothing is wrong with the job."""
        given = {"job": claimed.job_id, "attempt": claimed.attempt, "unused": int(unused), "wait": wait}
        with connection(self._pool) as conn:
            conn.execute(PUT_BACK, given)

    def tidy(self) -> None:
        """Give up what was begun too often; forget what is a day old."""
        with connection(self._pool) as conn:
            conn.execute(GIVE_UP, {"why": GIVEN_UP, "most": MOST_ATTEMPTS})
            conn.execute(FORGET)


def _end(
    conn: Connection[TupleRow], claimed: Claimed, status: str, result: str | None, why: str | None, size: int = 0
) -> bool:
    given = {"job": claimed.job_id, "attempt": claimed.attempt, "status": status}
    return conn.execute(END, {**given, "result": result, "why": why, "size": size}).fetchone() is not None


def pending(conn: Connection[TupleRow]) -> int:
    """How many jobs of callers are not finished."""
    return _count(conn, PENDING, ())


def _count(conn: Connection[TupleRow], question: LiteralString, given: Sequence[object]) -> int:
    found = conn.execute(question, given).fetchone()
    return 0 if found is None else int(found[0])
