"""Metrics about the requests that this process answers."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram

METRICS = CollectorRegistry()

REQUESTS = Counter("kontor_requests_total", "Answered requests.", ["method", "endpoint", "status"], registry=METRICS)
SECONDS = Histogram(
    "kontor_request_seconds",
    "Seconds to answer a request, including long polls.",
    ["endpoint"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 30),
    registry=METRICS,
)


def count(method: str, endpoint: str, status: int, seconds: float) -> None:
    """Count an answer, and record how long it took."""
    answered, timed = _of(method, endpoint, status)
    answered.inc()
    timed.observe(seconds)


@cache
def _of(method: str, endpoint: str, status: int) -> tuple[Counter, Histogram]:
    """Return the counter and the histogram for these labels. They are cached, because looking up labels is slower than
    counting."""
    return REQUESTS.labels(method, endpoint, status), SECONDS.labels(endpoint)
