"""Signed notes (C2SP signed-note), and what is signed here: checkpoints (tlog-checkpoint) and witnesses' cosignatures
of them (tlog-cosignature). Ed25519 throughout."""

import base64
import binascii
import re
import struct
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = 0x01  # kinds of keys, as signed-note numbers them
COSIGNATURE = 0x04
MOST_SIGNATURES = 100
LONGEST = 64 * 1024
NAME = re.compile(r"[^\s+\x00-\x1f]+").fullmatch  # of a key
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]").search
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII).fullmatch


class BadNote(Exception):
    """A note, a checkpoint or a key that is none, or is not signed as it should be; the message says why."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with the name that it signs under. `kind`: what it signs, a whole note or a cosignature."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature tells which key it is of; not a secure hash, and not meant as one."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_of(bytes([self.kind]) + self.public)}"

    @classmethod
    def read(cls, text: str) -> Self:
        """From its one line: `name+id+base64(kind, key)`."""
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        body = bytes_of(encoded)
        if not NAME(name) or len(body) != 33 or body[0] not in (ED25519, COSIGNATURE):
            raise BadNote(f"{text[:80]!r} is no verifier key for Ed25519")
        key = cls(name, body[0], body[1:])
        if key.id.hex() != key_id:
            raise BadNote(f"the id in {text[:80]!r} is not that of the key")
        return key

    def has_signed(self, text: str, signature: bytes) -> bool:
        """Whether this is its signature of the text of a note."""
        signed = text.encode()
        if self.kind == COSIGNATURE:
            stamp, signature = signature[:8], signature[8:]
            if len(stamp) < 8 or stamp[0] > 0x7F:
                return False
            signed = cosigned(text, struct.unpack(">Q", stamp)[0])
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, signed)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class Signature:
    """One line below a note."""

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
            raise BadNote("a line of signature is not '— name base64'")
        return cls(name, body[:4], body[4:])


@dataclass(frozen=True, slots=True)
class Note:
    """A text, which ends with a line feed, and who signed it."""

    text: str
    signatures: Sequence[Signature]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))

    @classmethod
    def read(cls, note: str) -> Self:
        """A note as it is sent. Nothing about its signatures is known yet."""
        above, gap, below = note.rpartition("\n\n")
        if len(note) > LONGEST or not gap or CONTROL(note) or not below.endswith("\n"):
            raise BadNote("this is no signed note: a text, an empty line, lines of signatures")
        lines = below[:-1].split("\n")
        if len(lines) > MOST_SIGNATURES:
            raise BadNote(f"a note has {MOST_SIGNATURES} signatures at most")
        return cls(above + "\n", [Signature.read(line) for line in lines])

    def signatures_by(self, keys: Collection[VerifierKey]) -> Sequence[Signature]:
        """The signatures by these keys. Those by others are passed over; a false one by a known key is refused."""
        known = {(key.name, key.id): key for key in keys}
        found = [each for each in self.signatures if (each.name, each.key_id) in known]
        for each in found:
            if not known[each.name, each.key_id].has_signed(self.text, each.signature):
                raise BadNote(f"the signature by {each.name} is false")
        return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log says about its tree; `origin` is the log's name."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64_of(self.root)}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """From the text of a note; further lines mean nothing to us."""
        origin, size, root, *_ = [*text.split("\n"), "", ""]
        body = bytes_of(root)
        if not origin or not NUMBER(size) or len(body) != 32:
            raise BadNote("this is no checkpoint: an origin, a size, a root, each on a line of its own")
        return cls(origin, int(size), body)

    @classmethod
    def signed_by_any(cls, note: str, keys: Collection[bytes]) -> Self:
        """The checkpoint in a note that one of these public keys has signed under the log's name; or else BadNote."""
        read = Note.read(note)
        found = cls.read(read.text)
        if not read.signatures_by([VerifierKey(found.origin, ED25519, public) for public in keys]):
            raise BadNote("none of the keys given has signed it")
        return found

    @classmethod
    def signed_by(cls, note: str, key: VerifierKey) -> Self:
        """The checkpoint in a note that this key has signed; raises BadNote otherwise."""
        read = Note.read(note)
        if not read.signatures_by([key]):
            raise BadNote(f"{key.name} has not signed this with the key {key.id.hex()}")
        found = cls.read(read.text)
        if found.origin != key.name and key.kind == ED25519:
            raise BadNote(f"the checkpoint is of the log {found.origin}, the key of {key.name}")
        return found


@dataclass(frozen=True, slots=True)
class NoteSigner:
    """A name and the private key that signs under it."""

    name: str
    private: Ed25519PrivateKey

    @property
    def key(self) -> VerifierKey:
        return VerifierKey(self.name, ED25519, self.private.public_key().public_bytes_raw())

    def signed(self, text: str) -> Note:
        return Note(text, [Signature(self.name, self.key.id, self.private.sign(text.encode()))])


def cosigned(text: str, at: int) -> bytes:
    """What a witness signs: the text of a checkpoint, and the second at which it was the newest that it had seen."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def base64_of(body: bytes) -> str:
    return base64.b64encode(body).decode()


def bytes_of(text: str) -> bytes:
    """Nothing, if it is not base64 as it is written here; there is one way to write each."""
    try:
        body = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return body if base64_of(body) == text else b""
