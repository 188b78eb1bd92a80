"""A collector of traces: a real OTLP/HTTP server on loopback that stores the received spans."""

import gzip
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Span:
    """A span that the collector received. Its ids are hex digits. `parent` is empty for the first span of a trace."""

    name: str
    trace: str
    id: str
    parent: str
    facts: Mapping[str, str]


class Collector(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[Span] = []
        self.bytes: list[bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def named(self, name: str, trace: str = "") -> list[Span]:
        return [span for span in list(self.spans) if span.name.startswith(name) and span.trace.startswith(trace)]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Collector)
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        server.bytes.append(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                server.spans += [_span(each) for each in scope.spans]
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def _span(each: object) -> Span:
    found = {fact.key: fact.value.string_value or str(fact.value.int_value) for fact in each.attributes}  # type: ignore[attr-defined]
    ids = (each.trace_id.hex(), each.span_id.hex(), each.parent_span_id.hex())  # type: ignore[attr-defined]
    return Span(each.name, *ids, found)  # type: ignore[attr-defined]


@contextmanager
def collecting() -> Iterator[Collector]:
    server = Collector()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
