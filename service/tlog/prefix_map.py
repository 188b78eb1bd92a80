"""A Merkle prefix map: it has one hash for each tag, under one root. No root can have two values for a tag.

The bits of a tag lead from the root to the leaf of the tag. A subtree without tags is EMPTY, and a subtree with one tag
is the leaf of that tag. Every other subtree is a node with two halves. The name of a node consists of the bits that
lead to it: "" is the root, "0" and "1" are its halves.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

EMPTY = bytes(32)
DEEPEST = 256  # bits of a tag
AT_ONCE = 64  # levels of a path to read at a time; maps are rarely deeper than 40


class DamagedMap(Exception):
    """The stored nodes of a map contradict each other, or contradict the values that they should have."""


@dataclass(frozen=True, slots=True)
class Node:
    """The root of a subtree. `tag`: the only tag in the subtree, or None if there are several tags."""

    hash: bytes
    tag: bytes | None = None


Read: TypeAlias = Callable[[Sequence[str]], Mapping[str, Node]]  # names of nodes → those that are not EMPTY


def leaf_of(tag: bytes, value: bytes) -> bytes:
    return hashlib.sha256(b"\x02" + tag + value).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x03" + left + right).digest()


def bits_of(tag: bytes) -> str:
    return f"{int.from_bytes(tag):0{DEEPEST}b}"


def root_above(tag: bytes, value: bytes, path: Sequence[bytes]) -> bytes:
    """Return the root of a map in which the tag has this value. `path`: the hash of the sibling at each step from the
    leaf up to the root."""
    found, bits = leaf_of(tag, value), bits_of(tag)
    for bit, sibling in zip(reversed(bits[: len(path)]), path, strict=True):
        found = node_of(found, sibling) if bit == "0" else node_of(sibling, found)
    return found


def path_of(read: Read, tag: bytes) -> Sequence[bytes]:
    """Return the hash of the sibling at each step from a tag's leaf up to the root. Raise `DamagedMap` if the map does
    not have the tag."""
    bits, path, known = bits_of(tag), list[bytes](), dict[str, Node]()
    for depth in range(DEEPEST + 1):
        if depth % AT_ONCE == 0:
            names = [bits[:at] for at in range(depth, min(depth + AT_ONCE, DEEPEST) + 1)]
            known |= read([*names, *(_sibling(name) for name in names if name)])
        node = known.get(bits[:depth])
        if node is None or node.tag not in (None, tag):
            break
        if depth:
            path.append(_hash(known.get(_sibling(bits[:depth]))))
        if node.tag == tag:
            return path[::-1]
    raise DamagedMap("the map does not have a value for this game")


def _sibling(name: str) -> str:
    return name[:-1] + ("1" if name[-1] == "0" else "0")


def _hash(node: Node | None) -> bytes:
    return EMPTY if node is None else node.hash


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a tag's value: the old value, or None if the tag is new, and the new value."""

    old: bytes | None
    new: bytes


@dataclass(frozen=True, slots=True)
class Update:
    """An update of a map: the roots before and after it, and the new nodes."""

    old_root: bytes
    root: bytes
    nodes: Mapping[str, Node]


def update(read: Read, changes: Mapping[bytes, Change]) -> Update:
    """Return the new root and the new nodes of a map after changes. Read only the nodes that lead to changed tags, and
    their siblings. Raise `DamagedMap` unless these nodes have the old values and lead to the old root."""
    tags = {bits_of(tag): tag for tag in changes}
    known = _stored_nodes(read, tags)
    made: dict[str, Node] = {}

    def grow(name: str, inside: Mapping[str, bytes]) -> Node | None:
        node = known.get(name)
        if not inside:
            return node
        if node is None or node.tag is not None:
            return fresh(name, inside, node)
        halves = [name + bit for bit in "01"]
        if node.hash != node_of(*(_hash(known.get(half)) for half in halves)):
            raise DamagedMap(f"a node of the map of games does not match its halves (at {name or 'the root'})")
        made[name] = Node(node_of(*(_hash(grow(half, _inside(half, inside))) for half in halves)))
        return made[name]

    def fresh(name: str, inside: Mapping[str, bytes], other: Node | None) -> Node:
        """Build a subtree from its new tags. Before the change it had at most one tag, so no nodes of it are stored."""
        leaves = {bits: leaf_of(tag, changes[tag].new) for bits, tag in inside.items()}
        for tag in inside.values():
            old = changes[tag].old
            had = other.hash if other is not None and other.tag == tag else None
            if had != (None if old is None else leaf_of(tag, old)):
                raise DamagedMap("the map of games has another value for a game than the game's last leaf")
        every = dict(inside)
        if other is not None and other.tag is not None and (bits := bits_of(other.tag)) not in every:
            every[bits], leaves[bits] = other.tag, other.hash
        return build(name, every, leaves)

    def build(name: str, inside: Mapping[str, bytes], leaves: Mapping[str, bytes]) -> Node:
        if len(inside) == 1:
            [(bits, tag)] = inside.items()
            made[name] = Node(leaves[bits], tag)
        else:
            halves = [(name + bit, _inside(name + bit, inside)) for bit in "01"]
            hashes = [build(half, of_half, leaves).hash if of_half else EMPTY for half, of_half in halves]
            made[name] = Node(node_of(*hashes))
        return made[name]

    root = grow("", tags)
    return Update(_hash(known.get("")), _hash(root), made)


def _stored_nodes(read: Read, tags: Iterable[str]) -> Mapping[str, Node]:
    """Return the stored nodes that lead to these tags, and their siblings. The nodes are read level by level."""
    known: dict[str, Node] = {}
    names, inside = [""], list(tags)
    for depth in range(DEEPEST + 1):
        found = read(names)
        known |= found
        above = {name for name in names if name in found and found[name].tag is None}
        inside = [bits for bits in inside if bits[:depth] in above]
        names = sorted({bits[:depth] + bit for bits in inside for bit in "01"})
        if not names:
            break
    return known


def _inside(name: str, tags: Mapping[str, bytes]) -> dict[str, bytes]:
    return {bits: tag for bits, tag in tags.items() if bits.startswith(name)}
