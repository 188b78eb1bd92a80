"""Tiles: their addresses, and that the tree follows from them however it grew."""

import pytest

from kontor.service.tlog import tree
from kontor.service.tlog.tiles import WIDTH, Tile, bundle, grow_tree, hashes_of, nodes


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0, 256), "0/000"),
        (Tile(0, 1234067, 256), "0/x001/x234/067"),  # the example of tlog-tiles
        (Tile(1, 999, 17), "1/999.p/17"),
        (Tile(63, 1000, 255), "63/x001/000.p/255"),
    ],
)
def test_a_tile_has_one_address(tile: Tile, path: str) -> None:
    assert tile.path == path
    assert Tile.at(path) == tile
    assert Tile.of_bundle(tile.bundle_path) == Tile(0, tile.index, tile.width)


@pytest.mark.parametrize(
    "path",
    [
        *("", "0", "0/", "0/0", "0/0000", "00/000", "64/000", "0/x000/000", "0/001/000", "0/x001/x234", "-1/000"),
        *("0/000.p/0", "0/000.p/256", "0/000.p/01", "0/000.p/", "0/000.p", "0/000/", "0/٠٠٠", "entries/000", "0/000\n"),
        "0/" + "x999/" * 12 + "999",
        "0/" + "x999/" * 5 + "999",
    ],
)
def test_an_invalid_or_second_spelling_of_a_tile_address_is_none(path: str) -> None:
    assert Tile.at(path) is None


def test_no_second_address_leads_to_entries() -> None:
    assert [Tile.of_bundle(path) for path in ("0/000", "x000/000", "000.p/256", "")] == [None] * 4


@pytest.mark.parametrize("steps", [[70_000], [1, 255, 1, 300, 255, 65_000, 1], [65_536], [256, 256]])
def test_a_tree_grows_into_the_same_tiles_however_it_grows(steps: list[int]) -> None:
    size = sum(steps)
    leaves = [tree.leaf_hash(n.to_bytes(4)) for n in range(size)]
    kept: dict[tuple[int, int], bytes] = {}

    def read(tile: Tile) -> list[bytes]:
        return [kept[tile.level, tile.first + n] for n in range(tile.width)]

    at = 0
    for step in steps:
        for level, index, found in grow_tree(read, at, leaves[at : at + step]):
            assert (level, index) not in kept
            kept[level, index] = found
        at += step
    for level in range(4):
        expected = size >> 8 * level
        assert sum(1 for each, _ in kept if each == level) == expected
    assert tree.root(nodes(read, size), size) == naive(leaves)


def naive(row: list[bytes]) -> bytes:
    """Level by level; what has no neighbour goes up as it is, which is the same tree."""
    while len(row) > 1:
        paired = [tree.node_hash(*row[at : at + 2]) for at in range(0, len(row) - 1, 2)]
        row = paired + row[len(paired) * 2 :]
    return row[0]


def test_bodies_are_hashes_and_prefixed_entries() -> None:
    assert hashes_of(b"a" * 32 + b"b" * 32) == [b"a" * 32, b"b" * 32]
    assert bundle([b"abc", b""]) == b"\x00\x03abc\x00\x00"
    assert WIDTH == 256
