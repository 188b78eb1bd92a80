"""The worker pool: rq workers, one relay and one messenger, each a process of its own, started again when one dies."""

import signal
import sys
import threading
import time
from importlib import import_module
from types import FrameType

import structlog
from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service.afterwards import QUEUE
from service.settings import Settings
from service.stack import children
from service.stack.children import Child

LOOPS = {"relay": "workers.relay", "messages": "workers.messages"}  # one process each
PATIENCE = 4.0  # seconds for a job in hand; it is harmless to cut it off

logger = structlog.get_logger()


def pool(settings: Settings) -> None:
    """Run workers and relay until SIGTERM or SIGINT."""
    stop = stopping()
    roles = [*LOOPS, *["jobs"] * settings.worker_processes]
    running = [_start(role) for role in roles]
    while not stop.wait(0.2):
        for n, child in enumerate(running):
            if not child.is_running:
                logger.warning("a worker died and is replaced", role=roles[n], code=child.process.returncode)
                time.sleep(0.5)  # one that cannot live is not to eat the machine
                running[n] = _start(roles[n])
    for child in running:
        child.ask()
    for child in running:
        child.stop(PATIENCE)


def main(role: str) -> None:
    """One process of the pool, or all of it."""
    if role == "pool":
        pool(Settings.from_environment())
        return
    if role in LOOPS:
        import_module(LOOPS[role]).run(stopping())
        return
    settings = Settings.from_environment()
    client = Redis.from_url(settings.redis_url)  # without a timeout of ours: a worker waits for jobs
    queue = Queue(QUEUE, connection=client, serializer=JSONSerializer)
    SimpleWorker([queue], connection=client, serializer=JSONSerializer).work(logging_level="WARNING")


def stopping() -> threading.Event:
    """An event that is set when this process is asked to end."""
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stop


def _start(role: str) -> Child:
    return children.start(f"worker ({role})", [sys.executable, "-m", "workers.run", role])


if __name__ == "__main__":
    main(sys.argv[1])
