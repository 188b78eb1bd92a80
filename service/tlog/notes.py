"""Signed notes (C2SP signed-note), checkpoints (tlog-checkpoint), and cosignatures of witnesses (tlog-cosignature), all
with Ed25519."""

import base64
import binascii
import re
import struct
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Self

from kontor.service.signing import ed25519

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519 = 0x01  # kinds of keys, by their numbers in signed-note
COSIGNATURE = 0x04
MOST_SIGNATURES = 100
LONGEST = 64 * 1024
NAME = re.compile(r"[^\s+\x00-\x1f]+").fullmatch  # the name of a key
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]").search
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII).fullmatch


class BadNote(Exception):
    """A note, a checkpoint or a key is malformed, or its signature is missing or false. The message says why."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key and its name. `kind`: whether the key signs notes (ED25519) or cosignatures (COSIGNATURE)."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that identify the key in a signature. The id is not a secure hash."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_of(bytes([self.kind]) + self.public)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the key in a line `name+id+base64(kind, key)`. Raise `BadNote` if the line is not a key."""
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        body = bytes_of(encoded)
        if not NAME(name) or len(body) != 33 or body[0] not in (ED25519, COSIGNATURE):
            raise BadNote(f"{text[:80]!r} is not a verifier key for Ed25519")
        key = cls(name, body[0], body[1:])
        if key.id.hex() != key_id:
            raise BadNote(f"the id in {text[:80]!r} does not match the key")
        return key

    def has_signed(self, text: str, signature: bytes) -> bool:
        """Return whether `signature` is this key's signature of a note with this text."""
        signed = text.encode()
        if self.kind == COSIGNATURE:
            stamp, signature = signature[:8], signature[8:]
            if len(stamp) < 8 or stamp[0] > 0x7F:
                return False
            signed = cosigned_bytes(text, struct.unpack(">Q", stamp)[0])
        return ed25519.has_signed(self.public, signature, signed)


@dataclass(frozen=True, slots=True)
class Signature:
    """A line of a note with a signature."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"— {self.name} {base64_of(self.key_id + self.signature)}\n"

    @classmethod
    def read(cls, line: str) -> Self:
        dash, _, rest = line.partition(" ")
        name, _, encoded = rest.partition(" ")
        body = bytes_of(encoded)
        if dash != "—" or not NAME(name) or len(body) < 5:
            raise BadNote("a signature line must have the form '— name base64'")
        return cls(name, body[:4], body[4:])


@dataclass(frozen=True, slots=True)
class Note:
    """A signed note: a text, which ends with a line feed, and its signatures."""

    text: str
    signatures: Sequence[Signature]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))

    @classmethod
    def read(cls, note: str) -> Self:
        """Return the note in a text. This does not check the signatures of the note."""
        above, gap, below = note.rpartition("\n\n")
        if len(note) > LONGEST or not gap or CONTROL(note) or not below.endswith("\n"):
            raise BadNote("this is not a signed note, which is a text, an empty line and signature lines")
        lines = below[:-1].split("\n")
        if len(lines) > MOST_SIGNATURES:
            raise BadNote(f"a note may have at most {MOST_SIGNATURES} signatures")
        return cls(above + "\n", [Signature.read(line) for line in lines])

    def signatures_by(self, keys: Collection[VerifierKey]) -> Sequence[Signature]:
        """Return the signatures of a note by these keys, and ignore signatures by other keys. Raise `BadNote` if a
        signature by one of these keys is false."""
        known = {(key.name, key.id): key for key in keys}
        found = [each for each in self.signatures if (each.name, each.key_id) in known]
        for each in found:
            if not known[each.name, each.key_id].has_signed(self.text, each.signature):
                raise BadNote(f"the signature by {each.name} is false")
        return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The statement of a log about its tree: the size and the root of the tree. `origin`: the name of the log."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64_of(self.root)}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the checkpoint in the text of a note. Ignore further lines."""
        origin, size, root, *_ = [*text.split("\n"), "", ""]
        body = bytes_of(root)
        if not origin or not NUMBER(size) or len(body) != 32:
            raise BadNote("this is not a checkpoint: an origin, a size and a root, each on its own line")
        return cls(origin, int(size), body)

    @classmethod
    def signed_by_any(cls, note: str, keys: Collection[bytes]) -> Self:
        """Return the checkpoint in a note. Raise `BadNote` unless one of these public keys has signed it under the
        log's name."""
        read = Note.read(note)
        found = cls.read(read.text)
        if not read.signatures_by([VerifierKey(found.origin, ED25519, public) for public in keys]):
            raise BadNote("none of the given keys has signed the checkpoint")
        return found

    @classmethod
    def signed_by(cls, note: str, key: VerifierKey) -> Self:
        """Return the checkpoint in a note. Raise `BadNote` unless this key has signed it."""
        read = Note.read(note)
        if not read.signatures_by([key]):
            raise BadNote(f"{key.name} has not signed this with the key {key.id.hex()}")
        found = cls.read(read.text)
        if found.origin != key.name and key.kind == ED25519:
            raise BadNote(f"the checkpoint belongs to the log {found.origin}, but the key to {key.name}")
        return found


@dataclass(frozen=True, slots=True)
class NoteSigner:
    """A signer of notes: a name, and the private key that signs under this name."""

    name: str
    private: "Ed25519PrivateKey"

    @property
    def key(self) -> VerifierKey:
        return VerifierKey(self.name, ED25519, self.private.public_key().public_bytes_raw())

    def signed(self, text: str) -> Note:
        return Note(text, [Signature(self.name, self.key.id, self.private.sign(text.encode()))])


def cosigned_bytes(text: str, at: int) -> bytes:
    """Return the bytes that a witness signs: the text of a checkpoint, and the time of the signature in seconds. At
    this time the witness knew no newer checkpoint."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def base64_of(body: bytes) -> str:
    return base64.b64encode(body).decode()


def bytes_of(text: str) -> bytes:
    """Return the decoded base64 text. Return b"" if the text is not exactly as `base64_of` writes it."""
    try:
        body = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return body if base64_of(body) == text else b""
