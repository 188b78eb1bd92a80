"""Queues: a job is known by its name."""

from uuid import uuid4

from redis import Redis

from kontor.service.jobs.queues import Job, enqueue, queue
from kontor.service.settings import Settings


def test_the_same_job_is_queued_once(settings: Settings) -> None:
    with Redis.from_url(settings.redis_url) as client:
        job = Job("bots", uuid4(), 7, 0)
        assert enqueue(client, job)
        assert not enqueue(client, job)
        assert queue(client, "bots").job_ids.count(job.id) == 1
