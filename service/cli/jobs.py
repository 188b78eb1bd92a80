"""`kontor server jobs`: list waiting, running and failed jobs of the workers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import click

from kontor.service.cli.servers import redis_url
from kontor.service.settings import Settings
from kontor.terminal.server_calls import AS_JSON, echo_json, tell

if TYPE_CHECKING:
    from redis import Redis
    from rq.job import Job

SHOWN = 20  # number of failed jobs to show, newest first


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the output, as text and as fields for JSON."""

    words: str
    facts: Mapping[str, object]


@click.command()
@click.option("--failed", is_flag=True, help="list all failed jobs, and nothing else")
@click.option("--requeue", metavar="ID", help="queue the failed job ID again, or `all` failed jobs")
@AS_JSON
def jobs(failed: bool, requeue: str | None, as_json: bool) -> None:
    """Show the queues, and the running and failed jobs.

    A failed job loses nothing: the database keeps its work as pending, and the relay queues it again.
    """
    from redis import Redis

    with Redis.from_url(redis_url(Settings.from_environment()), socket_timeout=5) as client:
        if requeue is not None:
            _requeue(client, requeue, as_json)
            return
        lines = [] if failed else [*_queues(client), *_running(client)]
        lines += _failures(client)
    if as_json:
        for line in lines:
            echo_json(line.facts)
    else:
        click.echo("\n".join(_in_words(lines, failed)))


def _in_words(lines: Sequence[Line], only_failed: bool) -> Sequence[str]:
    if only_failed:
        return [each.words for each in lines] or ["No job has failed."]
    if not any(value for line in lines for value in line.facts.values() if value != line.facts.get("queue")):
        return ["No job is waiting, running or failed."]
    told = [each.words for each in lines if each.facts.get("state") != "failed"]
    failures = [each.words for each in lines if each.facts.get("state") == "failed"]
    more = len(failures) - SHOWN
    rest = [f"          and {more} more (kontor server jobs --failed)"] if more > 0 else []
    return ["queue          waiting   to retry    running     failed", *told, *failures[:SHOWN], *rest]


def _queues(client: "Redis") -> Iterator[Line]:
    from kontor.service.jobs.queues import KINDS, queue

    for kind in KINDS:
        each = queue(client, kind)
        counts = {"waiting": each.count, "retrying": each.scheduled_job_registry.count}
        counts |= {"running": each.started_job_registry.count, "failed": each.failed_job_registry.count}
        yield Line(f"{kind:<11}" + "".join(f"{n:>11}" for n in counts.values()), {"queue": kind, **counts})


def _running(client: "Redis") -> Iterator[Line]:
    from rq.utils import now

    from kontor.service.jobs.queues import KINDS, queue

    for kind in KINDS:
        registry = queue(client, kind).started_job_registry
        for name in registry.get_job_ids():
            if (job := _job(client, name)) is not None:
                since = (now() - (job.started_at or now())).total_seconds()
                facts = {"job": job.id, "state": "running", "seconds": round(since)}
                yield Line(f"running   {job.id} for {since:.0f} s", facts)


def _failures(client: "Redis") -> Iterator[Line]:
    """Yield one line of output for each failed job, newest first."""
    from kontor.service.jobs.queues import KINDS, queue

    names = [name for kind in KINDS for name in queue(client, kind).failed_job_registry.get_job_ids()]
    for job in sorted(filter(None, (_job(client, name) for name in names)), key=_end_time, reverse=True):
        when, why = f"{_end_time(job):%Y-%m-%d %H:%M:%S}", _reason(job)
        facts = {"job": job.id, "state": "failed", "at": _end_time(job).isoformat(), "why": why}
        yield Line(f"failed    {job.id} at {when}: {why}", facts)


def _requeue(client: "Redis", name: str, as_json: bool) -> None:
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
                    continue  # another operator has queued it again, or it has expired
                done += 1
    if not done and name != "all":
        raise click.ClickException(f"There is no failed job {name}; `kontor server jobs --failed` lists them.")
    tell(as_json, f"Jobs queued again: {done}." if done else "No job has failed.", queued=done)


def _job(client: "Redis", name: str) -> "Job | None":
    from rq.exceptions import NoSuchJobError
    from rq.job import Job
    from rq.serializers import JSONSerializer

    try:
        return Job.fetch(name, connection=client, serializer=JSONSerializer)
    except NoSuchJobError:
        return None


def _end_time(job: "Job") -> datetime:
    return job.ended_at or job.enqueued_at or job.created_at


def _reason(job: "Job") -> str:
    """Return the last line of a failed job's traceback, which names the error."""
    result = job.latest_result()
    told = (result.exc_string if result is not None else None) or "no reason is stored"
    return [line for line in told.strip().splitlines() if line.strip()][-1][:300]
