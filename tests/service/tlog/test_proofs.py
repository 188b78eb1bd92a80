"""tlog-proofs: read as they are written, and accepted for the one entry, tree and key that they are of."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog import tree
from kontor.service.tlog.notes import BadNote, Checkpoint, NoteSigner
from kontor.service.tlog.proofs import Proof, verify_consistency, verify_inclusion
from kontor.service.tlog.tree import Unproven

ENTRIES = [bytes([n]) * 32 for n in range(7)]
LOG = NoteSigner("log.example", Ed25519PrivateKey.generate())


def node(height: int, index: int) -> bytes:
    hashes = [tree.leaf_hash(entry) for entry in ENTRIES]
    return tree.perfect_root(hashes[index << height : (index + 1) << height])


def checkpoint(size: int, signer: NoteSigner = LOG, origin: str = LOG.name) -> str:
    return str(signer.signed(Checkpoint(origin, size, tree.root(node, size)).text))


def proof(index: int, size: int) -> Proof:
    return Proof(index, tree.inclusion(node, index, size), checkpoint(size), b"\x00hints")


def test_a_proof_is_read_as_it_was_written() -> None:
    for made in (proof(4, 7), replace(proof(0, 1), extra=b"")):
        assert Proof.read(str(made)) == made
    lines = str(proof(4, 7)).split("\n")
    assert lines[:3] == ["c2sp.org/tlog-proof@v1", "extra AGhpbnRz", "index 4"]
    assert str(proof(4, 7)).endswith("\n\n" + checkpoint(7))


def test_a_proof_holds_for_its_entry_only() -> None:
    made = proof(4, 7)
    assert verify_inclusion(ENTRIES[4], made, made.checkpoint, LOG.key).size == 7
    with pytest.raises(Unproven):
        verify_inclusion(ENTRIES[3], made, made.checkpoint, LOG.key)
    with pytest.raises(Unproven):
        verify_inclusion(ENTRIES[4], replace(made, index=5), made.checkpoint, LOG.key)
    with pytest.raises(Unproven):
        verify_inclusion(ENTRIES[4], made, checkpoint(6), LOG.key)


def test_a_proof_holds_for_its_log_only() -> None:
    made, other = proof(4, 7), NoteSigner(LOG.name, Ed25519PrivateKey.generate())
    with pytest.raises(BadNote, match="has not signed"):
        verify_inclusion(ENTRIES[4], made, made.checkpoint, other.key)
    with pytest.raises(BadNote, match="has not signed"):
        verify_inclusion(ENTRIES[4], made, checkpoint(7, other), LOG.key)


def test_checkpoints_are_consistent_if_the_tree_grew_also_under_a_new_key() -> None:
    new = NoteSigner(LOG.name, Ed25519PrivateKey.generate())
    path = tree.consistency(node, 3, 7)
    verify_consistency(checkpoint(3), checkpoint(7), path, LOG.key, LOG.key)
    verify_consistency(checkpoint(3), checkpoint(7, new), path, LOG.key, new.key)
    with pytest.raises(Unproven):
        verify_consistency(checkpoint(2), checkpoint(7), path, LOG.key, LOG.key)
    elsewhere = NoteSigner("elsewhere", Ed25519PrivateKey.generate())
    with pytest.raises(BadNote, match="two logs"):
        verify_consistency(checkpoint(3), checkpoint(7, elsewhere, "elsewhere"), path, LOG.key, elsewhere.key)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("@v1", "@v2"),
        ("index 4", "index 04"),
        ("index 4\n", ""),
        ("extra AGhpbnRz", "extra !"),
        ("\n\n", "\n"),
        ("index 4\n", "index 4\nAAAA\n"),
        ("index 4\n", "index 4\n" + ("A" * 43 + "=\n") * 61),
    ],
)
def test_an_invalid_proof_is_refused(right: str, wrong: str) -> None:
    text = str(proof(4, 7))
    assert right in text
    with pytest.raises(BadNote):
        Proof.read(text.replace(right, wrong, 1))
