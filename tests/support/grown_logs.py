"""A transparency log in memory, signed as a server signs it, for tests of witnesses and monitors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog import tree
from kontor.service.tlog.notes import Checkpoint, NoteSigner, base64_of
from kontor.service.tlog.tiles import Tile, bundle

PRIVATE = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of a log").digest())


@dataclass
class GrownLog:
    """A transparency log in memory. A fork is another log with the same signer."""

    entries: list[bytes] = field(default_factory=list)
    signer: NoteSigner = field(default_factory=lambda: NoteSigner("log.example", PRIVATE))

    @property
    def leaves(self) -> list[bytes]:
        """Return the leaf hashes of the entries."""
        return [tree.leaf_hash(each) for each in self.entries]

    def grow(self, count: int, kind: str = "leaf") -> "GrownLog":
        first = len(self.entries)
        self.entries += [f"{kind} {first + n}".encode() for n in range(count)]
        return self

    def nodes(self, height: int, index: int) -> bytes:
        return tree.perfect_root(self.leaves[index << height : (index + 1) << height])

    def bundle(self, tile: Tile) -> bytes | None:
        """Return the entries of a tile of level 0 as a server sends them, or None if the log has too few entries."""
        found = self.entries[tile.first : tile.first + tile.width]
        return bundle(found) if len(found) == tile.width else None

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        found = len(self.leaves) if size is None else size
        return Checkpoint(self.signer.name, found, tree.root(self.nodes, found))

    def note(self, size: int | None = None) -> str:
        return str(self.signer.signed(self.checkpoint(size).text))

    def request(self, old: int, size: int | None = None, path: Sequence[bytes] | None = None) -> bytes:
        """Return the body of a request `add-checkpoint`."""
        new = len(self.leaves) if size is None else size
        proof = path if path is not None else tree.consistency(self.nodes, old, new) if 0 < old <= new else ()
        return ("\n".join([f"old {old}", *map(base64_of, proof)]) + "\n\n" + self.note(new)).encode()
