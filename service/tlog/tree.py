"""Merkle trees of RFC 6962 (the same in RFC 9162): compute and check roots, inclusion proofs and consistency proofs.

Functions that compute a root or a proof look up nodes. A node (height, index) is the hash of the perfect subtree of
2^height leaves that begins at leaf index · 2^height. All other hashes are computed from the nodes.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

Nodes: TypeAlias = Callable[[int, int], bytes]  # height, index
Peak: TypeAlias = tuple[int, bytes]  # height and hash of a perfect subtree

EMPTY = hashlib.sha256().digest()  # the root of a tree without leaves


class Unproven(Exception):
    """A proof is invalid. The message says why."""


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def perfect_root(hashes: Sequence[bytes]) -> bytes:
    """Return the root of the perfect subtree above 2^n adjacent hashes."""
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


# ---------------------------------------------------------------- made from nodes


def root(nodes: Nodes, size: int) -> bytes:
    return root_of(peaks(nodes, size))


def peaks(nodes: Nodes, size: int) -> list[Peak]:
    """Return the roots of the perfect subtrees that make up a tree of that size, from left to right."""
    found, first = [], 0
    while first < size:
        height = (size - first).bit_length() - 1
        found.append((height, nodes(height, first >> height)))
        first += 1 << height
    return found


def grow(peaks: list[Peak], leaf: bytes) -> None:
    """Add one leaf hash to the tree that has these peaks."""
    height, found = 0, leaf
    while peaks and peaks[-1][0] == height:
        found = node_hash(peaks.pop()[1], found)
        height += 1
    peaks.append((height, found))


def root_of(peaks: Sequence[Peak]) -> bytes:
    if not peaks:
        return EMPTY
    *left, (_, found) = peaks
    for _, peak in reversed(left):
        found = node_hash(peak, found)
    return found


def inclusion(nodes: Nodes, index: int, size: int) -> Sequence[bytes]:
    """Return PATH(index, D[0:size]) of RFC 6962: the hash of the sibling at each step from a leaf up to the root. The
    sequence begins with the sibling of the leaf."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    path, first, count = [], 0, size
    while count > 1:
        left = _left_half(count)
        if index < first + left:
            path.append(_span(nodes, first + left, count - left))
            count = left
        else:
            path.append(_span(nodes, first, left))
            first, count = first + left, count - left
    return path[::-1]


def consistency(nodes: Nodes, old: int, new: int) -> Sequence[bytes]:
    """Return PROOF(old, D[0:new]) of RFC 6962, which proves that the first `old` leaves of a tree are unchanged."""
    if not 0 < old <= new:
        raise ValueError(f"a tree of {new} leaves did not grow out of one of {old}")
    path, first, count, is_old_root = [], 0, new, True
    while (inside := old - first) < count:
        left = _left_half(count)
        if inside <= left:
            path.append(_span(nodes, first + left, count - left))
            count = left
        else:
            path.append(_span(nodes, first, left))
            first, count, is_old_root = first + left, count - left, False
    if not is_old_root:  # otherwise the verifier knows this hash
        path.append(_span(nodes, first, count))
    return path[::-1]


def _span(nodes: Nodes, first: int, count: int) -> bytes:
    """Return MTH(D[first : first + count]) of RFC 6962, the root of these leaves. `first` must be a multiple of the
    largest power of two in `count`."""
    left = 1 << (count.bit_length() - 1)
    here = nodes(left.bit_length() - 1, first // left)
    return here if left == count else node_hash(here, _span(nodes, first + left, count - left))


def _left_half(count: int) -> int:
    """Return the number of leaves in the left half of a tree: the largest power of two below the number of all
    leaves."""
    return 1 << ((count - 1).bit_length() - 1)


# ---------------------------------------------------------------- checked


def require_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], expected_root: bytes) -> None:
    """Raise `Unproven` unless the path proves that the tree of that size and root contains this leaf hash at this
    index."""
    if not 0 <= index < size:
        raise Unproven(f"a tree of {size} leaves has no leaf {index}")
    if _root_above(leaf, index, size, path) != expected_root:
        raise Unproven("the path leads to another root")


def require_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> None:
    """Raise `Unproven` unless the path proves that the new tree begins with all leaves of the old tree."""
    if not 0 < old <= new:
        raise Unproven(f"a tree of {new} leaves did not grow out of one of {old}")
    if _roots_above(old_root, old, new, path, is_old_root=True) != (old_root, new_root):
        raise Unproven("the path leads to other roots")


def _root_above(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    if size == 1:
        if path:
            raise Unproven("the path is too long")
        return leaf
    if not path:
        raise Unproven("the path is too short")
    left = _left_half(size)
    if index < left:
        return node_hash(_root_above(leaf, index, left, path[:-1]), path[-1])
    return node_hash(path[-1], _root_above(leaf, index - left, size - left, path[:-1]))


def _roots_above(old_root: bytes, old: int, new: int, path: Sequence[bytes], is_old_root: bool) -> tuple[bytes, bytes]:
    """Return the roots of the old and the new tree that follow from the path of a consistency proof."""
    if old == new:
        known = [old_root] if is_old_root else path
        if len(known) != 1 or (is_old_root and path):
            raise Unproven("the path has the wrong length")
        return known[0], known[0]
    if not path:
        raise Unproven("the path is too short")
    left = _left_half(new)
    if old <= left:
        before, after = _roots_above(old_root, old, left, path[:-1], is_old_root)
        return before, node_hash(after, path[-1])
    before, after = _roots_above(old_root, old - left, new - left, path[:-1], is_old_root=False)
    return node_hash(path[-1], before), node_hash(path[-1], after)
