"""Traces (OpenTelemetry), switched on by its own variables of the environment (docs/operations.md). While they are off
nothing of it is imported, and a span is a value that does nothing.

Spans carry names, numbers and ids of games: no key, token, body, query or value of a statement.
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
    """Whether somebody has said where traces are to be sent."""
    return environment.get("OTEL_SDK_DISABLED", "").lower() != "true" and any(map(environment.get, WANTED))


def begin() -> bool:
    """Send traces from now on, if that is wanted; for every process, once, at its start, and not before a fork. Whether
    they are sent: a machine that wants them and lacks the packages says so, and works on."""
    global _tracer
    if not is_wanted():
        return False
    if find_spec("opentelemetry.exporter") is None:
        logger.warning("traces are wanted (OTEL_…) and not installed here: pip install 'kontor[traces]'")
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
    """A span around what is done in it. `kind`: internal, server, client, consumer; `parent`: a traceparent that came
    with a request or a job."""
    if _tracer is None:
        return NOTHING
    from opentelemetry.trace import SpanKind

    around = None if parent is None else _context(parent)
    given = {f"kontor.{fact}": value for fact, value in facts.items()}
    return _tracer.start_as_current_span(name, around, SpanKind[kind.upper()], given)


def traceparent() -> str | None:
    """Of the span that we are in, for whoever goes on elsewhere; None: there is none."""
    if _tracer is None:
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get("traceparent")


def _context(given: str) -> Any:
    """One that cannot be read counts for nothing."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": given})
