"""`kontor jobs`: what the workers have to do, are doing and could not do."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

import click

from kontor.service.cli.servers import redis_url
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from redis import Redis
    from rq.job import Job

SHOWN = 20  # failed jobs, the newest


@click.command()
@click.option("--failed", is_flag=True, help="all failed jobs, and only these")
@click.option("--requeue", metavar="ID", help="queue a failed job again; `all`: every one of them")
def jobs(failed: bool, requeue: str | None) -> None:
    """Show the queues, and the jobs that run or have failed.

    A failed job loses nothing: what it should have done is owed in the database, and is queued again by itself.
    """
    from redis import Redis

    with Redis.from_url(redis_url(Settings.from_environment()), socket_timeout=5) as client:
        if requeue is not None:
            _requeue(client, requeue)
            return
        lines = list(_failures(client, None)) if failed else list(_overview(client))
        click.echo("\n".join(lines) or "No job has failed.")


def _overview(client: "Redis") -> Iterator[str]:
    from kontor.service.jobs.queues import KINDS, queue

    queues = {kind: queue(client, kind) for kind in KINDS}
    counts = {
        kind: (each.count, each.scheduled_job_registry.count, each.started_job_registry.count)
        for kind, each in queues.items()
    }
    failures = {kind: each.failed_job_registry.count for kind, each in queues.items()}
    if not any(map(sum, counts.values())) and not any(failures.values()):
        yield "Nothing waits, nothing runs, nothing has failed."
        return
    yield "queue          waiting   to retry    running     failed"
    for kind, numbers in counts.items():
        yield f"{kind:<11}" + "".join(f"{number:>11}" for number in (*numbers, failures[kind]))
    yield from _running(client)
    yield from _failures(client, SHOWN)


def _running(client: "Redis") -> Iterator[str]:
    from rq.utils import now

    from kontor.service.jobs.queues import KINDS, queue

    for kind in KINDS:
        registry = queue(client, kind).started_job_registry
        for name in registry.get_job_ids():
            if (job := _job(client, name)) is not None:
                since = (now() - (job.started_at or now())).total_seconds()
                yield f"running   {job.id} for {since:.0f} s"


def _failures(client: "Redis", most: int | None) -> Iterator[str]:
    """A line each, the newest first."""
    from kontor.service.jobs.queues import KINDS, queue

    names = [name for kind in KINDS for name in queue(client, kind).failed_job_registry.get_job_ids()]
    found = sorted(filter(None, (_job(client, name) for name in names)), key=_ended, reverse=True)
    for job in found[:most]:
        yield f"failed    {job.id} at {_ended(job):%Y-%m-%d %H:%M:%S}: {_reason(job)}"
    if most is not None and len(found) > most:
        yield f"          and {len(found) - most} more (kontor jobs --failed)"


def _requeue(client: "Redis", name: str) -> None:
    from rq.exceptions import InvalidJobOperation, NoSuchJobError

    from kontor.service.jobs.queues import KINDS, queue

    registries = [queue(client, kind).failed_job_registry for kind in KINDS]
    done = 0
    for registry in registries:
        for each in registry.get_job_ids():
            if name in (each, "all"):
                try:
                    registry.requeue(each)
                except (InvalidJobOperation, NoSuchJobError):
                    continue  # somebody else was faster, or its time was up
                done += 1
    if not done and name != "all":
        raise click.ClickException(f"No job {name} has failed; `kontor jobs --failed` lists those that have.")
    click.echo(f"{done} queued again." if done else "No job has failed.")


def _job(client: "Redis", name: str) -> "Job | None":
    from rq.exceptions import NoSuchJobError
    from rq.job import Job
    from rq.serializers import JSONSerializer

    try:
        return Job.fetch(name, connection=client, serializer=JSONSerializer)
    except NoSuchJobError:
        return None


def _ended(job: "Job") -> datetime:
    return job.ended_at or job.enqueued_at or job.created_at


def _reason(job: "Job") -> str:
    """The last line of what went wrong, which names it."""
    result = job.latest_result()
    told = (result.exc_string if result is not None else None) or "no reason was given"
    return [line for line in told.strip().splitlines() if line.strip()][-1][:300]
