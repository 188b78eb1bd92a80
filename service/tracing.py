"""Traces (OpenTelemetry). The environment variables of OpenTelemetry turn traces on (docs/operations.md). While traces
are off, the process does not import OpenTelemetry, and a span does nothing.

Spans contain names, numbers and ids of games. They contain no key, token, body, query or parameter of a statement.
"""

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

WANTED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING: AbstractContextManager[Any] = nullcontext()

logger = structlog.get_logger()
_tracer: "Tracer | None" = None


def is_wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the environment names a receiver for traces."""
    return environment.get("OTEL_SDK_DISABLED", "").lower() != "true" and any(map(environment.get, WANTED))


def begin() -> bool:
    """Begin to send traces if the environment asks for them, and return whether traces are sent. Every process calls
    this once when it starts, after any fork. If the packages are missing, log a warning and continue without traces."""
    global _tracer
    if not is_wanted():
        return False
    if find_spec("opentelemetry.exporter") is None:
        logger.warning("traces disabled: OTEL_… is set, but OpenTelemetry is missing: pip install 'kontor[traces]'")
        return False
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.name": os.environ.get("OTEL_SERVICE_NAME", "kontor")}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracer = provider.get_tracer("kontor")
    return True


def span(
    name: str, kind: str = "internal", parent: str | None = None, **facts: str | int
) -> AbstractContextManager[Any]:
    """Return a span as a context manager. `kind` is internal, server, client or consumer. `parent` is the traceparent
    of a request or a job."""
    if _tracer is None:
        return NOTHING
    from opentelemetry.trace import SpanKind

    around = None if parent is None else _context(parent)
    given = {f"kontor.{fact}": value for fact, value in facts.items()}
    return _tracer.start_as_current_span(name, around, SpanKind[kind.upper()], given)


def traceparent() -> str | None:
    """Return the traceparent of the current span, to pass it to another process. Return None if there is no span."""
    if _tracer is None:
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get("traceparent")


def _context(given: str) -> Any:
    """Return the OpenTelemetry context for a traceparent. OpenTelemetry ignores an invalid traceparent."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": given})
