"""The nemesis: every kind of fault that is done to a running `kontor up`, each by a seeded lot."""

import os
import random
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from kontor.service.stack import postgres
from tests.faults.lines import Lines
from tests.faults.memory import Memory
from tests.faults.running import Running, descendants
from tests.faults.stepped_clock import SteppedClock
from tests.support.cut_line import Line

DROP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kontor_app'"
CLOCKED = ("requests", "streams", "bots", "urgent", "relay", "webhooks")
STEPS = (-3600.0, -30.0, -2.0, 2.0, 30.0, 3600.0)  # seconds


@dataclass(slots=True)
class Nemesis:
    """What it has in its hands. `disk` and `clock` are there where they can be had."""

    kontor: Running
    line: Line
    lines: Lines
    memory: Memory
    luck: random.Random
    disk: Path | None = None
    clock: SteppedClock | None = None

    def kinds(self) -> list[str]:
        """What it can do here."""
        without = {"disk-full": self.disk, "clock-step": self.clock, "process-clock": self.clock}
        return [kind for kind in FAULTS if without.get(kind, True) is not None]

    def strike(self, kind: str) -> None:
        """Do it; it is over when this returns, and what was harmed has yet to recover."""
        FAULTS[kind](self)

    # ---------------------------------------------------------------- ways

    def kill(self, role: str) -> None:
        self._signal(self._of(role), signal.SIGKILL)

    def freeze(self, role: str, longest: float) -> None:
        """Nobody of them moves for a while."""
        frozen = self._of(role)
        self._signal(frozen, signal.SIGSTOP)
        time.sleep(self.luck.uniform(0.5, longest))
        self._signal(frozen, signal.SIGCONT)

    def quit_postgres(self) -> None:
        """An immediate shutdown: no checkpoint, as if the power had gone."""
        self._signal(self.kontor.pids("postgres"), signal.SIGQUIT)

    def kill_a_backend(self) -> None:
        """One process of PostgreSQL dies, and all its sessions with it."""
        servers = self.kontor.pids("postgres")
        backends = [pid for server in servers for pid, _ in descendants(server)]
        self._signal([self.luck.choice(backends)] if backends else [], signal.SIGKILL)

    def drop_sessions(self) -> None:
        with suppress(psycopg.OperationalError):
            url = postgres.url(self.kontor.directory, postgres.SUPERUSER)
            with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
                conn.execute(DROP)

    def flush(self) -> None:
        with suppress(redis.RedisError):  # it may still be away
            self.kontor.redis.flushall()

    def drop_redis(self) -> None:
        with suppress(redis.RedisError):
            for kind in ("normal", "pubsub"):
                self.kontor.redis.client_kill_filter(_type=kind, skipme=True)

    def cut_clients(self) -> None:
        self.line.cut()

    def fill_disk(self) -> None:
        assert self.disk is not None
        filler = self.disk / "filler"
        until = time.monotonic() + self.luck.uniform(1, 4)
        try:
            while time.monotonic() < until:  # PostgreSQL may give some back now and then
                with suppress(OSError), filler.open("ab", buffering=0) as file:
                    while time.monotonic() < until:
                        file.write(bytes(1 << 20 if _room(self.disk) > 2 << 20 else 4096))
                time.sleep(0.02)
        finally:
            filler.unlink()

    def fill_redis(self) -> None:
        """Redis refuses every write for a while."""
        with suppress(redis.RedisError):
            self.kontor.redis.config_set("maxmemory", "1")
        time.sleep(self.luck.uniform(0.5, 4))
        with suppress(redis.RedisError):  # one that was restarted meanwhile has its usual limit
            self.kontor.redis.config_set("maxmemory", "256mb")

    def step_clock(self) -> None:
        assert self.clock is not None
        self.memory.clock_steps.append(time.monotonic())
        self.clock.step(self.luck.choice(STEPS))

    def step_clock_of_one(self) -> None:
        """The clock of one process differs from those of all others, from now on."""
        assert self.clock is not None
        found = [pid for role in CLOCKED for pid in self.kontor.pids(role)]
        if found:
            self.clock.step(self.luck.choice(STEPS), self.luck.choice(found))

    def partition(self, server: str, *roles: str, one: bool = False) -> None:
        """Hold all bytes between processes and a server for a while; `one`: of one process only."""
        pids = [pid for role in roles for pid in self.kontor.pids(role)]
        self.lines.hold(server, [self.luck.choice(pids)] if one and pids else pids)
        time.sleep(self.luck.uniform(0.5, 8))
        self.lines.heal()

    def _of(self, role: str) -> list[int]:
        """A server's own children belong to it."""
        found = self.kontor.pids(role)
        return found + [pid for each in found for pid, _ in descendants(each)] if role == "postgres" else found

    def _signal(self, pids: list[int], which: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, which)


def _room(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize


FAULTS: Mapping[str, Callable[[Nemesis], None]] = {
    "api-kill": lambda on: on.kill("api"),
    "requests-kill": lambda on: on.kill("requests"),
    "front-kill": lambda on: on.kill("front"),
    "streams-kill": lambda on: on.kill("streams"),
    "pool-kill": lambda on: on.kill("pool"),
    "workers-kill": lambda on: on.kill("bots"),
    "relay-kill": lambda on: on.kill("relay"),
    "redis-kill": lambda on: on.kill("redis"),
    "postgres-kill": lambda on: on.kill("postgres"),
    "postgres-backend-kill": Nemesis.kill_a_backend,
    "postgres-immediate": Nemesis.quit_postgres,
    "postgres-freeze": lambda on: on.freeze("postgres", 8),
    "requests-freeze": lambda on: on.freeze("requests", 4),
    "workers-freeze": lambda on: on.freeze("bots", 4),
    "relay-freeze": lambda on: on.freeze("relay", 4),
    "redis-freeze": lambda on: on.freeze("redis", 4),
    "redis-flush": Nemesis.flush,
    "redis-drop": Nemesis.drop_redis,
    "postgres-drop": Nemesis.drop_sessions,
    "clients-drop": Nemesis.cut_clients,
    "disk-full": Nemesis.fill_disk,
    "redis-full": Nemesis.fill_redis,
    "clock-step": Nemesis.step_clock,
    "process-clock": Nemesis.step_clock_of_one,
    "cut-one-requests": lambda on: on.partition("postgres", "requests", one=True),
    "cut-requests": lambda on: on.partition("postgres", "requests"),
    "cut-workers": lambda on: on.partition("postgres", "bots", "urgent", "relay", "webhooks"),
    "cut-streams": lambda on: on.partition("postgres", "streams"),
    "cut-redis": lambda on: on.partition("redis", "requests", "streams", "bots", "urgent", "relay", "webhooks"),
}
