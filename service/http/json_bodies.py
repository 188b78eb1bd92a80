"""Bodies of requests and answers. Request bodies are read strictly: JSON that two parsers could understand differently
is refused. Answers are written as JSON directly: marshmallow schemas describe them but do not write them.

Marshmallow would take 2.6 times as long as `json` alone to write the answer to a command, and commands are frequent. A
test (tests/service/http/test_answers.py) compares an answer of every operation with its schema.

`finish` adds a line feed, for people who read JSON in a terminal, and compresses the answer if the client accepts gzip.
The compression level is the lowest, which is the fastest. Short answers are not compressed, because most answers to
commands are short and must be fast.
"""

import gzip
import json
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import Request, Response
from werkzeug.exceptions import RequestEntityTooLarge

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.service.http.problems import Problem, unreadable

LARGEST_BODY = 64 * 1024
DEEPEST = 32
LARGEST_INTEGER = 2**53 - 1
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


# ---------------------------------------------------------------- writing


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer with a JSON body, which is written without a marshmallow schema."""
    return json_text(compact(body), status, headers)


def json_text(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer whose body is the given JSON text. It ends with a line feed, so `finish` need not copy the
    body."""
    return Response(f"{text}\n", status, dict(headers or {}), content_type="application/json")


def finish(response: Response, request: Request) -> None:
    """Add a final line feed to an answer. Compress the answer if it is long enough and the client accepts gzip. The
    ETag stays the same, because it identifies the content, not its encoding."""
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


# ---------------------------------------------------------------- reading


class _Refused(ValueError):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def json_body(request: Request, largest: int = LARGEST_BODY) -> Json:
    """Return the JSON value in the body of a request. Reject duplicate keys, floats, NaN, lone surrogates, U+0000, deep
    nesting and large bodies."""
    if not request.content_length and not raw_body(request, largest):
        raise unreadable("", "missing-body", "the request has no body; send a JSON object as application/json")
    if request.mimetype != "application/json":
        raise Problem("unsupported-media-type", "Send the body as application/json.")
    text = text_body(request, largest)
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object, parse_float=_refuse_float, parse_constant=_refuse_float, parse_int=_integer
        )
    except _Refused as refused:
        raise unreadable("", refused.code, str(refused)) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise unreadable("", "not-json", "the body is not valid JSON") from None
    _require_plain(value, "", DEEPEST)
    return value


def text_body(request: Request, largest: int) -> str:
    """Return the body of a request as text. It must be UTF-8, but may have any Content-Type."""
    try:
        return raw_body(request, largest).decode()
    except UnicodeDecodeError:
        raise unreadable("", "not-utf-8", "the body is not valid UTF-8") from None


def raw_body(request: Request, largest: int) -> bytes:
    """Return the body of a request as bytes. Raise 413 if it has more than `largest` bytes."""
    if request.content_length is not None and request.content_length > largest:
        raise _too_large(largest)
    request.max_content_length = largest + 1  # werkzeug cuts a body without Content-Length at this size
    try:
        raw = request.get_data(cache=True)
    except RequestEntityTooLarge:
        raise _too_large(largest) from None
    if len(raw) > largest:
        raise _too_large(largest)
    return raw


def _object(pairs: list[tuple[str, Json]]) -> Mapping[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused("duplicate-key", f"an object has the key {shorten(key)!a} twice")
        found[key] = value
    return found


def _refuse_float(text: str) -> NoReturn:
    raise _Refused("not-an-integer", f"numbers must be integers, not {shorten(text)}")


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST_INTEGER:
        raise _Refused("out-of-range", "integers must be between -(2^53 - 1) and 2^53 - 1")
    return int(text)


def _require_plain(value: Json, pointer: str, depth: int) -> None:
    if isinstance(value, str):
        _require_text(value, pointer)
    elif isinstance(value, Mapping):
        _require_depth(depth)
        for key, item in value.items():
            _require_text(key, pointer)
            _require_plain(item, f"{pointer}/{shorten(key).replace('~', '~0').replace('/', '~1')}", depth - 1)
    elif isinstance(value, list):
        _require_depth(depth)
        for n, item in enumerate(value):
            _require_plain(item, f"{pointer}/{n}", depth - 1)


def _require_text(text: str, pointer: str) -> None:
    if "\0" in text:
        raise unreadable(pointer, "not-text", "strings must not contain U+0000")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise unreadable(pointer, "not-text", "strings must not contain lone surrogates") from None


def _require_depth(depth: int) -> None:
    if depth == 0:
        raise _too_deep()


def _too_deep() -> Problem:
    return Problem("too-large", f"The body has more than {DEEPEST} levels of nesting.")


def _too_large(largest: int) -> Problem:
    return Problem("too-large", f"The body is larger than {largest // 1024} KiB.")
