"""A program that a job of a caller runs in: it bounds what it may use before it begins, and tells how far it is.

Read from standard input: what was asked. Written, a JSON object a line: how far it is; at last the result, or why not.
"""

import json
import resource
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from kontor.service.settings import Settings

TOO_LITTLE_MEMORY = 3  # exit code
TELL_EVERY = 0.2  # seconds

Work = Callable[[bytes, Settings], Mapping[str, Any]]  # what was asked → {"result"}, or {"why"} there is none


def run(work: Work, file_bytes: int) -> None:
    """Do the work of this process. `file_bytes`: how large a file it may write."""
    settings = Settings.from_environment()
    confine(settings.job_cpu_seconds, settings.job_memory_bytes, file_bytes)
    try:
        tell(work(sys.stdin.buffer.read(), settings))
    except MemoryError:
        sys.exit(TOO_LITTLE_MEMORY)


def confine(cpu_seconds: int, memory_bytes: int, file_bytes: int) -> None:
    """Bound this process for good."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Progress:
    """Told of every step forward, tells now and then."""

    def __init__(self) -> None:
        self._told = float("-inf")

    def __call__(self, step: str, done: int, total: int) -> None:
        if done == total or time.monotonic() - self._told > TELL_EVERY:
            self._told = time.monotonic()
            tell({"step": step, "done": done, "of": total})


def tell(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)
