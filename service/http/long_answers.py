"""Send whole logs and bundles line by line in constant memory, with gzip if the client accepts it."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack

from flask import Response, request

from kontor.service.http.limits import StreamSlots

NDJSON = "application/x-ndjson"
CHUNK = 64 * 1024  # bytes to send at a time
GZIP = 16 + zlib.MAX_WBITS


def long_answer(slots: StreamSlots, lines: Iterable[bytes], headers: Mapping[str, str]) -> Response:
    """Return lines as an NDJSON answer. The answer holds one of `slots` until it is sent. Raise 429 if no slot is
    free."""
    if request.accept_encodings.quality("gzip") > 0:
        return chunked_answer(slots, compress(lines), {**headers, "Content-Encoding": "gzip"}, NDJSON)
    return chunked_answer(slots, join_lines(lines), headers, NDJSON)


def chunked_answer(
    slots: StreamSlots, chunks: Iterable[bytes], headers: Mapping[str, str], content_type: str
) -> Response:
    """Return chunks as an answer that may take long to send. The answer holds one of `slots` until it is sent. Raise
    429 if no slot is free."""
    slot = ExitStack()
    slot.enter_context(slots.hold())
    response = Response(_close_after(chunks, slot.close), headers=dict(headers), content_type=content_type)
    response.call_on_close(slot.close)  # also if the client disconnects
    return response


def _close_after(chunks: Iterable[bytes], close: Callable[[], None]) -> Iterator[bytes]:
    yield from chunks
    close()


def join_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines, joined into chunks of 64 KiB or more."""
    chunk = bytearray()
    for line in lines:
        chunk += line
        if len(chunk) >= CHUNK:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


def compress(lines: Iterable[bytes]) -> Iterator[bytes]:
    packing = zlib.compressobj(wbits=GZIP)
    for chunk in join_lines(lines):
        if packed := packing.compress(chunk):
            yield packed
    yield packing.flush()
