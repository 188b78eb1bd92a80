"""The common part of the programs that run callers' jobs. Each program limits its own CPU time, memory and file size,
runs one job, and reports progress.

The program reads the request from standard input. The program writes one JSON object per line: progress reports, and
finally the result or the reason for the failure.
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

Work = Callable[[bytes, Settings], Mapping[str, Any]]  # request → {"result": …}, or {"why": …} if it failed


def run(work: Work, file_bytes: int) -> None:
    """Run a job in this process. `file_bytes`: the maximum size of a file that the job writes."""
    settings = Settings.from_environment()
    confine(settings.job_cpu_seconds, settings.job_memory_bytes, file_bytes)
    try:
        tell(work(sys.stdin.buffer.read(), settings))
    except MemoryError:
        sys.exit(TOO_LITTLE_MEMORY)


def confine(cpu_seconds: int, memory_bytes: int, file_bytes: int) -> None:
    """Limit the CPU time, memory and file size of this process until it ends."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Progress:
    """Report progress, at most one line every 0.2 seconds."""

    def __init__(self) -> None:
        self._told = float("-inf")

    def __call__(self, step: str, done: int, total: int) -> None:
        if done == total or time.monotonic() - self._told > TELL_EVERY:
            self._told = time.monotonic()
            tell({"step": step, "done": done, "of": total})


def tell(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)
