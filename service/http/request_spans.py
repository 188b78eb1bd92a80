"""Create a tracing span for each request. The span continues the trace in the `traceparent` header of the client, and
the answer has a `traceparent` header for the span."""

from collections.abc import Callable, Iterable
from http import HTTPMethod
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from kontor.service import tracing

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

METHODS = frozenset(HTTPMethod)


def instrument(app: Flask) -> None:
    """Add a tracing span to each request of an app. Call this once, in a process that sends traces."""
    app.wsgi_app = _add_span(app.wsgi_app)  # type: ignore[method-assign,assignment]
    app.dispatch_request = _name_span(app.dispatch_request)  # type: ignore[method-assign]


def _add_span(plain: "WSGIApplication") -> "Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]":
    def wsgi_app(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        with tracing.span("request", "server", environ.get("HTTP_TRACEPARENT")) as span:
            own = tracing.traceparent()

            def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
                span.set_attribute("http.response.status_code", int(status[:3]))
                return start_response(status, [*headers, *([("traceparent", own)] if own else [])], *more)

            return plain(environ, start)

    return wsgi_app


def _name_span(plain: Callable[[], Any]) -> Callable[[], Any]:
    """Name each span after the method and route of its request. The address is no good name, because clients can invent
    addresses, and each would be a new name."""

    def dispatch_request() -> Any:
        from opentelemetry.trace import get_current_span

        rule = "none" if request.url_rule is None else request.url_rule.rule
        method = request.method if request.method in METHODS else "other"
        span = get_current_span()
        span.update_name(f"{method} {rule}")
        span.set_attributes({"http.request.method": method, "http.route": rule})
        return plain()

    return dispatch_request
