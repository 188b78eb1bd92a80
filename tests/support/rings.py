"""The three rings of tests: `unit`, `service` and `system`. tests/README.md says which tests belong to which ring.

The mark of a test says which ring it is in. Without a mark, its folder and its fixtures decide.
"""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

RINGS = {
    "unit": "no process, no server, no socket: rules, properties, recorded games, pictures",
    "service": "our code in this process, on a real PostgreSQL and a real Redis",
    "system": "processes as users start them: servers, workers, commands, shell blocks of docs",
}
SYSTEM = (
    *(
        f"tests/{folder}/"
        for folder in ("docs", "terminal", "integrations", "faults", "soak", "fuzz", "deploy", "browser")
    ),
    *(f"tests/{folder}/" for folder in ("client", "clients", "workers", "tools")),
    *(f"tests/service/{folder}/" for folder in ("front", "stack", "cli")),
)
STARTED = frozenset({"front", "traced", "shared_up"})  # fixtures that start `kontor server serve` or `kontor up`
# Audit events (PEP 578) that a unit test must not raise.
FORBIDDEN = frozenset({"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system", "socket.connect", "socket.bind"})


def ring_of(item: pytest.Item) -> str:
    for ring in RINGS:
        if item.get_closest_marker(ring) is not None:
            return ring
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.nodeid.startswith(SYSTEM) or fixtures & STARTED:
        return "system"
    return "service" if item.nodeid.startswith("tests/service/") or "servers" in fixtures else "unit"


class Rings:
    """A pytest plugin. It marks each test with its ring, keeps unit tests from starting processes, and prints the time
    of each ring."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()
        self._tests: Counter[str] = Counter()
        self._is_unit = False
        sys.addaudithook(self._refuse)

    def pytest_configure(self, config: pytest.Config) -> None:
        for ring, meaning in RINGS.items():
            config.addinivalue_line("markers", f"{ring}: {meaning}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            ring = ring_of(item)
            item.add_marker(ring)
            item.user_properties.append(("ring", ring))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self._is_unit = item.get_closest_marker("unit") is not None
        try:
            return (yield)
        finally:
            self._is_unit = False

    def _refuse(self, event: str, _: Any) -> None:
        # Threads of an application that an earlier test created still call its servers.
        if self._is_unit and event in FORBIDDEN and threading.current_thread() is threading.main_thread():
            raise RuntimeError(f"A unit test must not use {event}: mark it service or system (tests/README.md).")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ring = dict(report.user_properties).get("ring")  # not its keywords: the folder `service` is one of them
        if isinstance(ring, str):
            self._seconds[ring] += report.duration
            self._tests[ring] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for ring in RINGS:
            if self._tests[ring]:
                said = f"{ring:8}{self._tests[ring]:6} tests {self._seconds[ring]:8.1f} s"
                terminalreporter.write_line(said)
