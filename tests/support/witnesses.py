"""A witness of the transparency log: it cosigns checkpoints."""

import struct
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.tlog.notes import COSIGNATURE, Note, Signature, VerifierKey, cosigned_bytes


@dataclass(frozen=True)
class Witness:
    name: str = "witness.example/w1"
    private: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def key(self) -> VerifierKey:
        return VerifierKey(self.name, COSIGNATURE, self.private.public_key().public_bytes_raw())

    @classmethod
    def number(cls, n: int) -> "Witness":
        """Return the witness with this number (w1, w2 …). It has the same key each time."""
        return cls(f"witness.example/w{n}", Ed25519PrivateKey.from_private_bytes(sha256(b"witness %d" % n).digest()))

    def line(self, note: str, at: int = 1_700_000_000) -> str:
        """Return the line with the witness's cosignature of a checkpoint."""
        signature = self.private.sign(cosigned_bytes(Note.read(note).text, at))
        return str(Signature(self.name, self.key.id, struct.pack(">Q", at) + signature))
