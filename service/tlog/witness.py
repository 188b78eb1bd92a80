"""A witness (C2SP tlog-witness). A witness remembers the newest checkpoint of each log that it knows, and cosigns only
a checkpoint that continues this one.

Key and memory are in one file, so that they are lost together. A witness that has forgotten what it has cosigned must
never cosign again with the same key.
"""

import fcntl
import json
import os
import re
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.files import write_atomically
from kontor.service.tlog import tree
from kontor.service.tlog.notes import (
    COSIGNATURE,
    ED25519,
    NAME,
    BadNote,
    Checkpoint,
    Note,
    Signature,
    VerifierKey,
    bytes_of,
    cosigned_bytes,
)

OLD = re.compile(r"old (0|[1-9][0-9]{0,18})", re.ASCII).fullmatch
LONGEST_PROOF = 63
SIZE_TYPE = "text/x.tlog.size"


class BadWitness(Exception):
    """The file of a witness cannot be used. The message says why."""


class Refused(Exception):
    """The witness refuses to cosign a checkpoint. `size`: the tree size that the witness has cosigned, if the client
    must know it."""

    def __init__(self, status: HTTPStatus, reason: str, size: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.size = size


@dataclass(frozen=True, slots=True)
class WitnessFile:
    """The content of the file of a witness. `notes`: the newest cosigned checkpoint of each log, by the origin of the
    log."""

    name: str
    private: Ed25519PrivateKey
    notes: Mapping[str, str]

    @property
    def key(self) -> VerifierKey:
        return VerifierKey(self.name, COSIGNATURE, self.private.public_key().public_bytes_raw())

    @classmethod
    def create(cls, name: str) -> Self:
        if not NAME(name):
            raise BadWitness("The name of a witness must not contain spaces or plus signs.")
        return cls(name, Ed25519PrivateKey.generate(), {})

    @classmethod
    def read(cls, path: Path) -> Self:
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
            private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(read["private"]))
            found = cls(str(read["name"]), private, dict(read["notes"]))
            for note in found.notes.values():
                Checkpoint.read(Note.read(note).text)
        except (ValueError, KeyError, TypeError, AttributeError, BadNote) as error:
            raise BadWitness(f"{path} is not the file of a witness. Restore it, or create a new witness.") from error
        return found

    def write(self, path: Path) -> None:
        """Replace the file of the witness, and return when the new content is on the disk."""
        body = {"name": self.name, "private": self.private.private_bytes_raw().hex(), "notes": dict(self.notes)}
        with write_atomically(path) as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(json.dumps(body, ensure_ascii=False, indent=2).encode() + b"\n")
        directory = os.open(path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(directory)  # without this, a power failure could bring back the old file
        finally:
            os.close(directory)


class Witness:
    """A running witness of the given logs. A log that has changed its key has several keys."""

    def __init__(self, path: Path, logs: Sequence[VerifierKey], clock: Callable[[], float]) -> None:
        """Open the file of a witness. Raise `BadWitness` if another process uses the file, because two processes could
        cosign a fork."""
        if other := next((key for key in logs if key.kind != ED25519), None):
            raise BadWitness(f"{other.name} is not the key of a log.")
        self._held = path.with_name(f"{path.name}.lock").open("w")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._held.close()
            raise BadWitness(f"Another witness is using {path}.") from None
        self._path, self._logs, self._clock = path, logs, clock
        self._lock = threading.Lock()
        try:
            self._content = WitnessFile.read(path)
        except BadWitness:
            self.close()
            raise

    @property
    def key(self) -> VerifierKey:
        return self._content.key

    def close(self) -> None:
        self._held.close()

    def add_checkpoint(self, body: bytes) -> str:
        """Return the cosignature of the checkpoint in a request. Raise `Refused` if the witness does not cosign it."""
        old, path, note = _read_request(body)
        try:
            found = Checkpoint.read(note.text)
        except BadNote as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        self._require_signed(note, found.origin)
        if old > found.size:
            raise Refused(HTTPStatus.BAD_REQUEST, f"The old size {old} is larger than the size {found.size}.")
        with self._lock:  # otherwise two requests at the same time could bring back an older checkpoint
            self._require_continued(old, path, found)
            at = int(self._clock())
            self._content = replace(self._content, notes={**self._content.notes, found.origin: str(note)})
            self._content.write(self._path)  # before the answer: the witness must remember what it has cosigned
        signature = self._content.private.sign(cosigned_bytes(note.text, at))
        return str(Signature(self.key.name, self.key.id, struct.pack(">Q", at) + signature))

    def _require_signed(self, note: Note, origin: str) -> None:
        keys = [key for key in self._logs if key.name == origin]
        if not keys:
            raise Refused(HTTPStatus.NOT_FOUND, f"This witness does not know the log {origin}.")
        try:
            is_signed = bool(note.signatures_by(keys))
        except BadNote:
            is_signed = False
        if not is_signed:
            raise Refused(HTTPStatus.FORBIDDEN, f"The checkpoint has no valid signature of the log {origin}.")

    def _require_continued(self, old: int, path: Sequence[bytes], new: Checkpoint) -> None:
        kept = self._content.notes.get(new.origin)
        seen = Checkpoint(new.origin, 0, tree.EMPTY) if kept is None else Checkpoint.read(Note.read(kept).text)
        if old != seen.size:
            raise Refused(HTTPStatus.CONFLICT, f"This witness has cosigned size {seen.size}, not {old}.", seen.size)
        if new.size == seen.size and new.root != seen.root:
            raise Refused(HTTPStatus.CONFLICT, f"Fork: this witness has cosigned another root of {old}.", seen.size)
        try:
            if seen.size == 0:
                if path:
                    raise tree.Unproven("a proof from size 0 is empty")
            else:
                tree.require_consistency(seen.size, seen.root, new.size, new.root, path)
        except tree.Unproven as error:
            reason = f"The tree of {new.size} leaves is not proved to continue that of {seen.size}: {error}."
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason) from None


def _read_request(body: bytes) -> tuple[int, Sequence[bytes], Note]:
    """Return the old size, the consistency proof and the checkpoint in a request."""
    try:
        head, gap, note = body.decode().partition("\n\n")
        first, *lines = head.split("\n")
        old, path = OLD(first), [bytes_of(line) for line in lines]
        if old is None or not gap or len(path) > LONGEST_PROOF or any(len(each) != 32 for each in path):
            raise BadNote("the request is not an old size, hashes, an empty line and a checkpoint")
        return int(old[1]), path, Note.read(note)
    except (UnicodeDecodeError, BadNote) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
