"""The Merkle prefix map: one value a tag, the same root however it grew, and no proof of another value."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kontor.service.tlog.prefix_map import (
    EMPTY,
    Change,
    DamagedMap,
    Node,
    bits_of,
    leaf_of,
    node_of,
    path_of,
    root_above,
    update,
)


@dataclass
class Kept:
    """A map in memory, and its values."""

    nodes: dict[str, Node] = field(default_factory=dict)
    values: dict[bytes, bytes] = field(default_factory=dict)
    read_names: int = 0

    def read(self, names: Sequence[str]) -> Mapping[str, Node]:
        self.read_names += len(names)
        return {name: self.nodes[name] for name in names if name in self.nodes}

    def put(self, new: Mapping[bytes, bytes]) -> bytes:
        made = update(self.read, {tag: Change(self.values.get(tag), value) for tag, value in new.items()})
        assert made.old_root == (self.nodes[""].hash if self.nodes else EMPTY)
        self.nodes |= made.nodes
        self.values |= new
        return made.root


def plain_root(values: Mapping[bytes, bytes], name: str = "") -> bytes:
    """The root by its definition."""
    inside = {tag: value for tag, value in values.items() if bits_of(tag).startswith(name)}
    if not inside:
        return EMPTY
    if len(inside) == 1:
        return leaf_of(*next(iter(inside.items())))
    return node_of(plain_root(inside, name + "0"), plain_root(inside, name + "1"))


def tag(n: int) -> bytes:
    return hashlib.sha256(b"%d" % n).digest()


NEAR = [bytes(32), bytes(31) + b"\x01", b"\x80" + bytes(31), b"\xff" * 32]  # long common prefixes
TAGS = st.sampled_from([*(tag(n) for n in range(12)), *NEAR])
BATCHES = st.lists(st.dictionaries(TAGS, st.binary(min_size=32, max_size=32), min_size=1, max_size=6), max_size=6)


@given(BATCHES)
def test_the_root_is_the_same_however_the_map_grew(batches: list[dict[bytes, bytes]]) -> None:
    kept = Kept()
    for batch in batches:
        assert kept.put(batch) == plain_root(kept.values)
        for each, value in kept.values.items():
            path = path_of(kept.read, each)
            assert root_above(each, value, path) == kept.nodes[""].hash
            assert root_above(each, bytes(32) if value != bytes(32) else b"\x01" * 32, path) != kept.nodes[""].hash


def test_the_bytes_of_a_map() -> None:
    """Once and for all: SHA-256(0x02 ‖ tag ‖ value) is a leaf, SHA-256(0x03 ‖ left ‖ right) a node, zeros are empty."""
    one, two = bytes(32), b"\xff" + bytes(31)
    kept = Kept()
    assert kept.put({one: b"\x01" * 32}) == hashlib.sha256(b"\x02" + one + b"\x01" * 32).digest()
    left, right = leaf_of(one, b"\x01" * 32), leaf_of(two, b"\x02" * 32)
    assert kept.put({two: b"\x02" * 32}) == hashlib.sha256(b"\x03" + left + right).digest()


def test_a_change_reads_little_of_a_large_map() -> None:
    kept = Kept()
    kept.put({tag(n): tag(n) for n in range(4096)})
    kept.read_names = 0
    kept.put({tag(7): bytes(32)})
    assert kept.read_names < 60


def test_a_tag_that_is_not_there_has_no_path() -> None:
    kept = Kept()
    with pytest.raises(DamagedMap):
        path_of(kept.read, tag(1))
    kept.put({tag(n): bytes(32) for n in range(9)})
    with pytest.raises(DamagedMap):
        path_of(kept.read, tag(10))


@pytest.mark.parametrize("old", [None, b"\x01" * 32])
def test_a_wrong_old_value_is_found(old: bytes | None) -> None:
    kept = Kept()
    kept.put({tag(n): bytes(32) for n in range(9)})
    with pytest.raises(DamagedMap, match="another value"):
        update(kept.read, {tag(3): Change(old, b"\x02" * 32)})


def test_an_old_value_of_a_new_tag_is_found() -> None:
    with pytest.raises(DamagedMap, match="another value"):
        update(Kept().read, {tag(3): Change(bytes(32), b"\x02" * 32)})


def test_an_altered_or_deleted_node_is_found() -> None:
    """On the way to what changes, and next to it."""
    kept = Kept()
    kept.put({tag(n): bytes(32) for n in range(64)})
    way = [name for name in kept.nodes if bits_of(tag(3)).startswith(name)]
    beside = [name[:-1] + ("1" if name[-1] == "0" else "0") for name in way if name]
    for name in {*way[1:], *beside} & kept.nodes.keys():
        for other in (None, Node(b"\x05" * 32, kept.nodes[name].tag)):
            damaged = Kept({**kept.nodes}, kept.values)
            if other is None:
                del damaged.nodes[name]
            else:
                damaged.nodes[name] = other
            with pytest.raises(DamagedMap):
                damaged.put({tag(3): b"\x02" * 32})
