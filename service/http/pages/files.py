"""Serve files that are the same for all clients. They are compressed with gzip if the client accepts it, and the answer
is 304 if the client already has the file."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache

from flask import Response, request


@dataclass(frozen=True)
class Served:
    plain: bytes
    packed: bytes
    tag: str
    content_type: str

    @staticmethod
    @cache  # a few hundred kilobytes that never change
    def of_text(text: str, content_type: str) -> "Served":
        return Served.of(text.encode(), content_type)

    @staticmethod
    def of(plain: bytes, content_type: str) -> "Served":
        tag = hashlib.sha256(plain).hexdigest()[:32]
        return Served(plain, gzip.compress(plain, mtime=0), tag, content_type)


def respond(file: Served) -> Response:
    if request.accept_encodings.quality("gzip") > 0:
        response = Response(file.packed, headers={"Content-Encoding": "gzip"}, content_type=file.content_type)
    else:
        response = Response(file.plain, content_type=file.content_type)
    response.headers["Vary"] = "Accept-Encoding"
    response.set_etag(file.tag, weak=True)
    response.make_conditional(request)
    return response
