"""Proofs that a log contains an entry (C2SP tlog-proof). A proof can be checked offline, with the entry and the log's
key."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from kontor.service.tlog import tree
from kontor.service.tlog.notes import BadNote, Checkpoint, VerifierKey, base64_of, bytes_of

FIRST_LINE = "c2sp.org/tlog-proof@v1"
INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})", re.ASCII).fullmatch


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof: the index of an entry, the path from the entry to the root, and the signed checkpoint with that root.
    `extra` helps to recompute the entry, and is not signed."""

    index: int
    path: Sequence[bytes]
    checkpoint: str
    extra: bytes = b""

    def __str__(self) -> str:
        extra = [f"extra {base64_of(self.extra)}"] if self.extra else []
        lines = [FIRST_LINE, *extra, f"index {self.index}", *map(base64_of, self.path)]
        return "\n".join(lines) + "\n\n" + self.checkpoint

    @classmethod
    def read(cls, text: str) -> Self:
        head, gap, checkpoint = text.partition("\n\n")
        first, *lines = head.split("\n")
        extra = lines.pop(0).removeprefix("extra ") if lines and lines[0].startswith("extra ") else ""
        index = INDEX(lines[0]) if lines else None
        if first != FIRST_LINE or index is None or not gap:
            raise BadNote("this is not a proof of a transparency log")
        path, told = [bytes_of(line) for line in lines[1:]], bytes_of(extra)
        if extra and not told:
            raise BadNote("extra is not base64")
        if any(len(each) != 32 for each in path) or len(path) > 63:
            raise BadNote("the path of the proof is not made of hashes")
        return cls(int(index[1]), path, checkpoint, told)


def verify_inclusion(entry: bytes, proof: Proof, checkpoint: str, key: VerifierKey) -> Checkpoint:
    """Return the checkpoint, if the log's key has signed it and its tree contains the entry at the index of the proof.

    Raise `BadNote` if the checkpoint is not signed. Raise `Unproven` if the entry is not in the tree."""
    found = Checkpoint.signed_by(checkpoint, key)
    tree.require_inclusion(tree.leaf_hash(entry), proof.index, found.size, proof.path, found.root)
    return found


def verify_consistency(older: str, newer: str, path: Sequence[bytes], key: VerifierKey, newer_key: VerifierKey) -> None:
    """Raise an exception unless both checkpoints are signed and the newer tree begins with all leaves of the older
    tree. There are two keys, because the log may have changed its key between the two checkpoints."""
    old, new = Checkpoint.signed_by(older, key), Checkpoint.signed_by(newer, newer_key)
    if old.origin != new.origin:
        raise BadNote("the checkpoints belong to two logs")
    tree.require_consistency(old.size, old.root, new.size, new.root, path)
