"""Metrics of background work: queues, lag, pending work, deliveries, checkpoints, damaged logs, snapshots. Workers
store their lag in Redis, where every API process can read it for /metrics. The other values are read from Redis and
PostgreSQL at each scrape.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import redis
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis

from kontor.service import clock
from kontor.service.jobs.liveness import clock_skews, refusals, silent_seconds
from kontor.service.jobs.present_seats import open_streams
from kontor.service.jobs.queues import KINDS, queue
from kontor.service.jobs.redis_room import has_room, memory
from kontor.service.store import caller_jobs, debts, followers, tlog, webhooks
from kontor.service.store.audit_runs import AuditRuns, Run
from kontor.service.store.database_time import learn_time
from kontor.service.store.pool import Pool, StoreAway, connection

BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 60.0, float("inf"))  # seconds from queue to start


def note_lag(client: Redis, kind: str, enqueued: datetime, started: datetime) -> None:
    """Store how long a job waited in its queue. The worker that starts the job calls this."""
    seconds = max(0.0, (started - enqueued).total_seconds())
    bucket = next(edge for edge in BUCKETS if seconds <= edge)
    with client.pipeline(transaction=False) as pipe:
        pipe.hincrby(_lag_key(kind), str(bucket), 1)
        pipe.hincrbyfloat(_lag_key(kind), "sum", seconds)
        pipe.execute()


@dataclass(frozen=True, slots=True)
class QueueCollector(Collector):
    """Collect metrics for Prometheus. If PostgreSQL or Redis does not answer, `kontor_up` is 0 for it, and its metrics
    are omitted."""

    pool: Pool
    client: Redis | None
    damaged: int  # damaged games that this process has found
    ignored: int  # invalid snapshots that this process has ignored
    free: int | None = None  # free bytes on the disk

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("kontor_games_damaged", "Games whose log this process found damaged.", self.damaged)
        told = "Invalid snapshots that this process ignored; it replayed the games from their logs."
        yield CounterMetricFamily("kontor_snapshots_ignored", told, self.ignored)
        if self.free is not None:
            yield GaugeMetricFamily(
                "kontor_disk_free_bytes", "Free space on the disk of the data directory.", self.free
            )
        up = GaugeMetricFamily(
            "kontor_up", "1 if the server (PostgreSQL, Redis or streams) answers, 0 if not.", labels=["server"]
        )
        for name, measured in (
            ("postgres", self._debt_metrics),
            ("redis", self._queue_metrics),
            ("streams", self._streams),
        ):
            try:
                found = list(measured())
            except (StoreAway, redis.RedisError):
                found = []
            up.add_metric([name], 1.0 if found else 0.0)
            yield from found
        yield up

    def _debt_metrics(self) -> Iterator[Metric]:
        with connection(self.pool) as conn:
            learn_time(conn)
            (count, age), deliveries = debts.outstanding(conn), webhooks.pending(conn)
            signed, unsigned = tlog.seconds_ago(conn), tlog.seconds_unsigned(conn)
            asked, behind = caller_jobs.pending(conn), followers.seconds_behind(conn)
        audit = AuditRuns(self.pool).last()
        ahead = "How many seconds the clock of this machine is ahead of PostgreSQL's."
        yield GaugeMetricFamily("kontor_clock_skew_seconds", ahead, clock.CLOCK.skew)
        yield GaugeMetricFamily("kontor_debts", "Games with pending work.", count)
        yield GaugeMetricFamily("kontor_oldest_debt_seconds", "Age of the oldest pending work in seconds.", age)
        yield GaugeMetricFamily("kontor_deliveries_pending", "Webhook messages that are not delivered yet.", deliveries)
        if signed is not None:
            yield GaugeMetricFamily("kontor_checkpoint_age_seconds", "Age of the newest checkpoint.", signed)
        waits = "Age of the oldest commit that is in no checkpoint yet."
        yield GaugeMetricFamily("kontor_unsigned_seconds", waits, unsigned)
        yield GaugeMetricFamily("kontor_caller_jobs", "Unfinished jobs of callers.", asked)
        lag = GaugeMetricFamily(
            "kontor_follower_lag_seconds", "How many seconds the follower is behind the log.", labels=["follower"]
        )
        for name, seconds in behind.items():
            lag.add_metric([name], seconds)
        yield lag
        yield from _audit_metrics(audit)

    def _queue_metrics(self) -> Iterator[Metric]:
        if self.client is None:
            return
        waiting = GaugeMetricFamily("kontor_queue_jobs", "Jobs that wait in a queue.", labels=["queue"])
        failed = GaugeMetricFamily("kontor_failed_jobs", "Failed jobs that are still stored.", labels=["queue"])
        lag = HistogramMetricFamily("kontor_job_lag_seconds", "Time that a job waited in its queue.", labels=["queue"])
        for kind in KINDS:
            waiting.add_metric([kind], queue(self.client, kind).count)
            failed.add_metric([kind], queue(self.client, kind).failed_job_registry.get_job_count(cleanup=False))
            noted: Mapping[bytes, bytes] = self.client.hgetall(_lag_key(kind))  # type: ignore[assignment]  # not async
            lag.add_metric([kind], _cumulate(noted), float(noted.get(b"sum", 0)))
        silent = GaugeMetricFamily(
            "kontor_follower_silent_seconds", "Time since the follower's last heartbeat.", labels=["follower"]
        )
        for name, seconds in sorted(silent_seconds(self.client).items()):
            silent.add_metric([name], seconds)
        told = "Worker nodes that refuse to sign the transparency log."
        refused = GaugeMetricFamily("kontor_signing_refused", told, len(refusals(self.client)))
        yield from (waiting, failed, lag, silent, refused, _skews(self.client), *_memory(self.client))

    def _streams(self) -> Iterator[Metric]:
        nodes = {} if self.client is None else open_streams(self.client)
        if nodes:
            found = GaugeMetricFamily("kontor_streams", "Open streams and long polls.", labels=["node"])
            for node, count in sorted(nodes.items()):
                found.add_metric([node], count)
            yield found


def _skews(client: Redis) -> Metric:
    found = GaugeMetricFamily(
        "kontor_worker_clock_skew_seconds",
        "How many seconds the clock of a worker's machine is ahead of PostgreSQL's.",
        labels=["node"],
    )
    for node, seconds in sorted(clock_skews(client).items()):
        found.add_metric([node], seconds)
    return found


def _memory(client: Redis) -> Iterator[Metric]:
    """Yield metrics of Redis's memory. A full Redis refuses every write. Then workers wait, and each process counts
    rate limits on its own."""
    used, most = memory(client)
    yield GaugeMetricFamily("kontor_redis_used_bytes", "Memory that Redis uses.", used)
    yield GaugeMetricFamily("kontor_redis_max_bytes", "Memory that Redis may use (maxmemory); 0: no limit.", most)
    writable = "1 if Redis accepts writes; 0 if it is full, and workers wait."
    yield GaugeMetricFamily("kontor_redis_writable", writable, float(has_room(client)))


def _audit_metrics(run: Run | None) -> Iterator[Metric]:
    """Yield the results of the last audit of the whole database, if there is one."""
    if run is None:
        return
    name, seconds = "kontor_audit_db", (run.ended_at - run.begun_at).total_seconds()
    ended = run.ended_at.timestamp()
    yield GaugeMetricFamily(f"{name}_ended_timestamp_seconds", "When the last audit of the database ended.", ended)
    yield GaugeMetricFamily(f"{name}_duration_seconds", "Duration of the last audit of the database.", seconds)
    yield GaugeMetricFamily(f"{name}_games", "Games that the last audit checked.", run.games)
    yield GaugeMetricFamily(
        f"{name}_flaws", "Flaws that the last audit found; kontor server doctor lists the first ones.", run.flaws
    )


def render_metrics(
    pool: Pool, client: Redis | None, damaged: int = 0, ignored: int = 0, free: int | None = None
) -> bytes:
    """Return all metrics of background work in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(QueueCollector(pool, client, damaged, ignored, free))
    return generate_latest(registry)


def _cumulate(noted: Mapping[bytes, bytes]) -> list[tuple[str, float]]:
    total, found = 0, []
    for edge in BUCKETS:
        total += int(noted.get(str(edge).encode(), 0))
        found.append(("+Inf" if edge == float("inf") else str(edge), float(total)))
    return found


def _lag_key(kind: str) -> str:
    return f"kontor:lag:{kind}"
