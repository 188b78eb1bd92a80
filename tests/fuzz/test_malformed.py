"""A corpus of malformed requests, sent as bytes to the real front: each gets the very answer that stands beside it, and
whoever comes next is served as ever."""

import json
import socket
from collections.abc import Iterator
from typing import BinaryIO

import httpx
import pytest

from tests.fuzz.malformed_bodies import BODIES
from tests.fuzz.malformed_heads import HEADS
from tests.fuzz.raw_requests import ANNA, head, post
from tests.support.api_processes import Serve

CORPUS = {**HEADS, **BODIES}
PATIENCE = 60  # seconds: the longest that any of them is waited for is ten


@pytest.fixture(scope="module")
def next_one(house: Serve) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as client:
        yield client


def sent(house: Serve, request: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    connection.sendall(request)
    return connection


def answer(connection: socket.socket) -> tuple[bytes, bytes]:
    """Head and body of the next answer; what says to go on is none."""
    with connection.makefile("rb") as file:
        start, headers = _head(file)
        while start.startswith(b"HTTP/1.1 100 "):
            start, headers = _head(file)
        size = headers.get(b"content-length")
        return start, file.read(None if size is None else int(size)) if headers else b""


def _head(file: BinaryIO) -> tuple[bytes, dict[bytes, bytes]]:
    """The first line, and the headers of what is an answer of HTTP 1."""
    start = file.readline()
    if not start.startswith(b"HTTP/1."):
        return start, {}
    lines = (line.split(b": ", 1) for line in iter(lambda: file.readline().strip(), b""))
    return start, {name.lower(): value for name, value in lines}


def told(start: bytes, body: bytes) -> str:
    """Status and kind of problem."""
    if not start.startswith(b"HTTP/1."):
        return "HTTP/2"
    status = start.split()[1].decode()
    if body.startswith(b"<html>"):
        return f"{status} page"
    try:
        kind = json.loads(body).get("type", "") if int(status) >= 400 else ""
    except ValueError:
        kind = f"without a problem: {body!r}"
    return f"{status} {kind.removeprefix('/problems/')}".strip()


@pytest.mark.xdist_group("fuzz")
@pytest.mark.parametrize("name", CORPUS)
def test_every_malformed_request_gets_an_answer(house: Serve, next_one: httpx.Client, name: str) -> None:
    request, expected = CORPUS[name]
    with sent(house, request) as connection:
        assert told(*answer(connection)) == expected
    assert next_one.get("/healthz").status_code == 200


@pytest.mark.xdist_group("fuzz")
def test_bytes_after_a_body_are_a_separate_request(house: Serve) -> None:
    """Who smuggles one behind another has sent two, and is asked for a key twice."""
    second = head("GET /v1/me HTTP/1.1", "Connection: close")
    with sent(house, post(ANNA) + second) as connection, connection.makefile("rb") as file:
        starts = [line for line in iter(file.readline, b"") if line.startswith(b"HTTP/1.1 ")]
    assert [start.split()[1] for start in starts] == [b"201", b"401"]
