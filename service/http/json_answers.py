"""Answers that are written as JSON directly: marshmallow schemas describe them but do not write them.

Clients ask for commands, events and states most often. Marshmallow takes 2.6 times as long as `json` alone to write the
answer to a command. A test (tests/service/http/test_answers.py) compares an answer of every operation with its schema.

`finish` adds a line feed, for people who read JSON in a terminal, and compresses the answer if the client accepts gzip.
The compression level is the lowest, which is the fastest. Short answers are not compressed. Most answers to commands
are short and must be fast.
"""

import gzip
import json
from collections.abc import Mapping
from typing import Any

from flask import Request, Response

compact = json.JSONEncoder(separators=(",", ":")).encode  # JSON without spaces
FOR_EVER = "public, max-age=31536000, immutable"  # for answers that never change and have no secrets
LEAST_READ = 1_000  # compress an answer to GET from this size in bytes on
LEAST = 8_000  # any other answer
LEVEL = 1
VARY = "Accept, Authorization"  # default of the header Vary
JSON = frozenset(
    {
        "application/json",
        "application/problem+json",
        "application/json-patch+json",
        "application/schema+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/plain; charset=utf-8",
    }
)


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer without its marshmallow schema."""
    return json_text(compact(body), status, headers)


def json_text(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer from JSON text. Add the final line feed here, so that `finish` need not."""
    return Response(f"{text}\n", status, dict(headers or {}), content_type="application/json")


def finish(response: Response, request: Request) -> None:
    """Add the line feed, and compress the answer if the client accepts gzip and it is long enough. The ETag stays: it
    names the version of the content, not of its encoding."""
    headers = response.headers
    if headers.get("Content-Type") not in JSON or response.is_streamed or "Content-Encoding" in headers:
        return
    body = response.get_data()
    if body and not body.endswith(b"\n"):
        body += b"\n"
        response.set_data(body)
    if len(body) >= (LEAST_READ if request.method in ("GET", "HEAD") else LEAST):
        _pack(response, request, body)


def _pack(response: Response, request: Request, body: bytes) -> None:
    headers = response.headers
    headers["Vary"] = f"{headers.get('Vary', VARY)}, Accept-Encoding"
    if "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings.quality("gzip") > 0:
        headers["Content-Encoding"] = "gzip"
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
