"""The last touch to an answer: JSON ends with a line feed, for those who read it in a terminal, and is packed for those
who take gzip.

Packed at the lowest level, which is the quickest. Short answers stay as they are, and so do most answers to commands:
they are what has to be quick, and are short.
"""

import gzip

from flask import Request, Response

LEAST_READ = 1_000  # bytes of an answer to GET that are worth packing
LEAST = 8_000  # of any other
LEVEL = 1
VARY = "Accept, Authorization"  # what an answer depends on that says nothing else
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
    """Give it its line feed, and pack it if that is asked for and worth it. Tags stay as they are: they name a version
    of what is told, whatever it is wrapped in."""
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
