"""Merkle arithmetic: the published vectors of RFC 6962 and RFC 9162, and that what is made is what is accepted."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontor.service.tlog import tree
from kontor.service.tlog.tree import Unproven

# The reference vectors of Certificate Transparency: eight leaves, the roots of the first 0 to 8 of them.
LEAVES = tuple(
    map(
        bytes.fromhex,
        ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"),
    )
)
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
PATHS = {  # (index, size) → inclusion
    (0, 1): (),
    (0, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (5, 8): (
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    (2, 3): ("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",),
}
GROWTHS = {  # (old, new) → consistency
    (1, 1): (),
    (1, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (6, 8): (
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    (2, 5): (
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
}
HASHES = [tree.leaf_hash(leaf) for leaf in LEAVES]


def nodes_of(leaves: Sequence[bytes]) -> tree.Nodes:
    return lambda height, index: tree.perfect_root(leaves[index << height : (index + 1) << height])


def unhex(hashes: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in hashes]


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """MTH as RFC 6962 defines it, word for word."""
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return tree.node_hash(naive_root(leaves[:k]), naive_root(leaves[k:]))


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_the_published_vectors(size: int) -> None:
    assert tree.root(nodes_of(HASHES), size).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_paths_are_those_of_the_published_vectors(index: int, size: int) -> None:
    path = unhex(PATHS[index, size])
    assert tree.inclusion(nodes_of(HASHES), index, size) == path
    tree.require_inclusion(HASHES[index], index, size, path, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("old", "new"), GROWTHS)
def test_growth_is_that_of_the_published_vectors(old: int, new: int) -> None:
    path = unhex(GROWTHS[old, new])
    assert tree.consistency(nodes_of(HASHES), old, new) == path
    tree.require_consistency(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), path)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.data())
def test_valid_proofs_are_accepted_and_altered_ones_are_not(size: int, data: st.DataObject) -> None:
    leaves = [tree.leaf_hash(bytes([n])) for n in range(size)]
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    root, old_root = naive_root(leaves), naive_root(leaves[:old])
    assert tree.root(nodes_of(leaves), size) == root
    path = list(tree.inclusion(nodes_of(leaves), index, size))
    tree.require_inclusion(leaves[index], index, size, path, root)
    growth = list(tree.consistency(nodes_of(leaves), old, size))
    tree.require_consistency(old, old_root, size, root, growth)
    for false in falsified(path):
        with pytest.raises(Unproven):
            tree.require_inclusion(leaves[index], index, size, false, root)
    for false in falsified(growth):
        with pytest.raises(Unproven):
            tree.require_consistency(old, old_root, size, root, false)


def falsified(path: list[bytes]) -> list[list[bytes]]:
    """Longer, shorter, one bit changed."""
    flipped = [[*path[:n], bytes([each[0] ^ 1]) + each[1:], *path[n + 1 :]] for n, each in enumerate(path)]
    return [[*path, bytes(32)], [bytes(32), *path], *([path[:-1], path[1:]] if path else []), *flipped]


def test_no_leaf_is_beyond_the_end_and_no_tree_shrinks() -> None:
    root = bytes.fromhex(ROOTS[8])
    with pytest.raises(Unproven, match="has no leaf 8"):
        tree.require_inclusion(HASHES[0], 8, 8, [], root)
    for old, new in ((0, 8), (8, 7)):
        with pytest.raises(Unproven, match="did not grow"):
            tree.require_consistency(old, root, new, root, [])
        with pytest.raises(ValueError, match="did not grow"):
            tree.consistency(nodes_of(HASHES), old, new)
    with pytest.raises(ValueError, match="has no leaf"):
        tree.inclusion(nodes_of(HASHES), 8, 8)
