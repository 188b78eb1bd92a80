"""Finish an answer: add a line feed to JSON, for people who read it in a terminal, and compress it if the client
accepts gzip.

The compression level is the lowest, which is the fastest. Short answers are not compressed. Most answers to commands
are short and must be fast.
"""

import gzip

from flask import Request, Response

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
