"""How many jobs per second does a worker run that forks for each job, and how many one that does not fork?

    python -m bench.jobs

The jobs do nothing: this is what rq itself costs. Both alternate on one Redis, so that the ratio holds on any machine.
A real job saves more than the fork: the process keeps the games that it has folded.
"""

import logging
import tempfile
import time
from pathlib import Path

from redis import Redis
from rq import Worker as ForkingWorker
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from kontor.service.jobs.queues import queue
from kontor.service.stack import data_directory, redis
from kontor.workers.worker import Worker

ROUNDS = 4
EACH = {"forking": 40, "in its own process": 200}  # jobs per round


def nothing() -> None:
    """Do nothing: the job."""


def worker(kind: str, client: Redis) -> BaseWorker:
    made = ForkingWorker if kind == "forking" else Worker
    return made([queue(client, "bots")], connection=client, serializer=JSONSerializer)


def seconds(kind: str, client: Redis) -> float:
    """Return the time of a round, without the queueing."""
    for _ in range(EACH[kind]):
        queue(client, "bots").enqueue_call("bench.jobs.nothing", result_ttl=60)
    begin = time.perf_counter()
    worker(kind, client).work(burst=True, logging_level="ERROR")
    return time.perf_counter() - begin


def main() -> None:
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        home = data_directory.prepare(Path(folder))
        server = redis.start(home)
        try:
            with Redis.from_url(redis.url(home)) as client:
                rounds = [{kind: seconds(kind, client) for kind in EACH} for _ in range(ROUNDS)]
        finally:
            server.stop(2)
    rates = {kind: ROUNDS * EACH[kind] / sum(each[kind] for each in rounds) for kind in EACH}
    for kind, rate in rates.items():
        print(f"{kind:<20} {rate:7.0f} jobs/s")
    print(f"{'ratio':<20} {rates['in its own process'] / rates['forking']:7.1f}")


if __name__ == "__main__":
    main()
