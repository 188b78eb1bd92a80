"""The circuit breaker: closed, open, half-open."""

import pytest

from kontor.service.store import circuit_breaker
from kontor.service.store.circuit_breaker import PROBE_SECONDS, CircuitBreaker


class Clock:
    """Replaces the module `time`."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(circuit_breaker, "time", clock)
    return clock


def test_a_closed_circuit_allows_every_call() -> None:
    breaker = CircuitBreaker()
    assert [breaker.allows_call() for _ in range(3)] == [True] * 3


def test_an_open_circuit_allows_one_probe_at_a_time(clock: Clock) -> None:
    breaker = CircuitBreaker()
    breaker.open()
    assert [breaker.allows_call() for _ in range(3)] == [True, False, False]
    clock.now += PROBE_SECONDS
    assert [breaker.allows_call() for _ in range(3)] == [True, False, False]


def test_a_probe_that_times_out_keeps_the_circuit_open(clock: Clock) -> None:
    breaker = CircuitBreaker()
    breaker.open()
    assert breaker.allows_call()
    breaker.open()
    assert not breaker.allows_call()


def test_a_probe_that_succeeds_closes_the_circuit(clock: Clock) -> None:
    breaker = CircuitBreaker()
    breaker.open()
    assert breaker.allows_call()
    breaker.close()
    assert [breaker.allows_call() for _ in range(3)] == [True] * 3


def test_a_timeout_does_not_count_if_another_query_was_answered_meanwhile(clock: Clock) -> None:
    breaker, asked = CircuitBreaker(), clock.now
    clock.now += 1
    breaker.close()
    breaker.open(asked)
    assert not breaker.is_open
    breaker.open(clock.now + 1)
    assert breaker.is_open
