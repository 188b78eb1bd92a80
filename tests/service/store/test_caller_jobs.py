"""Jobs of callers: bounded for each account and for all, claimed by one worker at a time, given up and forgotten."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from uuid import UUID

import pytest

from kontor.service.api_keys import KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.store.accounts import Accounts
from kontor.service.store.caller_jobs import (
    GIVEN_UP,
    MOST_ATTEMPTS,
    MOST_UNFINISHED,
    NO_ROOM,
    PIECE,
    CallerJobs,
    Claimed,
)
from kontor.service.store.store import Store
from tests.support.begun_pool import begun

ROOM = 10 * PIECE
KINDS = ("audit",)
KEPT = "SELECT count(*) FROM caller_job_pieces"


@pytest.fixture
def jobs(own_store: Store) -> CallerJobs:
    """A worker that is silent is taken to be dead at once."""
    return CallerJobs(own_store.pool, lease_seconds=0.0)


@pytest.fixture
def patient(own_store: Store) -> CallerJobs:
    return CallerJobs(own_store.pool, lease_seconds=60.0)


@pytest.fixture
def account(own_store: Store) -> UUID:
    return an_account(own_store)


def an_account(store: Store) -> UUID:
    account = new_id()
    Accounts(store.pool).open(account, "Anna", new_id(), mint(KEY_PREFIX), ["game:read"])
    return account


def add(jobs: CallerJobs, account: UUID, upload: bytes = b"x", room: int = ROOM) -> UUID | None:
    found = jobs.add(new_id(), account, "audit", upload, room)
    return None if found is None else found.job_id


def claim(jobs: CallerJobs) -> Claimed:
    found = jobs.claim(KINDS)
    assert found is not None
    return found


def succeed(jobs: CallerJobs, claimed: Claimed, result: str = "{}", file: bytes = b"", room: int = ROOM) -> None:
    jobs.succeed(claimed, result, BytesIO(file), room)


def count(store: Store, question: str = KEPT) -> int:
    with store.pool.connection() as conn:
        row = conn.execute(question.encode()).fetchone()
    assert row is not None
    return int(row[0])


def test_an_upload_comes_back_as_it_was(patient: CallerJobs, account: UUID) -> None:
    upload = bytes(range(256)) * (2 * PIECE // 256) + b"and a little more"
    job = add(patient, account, upload)
    assert job is not None
    pieces = list(patient.pieces(job))
    assert len(pieces) == 3
    assert b"".join(pieces) == upload


def test_however_many_ask_at_once_an_account_has_few_unfinished_jobs(
    patient: CallerJobs, own_store: Store, account: UUID
) -> None:
    with ThreadPoolExecutor(12) as threads:
        added = list(threads.map(lambda _: add(patient, account), range(12)))
    assert sum(job is not None for job in added) == patient.unfinished(account) == MOST_UNFINISHED
    assert add(patient, an_account(own_store)) is not None  # another account has its own
    succeed(patient, claim(patient))
    assert add(patient, account) is not None


def test_all_jobs_together_hold_no_more_than_there_is_room(
    patient: CallerJobs, own_store: Store, account: UUID
) -> None:
    assert add(patient, account, b"x" * 60, room=100) is not None
    other = an_account(own_store)
    assert add(patient, other, b"x" * 41, room=100) is None
    assert add(patient, other, b"x" * 40, room=100) is not None
    succeed(patient, claim(patient))  # what is judged takes no room
    assert add(patient, other, b"x" * 60, room=100) is not None


def test_a_job_is_one_workers_while_it_is_heard_of(patient: CallerJobs, account: UUID) -> None:
    add(patient, account)
    claimed = claim(patient)
    assert patient.claim(KINDS) is None
    assert patient.note(claimed, "reading", 1, 2)
    assert patient.claim(KINDS) is None


def test_of_a_silent_worker_the_job_is_another_ones_who_alone_can_end_it(jobs: CallerJobs, account: UUID) -> None:
    job = add(jobs, account)
    assert job is not None
    late, second = claim(jobs), claim(jobs)
    assert (late.job_id, second.job_id) == (job, job)
    assert not jobs.note(late, "reading", 1, 2)
    succeed(jobs, late, '{"from": "late"}')
    jobs.put_back(late)
    succeed(jobs, second, '{"from": "second"}')
    found = jobs.get(account, job)
    assert found is not None
    assert (found.status, found.result) == ("done", '{"from": "second"}')


def test_a_job_that_kills_its_workers_is_given_up(jobs: CallerJobs, own_store: Store, account: UUID) -> None:
    job = add(jobs, account)
    assert job is not None
    for _ in range(MOST_ATTEMPTS):
        jobs.tidy()
        assert claim(jobs).job_id == job
    assert jobs.claim(KINDS) is None
    jobs.tidy()
    found = jobs.get(account, job)
    assert found is not None
    assert (found.status, found.why) == ("failed", GIVEN_UP)
    assert (jobs.unfinished(account), count(own_store)) == (0, 0)


def test_a_stop_of_the_worker_uses_up_no_attempt(jobs: CallerJobs, account: UUID) -> None:
    add(jobs, account)
    for _ in range(2 * MOST_ATTEMPTS):
        jobs.put_back(claim(jobs), unused=True)
    jobs.tidy()
    assert jobs.claim(KINDS) is not None


def test_an_upload_is_deleted_when_it_is_judged_and_its_report_after_a_day(
    patient: CallerJobs, own_store: Store, account: UUID
) -> None:
    judged, waiting = add(patient, account), add(patient, account)
    assert judged is not None
    assert waiting is not None
    succeed(patient, claim(patient))
    assert count(own_store) == 1
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE caller_jobs SET expires_at = now()")
    assert patient.get(account, judged) is None  # gone to the second, whenever it is tidied
    assert patient.claim(KINDS) is None
    patient.tidy()
    assert (count(own_store), count(own_store, "SELECT count(*) FROM caller_jobs")) == (0, 0)


def test_a_job_is_its_callers_alone_and_goes_with_the_account(
    patient: CallerJobs, own_store: Store, account: UUID
) -> None:
    job, other = add(patient, account), an_account(own_store)
    assert job is not None
    assert patient.get(other, job) is None
    assert not patient.remove(other, job)
    Accounts(own_store.pool).close(account)
    assert count(own_store) == 0


def test_a_file_that_was_made_is_kept_where_there_is_room(patient: CallerJobs, own_store: Store, account: UUID) -> None:
    job, other = add(patient, account, b"asked"), add(patient, account, b"asked")
    assert job is not None
    assert other is not None
    made = bytes(range(256)) * (PIECE // 256) + b"and more"
    succeed(patient, claim(patient), file=made, room=len(made) + 10)
    found = patient.get(account, job)
    assert found is not None
    assert (found.status, found.size) == ("done", len(made))
    assert b"".join(patient.pieces(job)) == made
    succeed(patient, claim(patient), file=made, room=len(made) + 10)
    found = patient.get(account, other)
    assert found is not None
    assert (found.status, found.why, found.size) == ("failed", NO_ROOM, 0)
    assert list(patient.pieces(other)) == []


def test_a_job_is_not_later_by_what_the_clock_went_back(own_store: Store, patient: CallerJobs, account: UUID) -> None:
    add(patient, account)
    claim(patient)
    assert patient.claim(KINDS) is None  # somebody is at it
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE caller_jobs SET try_at = now() + interval '1 hour'")
    claim(patient)


def test_a_claim_that_began_earlier_does_not_get_what_another_has(
    own_store: Store, patient: CallerJobs, account: UUID
) -> None:
    add(patient, account)
    with begun(own_store.pool) as earlier:
        claim(patient)
        assert CallerJobs(earlier, lease_seconds=60.0).claim(KINDS) is None
