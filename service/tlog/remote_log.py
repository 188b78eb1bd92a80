"""Read a transparency log from its server over HTTP (C2SP tlog-tiles): the checkpoint, tiles and entries.

The answers of the server are not trusted. Callers check signatures, and compute the root from tiles and entries.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import httpx

from kontor.service.tlog import tree
from kontor.service.tlog.notes import LONGEST
from kontor.service.tlog.tiles import WIDTH, Tile, hashes_of, nodes

SECONDS = 10.0  # a server may be silent for this time
MOST_BYTES = 1024 * 1024  # bytes of the entries of one tile


class LogAway(Exception):
    """The server cannot be reached or cannot answer now. This error says nothing about the log."""


class NotServed(Exception):
    """The server does not return a part of the tree that it has signed."""


@dataclass(frozen=True, slots=True)
class RemoteLog:
    """The transparency log of a server. `client`: an HTTP client with the address of the server as its base URL."""

    client: httpx.Client

    def checkpoint(self) -> str:
        """Return the newest checkpoint as a note, with its cosignatures. Raise `NotServed` if there is no
        checkpoint."""
        try:
            return self.read("/v1/tlog/checkpoint", LONGEST).decode()
        except UnicodeDecodeError:
            raise NotServed("the checkpoint is not UTF-8") from None

    def nodes(self, size: int) -> tree.Nodes:
        """Return a function that looks up nodes of the tree of that size. The look-up raises `NotServed` if a tile is
        incomplete."""
        return nodes(self._tile, size)

    def entries(self, first: int, end: int) -> Iterator[bytes]:
        """Yield the entries with first ≤ index < end. Raise `NotServed` if an entry is missing."""
        while first < end:
            index, skipped = divmod(first, WIDTH)
            tile = Tile(0, index, min(WIDTH, end - index * WIDTH))
            found = _entries(self.read(f"/v1/tlog/tile/entries/{tile.bundle_path}", MOST_BYTES))
            if len(found) != tile.width:
                raise NotServed(f"the entries {tile.bundle_path} are incomplete")
            yield from found[skipped:]
            first = tile.first + tile.width

    def read(self, path: str, most: int) -> bytes:
        """Return the body of an answer. Raise `LogAway` if the server cannot be reached or cannot answer now. Raise
        `NotServed` if the server refuses, or sends more than `most` bytes."""
        try:
            with self.client.stream("GET", path, timeout=SECONDS) as answer:
                if answer.status_code >= 500 or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                    raise LogAway(f"{path}: status {answer.status_code}")
                if answer.status_code != httpx.codes.OK:
                    raise NotServed(f"{path}: status {answer.status_code}")
                body = b""
                for piece in answer.iter_bytes():
                    body += piece
                    if len(body) > most:
                        raise NotServed(f"{path}: more than {most} bytes")
                return body
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise LogAway(f"{path}: {str(error) or type(error).__name__}") from None

    def _tile(self, tile: Tile) -> Sequence[bytes]:
        body = self.read(f"/v1/tlog/tile/{tile.path}", WIDTH * 32)
        if len(body) != tile.width * 32:
            raise NotServed(f"the tile {tile.path} is incomplete")
        return hashes_of(body)


def _entries(body: bytes) -> Sequence[bytes]:
    """Return the entries in a tile that a server sent. Before each entry are two bytes with its length."""
    found, at = [], 0
    while at + 2 <= len(body):
        length = struct.unpack_from(">H", body, at)[0]
        found.append(body[at + 2 : at + 2 + length])
        at += 2 + length
    if at != len(body):
        raise NotServed("an entry is cut off")
    return found
