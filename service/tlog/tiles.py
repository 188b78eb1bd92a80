"""Tiles (C2SP tlog-tiles): the tree in rows of 256 hashes, each at its address, from which every node follows."""

import re
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self, TypeAlias

from kontor.service.tlog import tree

HEIGHT = 8  # levels of the tree in one tile
WIDTH = 1 << HEIGHT
INDEX = r"((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?"
TILE = re.compile(rf"([0-9]{{1,2}})/{INDEX}", re.ASCII).fullmatch
BUNDLE = re.compile(INDEX, re.ASCII).fullmatch
LARGEST = 1 << 54  # tiles begin below leaf 2^62: their numbers fit into a bigint


@dataclass(frozen=True, slots=True)
class Tile:
    """`width` hashes of one level, from `index` · 256 on. Each is the root of a full tile of the level below; those of
    level 0 are hashes of leaves."""

    level: int
    index: int
    width: int

    @property
    def first(self) -> int:
        return self.index * WIDTH

    @property
    def path(self) -> str:
        """Its address behind `tile/`."""
        return f"{self.level}/{self.bundle_path}"

    @property
    def bundle_path(self) -> str:
        """The address behind `tile/entries/` of the entries below a tile of level 0."""
        thousands, last = divmod(self.index, 1000)
        path = f"{last:03}"
        while thousands:
            thousands, next_ = divmod(thousands, 1000)
            path = f"x{next_:03}/{path}"
        return path if self.width == WIDTH else f"{path}.p/{self.width}"

    @classmethod
    def at(cls, path: str) -> Self | None:
        """The tile at an address behind `tile/`; None: this is no address, or not the only way to write it."""
        found = TILE(path)
        tile = None if found is None else cls._read(int(found[1]), found[2], found[3])
        return tile if tile is not None and tile.path == path and tile.level < 64 else None

    @classmethod
    def of_bundle(cls, path: str) -> Self | None:
        """The tile of level 0 whose entries are at an address behind `tile/entries/`."""
        found = BUNDLE(path)
        tile = None if found is None else cls._read(0, found[1], found[2])
        return tile if tile is not None and tile.bundle_path == path else None

    @classmethod
    def _read(cls, level: int, index: str, width: str | None) -> Self | None:
        if len(index) > 40:  # beyond any number that is meant
            return None
        tile = cls(level, int(index.replace("x", "").replace("/", "")), int(width or WIDTH))
        return tile if tile.index < LARGEST and (width is None or tile.width < WIDTH) else None


ReadTile: TypeAlias = Callable[[Tile], Sequence[bytes]]


def nodes(read: ReadTile, size: int) -> tree.Nodes:
    """The nodes of a tree of that size, whose tiles are read as they are needed, each once."""

    @cache
    def row(level: int, index: int) -> Sequence[bytes]:
        width = min(WIDTH, (size >> HEIGHT * level) - index * WIDTH)
        return read(Tile(level, index, width))

    def node(height: int, index: int) -> bytes:
        level, above = divmod(height, HEIGHT)
        tile, at = divmod(index << above, WIDTH)
        return tree.perfect_root(row(level, tile)[at : at + (1 << above)])

    return node


def grown(read: ReadTile, size: int, leaves: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """The hashes (level, index, hash) that a tree of that size gets when leaf hashes are added to it."""
    level, first, added = 0, size, leaves
    while added:
        yield from ((level, first + n, each) for n, each in enumerate(added))
        begun = first % WIDTH
        row = [*(read(Tile(level, first // WIDTH, begun)) if begun else ()), *added]
        added = [tree.perfect_root(row[at : at + WIDTH]) for at in range(0, len(row) - WIDTH + 1, WIDTH)]
        level, first = level + 1, first // WIDTH


def hashes_of(body: bytes) -> Sequence[bytes]:
    """The hashes of a tile as it is served: 32 bytes each, one after the other."""
    return [body[at : at + 32] for at in range(0, len(body), 32)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Entries as they are served: each behind its length, as two bytes."""
    return b"".join(struct.pack(">H", len(entry)) + entry for entry in entries)
