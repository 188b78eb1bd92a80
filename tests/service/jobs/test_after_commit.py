"""What follows a commit is best effort."""

from uuid import UUID

from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.store import Debt


def test_without_redis_a_commit_is_told_to_nobody_and_nothing_fails() -> None:
    AfterCommit(connect("unix:///nonexistent/redis.sock")).committed(UUID(int=1), 1, Debt(score=True))
    AfterCommit(None).committed(UUID(int=1), 1, Debt(score=True))
