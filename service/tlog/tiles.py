"""Tiles (C2SP tlog-tiles): the tree in rows of 256 hashes, each with an address. Every node of the tree can be computed
from its tiles."""

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
    """A tile: `width` hashes of one level of the tree, starting at `index` · 256. On level 0 they are hashes of leaves.
    On other levels each hash is the root of a full tile of the level below."""

    level: int
    index: int
    width: int

    @property
    def first(self) -> int:
        return self.index * WIDTH

    @property
    def path(self) -> str:
        """The part of the tile's address after `tile/`."""
        return f"{self.level}/{self.bundle_path}"

    @property
    def bundle_path(self) -> str:
        """The part after `tile/entries/` in the address of the entries of a tile of level 0."""
        thousands, last = divmod(self.index, 1000)
        path = f"{last:03}"
        while thousands:
            thousands, next_ = divmod(thousands, 1000)
            path = f"x{next_:03}/{path}"
        return path if self.width == WIDTH else f"{path}.p/{self.width}"

    @classmethod
    def at(cls, path: str) -> Self | None:
        """Return the tile that a path after `tile/` names. Return None if the path is invalid or not canonical."""
        found = TILE(path)
        tile = None if found is None else cls._read(int(found[1]), found[2], found[3])
        return tile if tile is not None and tile.path == path and tile.level < 64 else None

    @classmethod
    def of_bundle(cls, path: str) -> Self | None:
        """Parse the part of a path that follows `tile/entries/`. Return the tile of level 0 that this part names, or
        None if the part is invalid."""
        found = BUNDLE(path)
        tile = None if found is None else cls._read(0, found[1], found[2])
        return tile if tile is not None and tile.bundle_path == path else None

    @classmethod
    def _read(cls, level: int, index: str, width: str | None) -> Self | None:
        if len(index) > 40:  # longer than any valid number
            return None
        tile = cls(level, int(index.replace("x", "").replace("/", "")), int(width or WIDTH))
        return tile if tile.index < LARGEST and (width is None or tile.width < WIDTH) else None


ReadTile: TypeAlias = Callable[[Tile], Sequence[bytes]]


def nodes(read: ReadTile, size: int) -> tree.Nodes:
    """Return a function that looks up nodes of a tree of that size. The function reads each tile once, when the tile is
    needed."""

    @cache
    def row(level: int, index: int) -> Sequence[bytes]:
        width = min(WIDTH, (size >> HEIGHT * level) - index * WIDTH)
        return read(Tile(level, index, width))

    def node(height: int, index: int) -> bytes:
        level, above = divmod(height, HEIGHT)
        tile, at = divmod(index << above, WIDTH)
        return tree.perfect_root(row(level, tile)[at : at + (1 << above)])

    return node


def grow_tree(read: ReadTile, size: int, leaves: Sequence[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Yield the hashes that are added to a tree of that size together with these leaves, as (level, index, hash)."""
    level, first, added = 0, size, leaves
    while added:
        yield from ((level, first + n, each) for n, each in enumerate(added))
        begun = first % WIDTH
        row = [*(read(Tile(level, first // WIDTH, begun)) if begun else ()), *added]
        added = [tree.perfect_root(row[at : at + WIDTH]) for at in range(0, len(row) - WIDTH + 1, WIDTH)]
        level, first = level + 1, first // WIDTH


def hashes_of(body: bytes) -> Sequence[bytes]:
    """Return the hashes in a tile that a server sent. Each hash has 32 bytes."""
    return [body[at : at + 32] for at in range(0, len(body), 32)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Return entries as a server sends them. Before each entry are two bytes with its length."""
    return b"".join(struct.pack(">H", len(entry)) + entry for entry in entries)
