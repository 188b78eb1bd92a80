"""Proofs that a log holds an entry (C2SP tlog-proof), checked offline: from the entry, the proof and the log's key."""

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
    """Where an entry stands, the path from there to the root, and the signed checkpoint that states that root.
    `extra`: what helps to recompute the entry; nobody vouches for it."""

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
            raise BadNote("this is no proof of a transparency log")
        path, told = [bytes_of(line) for line in lines[1:]], bytes_of(extra)
        if extra and not told:
            raise BadNote("extra is not base64")
        if any(len(each) != 32 for each in path) or len(path) > 63:
            raise BadNote("the path of the proof is not made of hashes")
        return cls(int(index[1]), path, checkpoint, told)


def verify_inclusion(entry: bytes, proof: Proof, checkpoint: str, key: VerifierKey) -> Checkpoint:
    """The checkpoint, if the log's key has signed it and its tree holds the entry where the proof says.

    Raises BadNote (not signed so) or Unproven (not in that tree)."""
    found = Checkpoint.signed_by(checkpoint, key)
    tree.require_inclusion(tree.leaf_hash(entry), proof.index, found.size, proof.path, found.root)
    return found


def verify_consistency(older: str, newer: str, path: Sequence[bytes], key: VerifierKey, newer_key: VerifierKey) -> None:
    """Raise unless both checkpoints are signed and the newer tree begins with all leaves of the older one. Two keys:
    the log may have changed its own between the two."""
    old, new = Checkpoint.signed_by(older, key), Checkpoint.signed_by(newer, newer_key)
    if old.origin != new.origin:
        raise BadNote("the checkpoints are of two logs")
    tree.require_consistency(old.size, old.root, new.size, new.root, path)
