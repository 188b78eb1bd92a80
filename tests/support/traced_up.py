"""A real `kontor up` that sends traces to a collector and messages to a receiver, both on loopback."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.support.bot_games import wait_until
from tests.support.plain_http import NO_TLS
from tests.support.running_up import running_up
from tests.support.trace_receiver import Collector, collecting
from tests.support.webhook_receiver import Receiver, listening

METRICS_TOKEN = "canary-for-metrics"


@dataclass(frozen=True)
class TracedUp:
    url: str
    home: Path
    collector: Collector
    hook: Receiver


@contextmanager
def traced_up() -> Iterator[TracedUp]:
    home = Path(tempfile.mkdtemp(prefix="kontor-"))
    more = {"webhooks_loopback": "true", "metrics_token": METRICS_TOKEN, "limit_accounts": "0"}
    more |= {"debt_grace_seconds": "600"}  # no job of the relay: each job follows from a request
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        collector, hook = stack.enter_context(collecting()), stack.enter_context(listening())
        for name, value in {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}.items():
            patch.setenv(name, value)
        url = stack.enter_context(running_up(home, rulesets="tests.tiny:RULESET", **more))
        patch.undo()  # these settings are for this one only
        wait_until(lambda: 'silent_seconds{follower="relay"' in _metrics(url))  # at first it polls for all pending work
        yield TracedUp(url, home, collector, hook)


def _metrics(url: str) -> str:
    return httpx.get(
        f"{url}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"}, timeout=30, verify=NO_TLS
    ).text
