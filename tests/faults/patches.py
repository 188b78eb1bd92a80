"""Patches of Kontor's modules in the processes that a campaign starts. `FAULTS_PATCH_LINES` leads connections to
PostgreSQL and Redis through lines that can be held (tests/faults/lines.py). `FAULTS_PATCH_BUG` plants a bug: the
campaign must find it. Product code knows nothing of this: the start file of tests/support/fixed_start installs it.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

LINES, BUG = "FAULTS_PATCH_LINES", "FAULTS_PATCH_BUG"
Patch = Callable[[Any], None]

# ---------------------------------------------------------------- bugs

SELDOM = 40  # every 40th call has the bug


def _drop_appends(commits: Any) -> None:
    """Acknowledge a command that was not written."""
    append, calls = commits.Commits.append, count(1)

    def append_mostly(*args: Any) -> None:
        if next(calls) % SELDOM:
            append(*args)

    commits.Commits.append = append_mostly


def _ignore_keys(idempotency: Any) -> None:
    idempotency.key_of = lambda caller, about: None


def _commit_asynchronously(postgres: Any) -> None:
    """Acknowledge before the log is on disk: a killed PostgreSQL loses the newest commits."""
    postgres.SETTINGS["synchronous_commit"] = "off"


def _send_twice(deliver: Any) -> None:
    tried, calls = deliver._tried, count(1)

    def tried_twice(due: Any, loopback: bool) -> Any:
        if next(calls) % SELDOM == 0:
            tried(due, loopback)
        return tried(due, loopback)

    deliver._tried = tried_twice


def _skip_events(stream_messages: Any) -> None:
    calls = count(1)
    stream_messages.ServerSentEvents.event = lambda self, frame: frame if next(calls) % SELDOM else b""


BUGS: Mapping[str, tuple[str, Patch]] = {
    "dropped-append": ("kontor.service.store.commits", _drop_appends),
    "ignored-keys": ("kontor.service.http.idempotency", _ignore_keys),
    "asynchronous-commit": ("kontor.service.stack.postgres", _commit_asynchronously),
    "duplicate-webhook": ("kontor.service.webhooks.deliver", _send_twice),
    "skipped-event": ("kontor.service.front.streams.stream_messages", _skip_events),
}

# ---------------------------------------------------------------- lines


def _use_postgres_line(postgres: Any) -> None:
    direct, near = postgres.url, quote(os.environ[LINES], safe="")

    def url(directory: Any, role: str = "kontor_app", database: str = "kontor") -> str:
        if role != "kontor_app":
            return str(direct(directory, role, database))
        return f"postgresql://{role}@/{database}?host={near}"

    postgres.url = url


def _use_redis_line(redis: Any) -> None:
    near = quote(str(Path(os.environ[LINES]) / "redis.sock"))
    redis.url = lambda directory, database=0: f"unix://{near}?db={database}"


# ---------------------------------------------------------------- installing


class _Patching(Loader):
    """Loads a module as usual, then patches it."""

    def __init__(self, usual: Loader, patches: Sequence[Patch]) -> None:
        self._usual, self._patches = usual, patches

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._usual.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._usual.exec_module(module)
        for patch in self._patches:
            patch(module)


class _Finder(MetaPathFinder):
    def __init__(self, wanted: Mapping[str, Sequence[Patch]]) -> None:
        self._wanted = wanted

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._wanted:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.loader is not None
        spec.loader = _Patching(spec.loader, self._wanted[fullname])
        return spec


def install() -> None:
    """Patch the modules that the environment asks for, when they are imported."""
    wanted: dict[str, list[Patch]] = {}
    if LINES in os.environ:
        wanted["kontor.service.stack.postgres"] = [_use_postgres_line]
        wanted["kontor.service.stack.redis"] = [_use_redis_line]
    if BUG in os.environ:
        module, patch = BUGS[os.environ[BUG]]
        wanted.setdefault(module, []).append(patch)
    sys.meta_path.insert(0, _Finder(wanted))
