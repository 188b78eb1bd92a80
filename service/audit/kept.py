"""Compare a checkpoint or a receipt that an auditor kept with the log that the server shows now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.finding import Finding
from kontor.service.audit.bundle import Bundle, NotReadable, read_bundle, read_receipt
from kontor.service.audit.signatures import Keys
from kontor.service.tlog import tree
from kontor.service.tlog.histories import SUFFIX
from kontor.service.tlog.notes import BadNote, Checkpoint, Note
from kontor.service.tlog.proofs import FIRST_LINE, Proof
from kontor.service.tlog.remote_log import NotServed, RemoteLog

MOST_BYTES = 64 * 1024 * 1024  # bytes of a bundle that a server sends


@dataclass(frozen=True, slots=True)
class Kept:
    """The content of a file that an auditor kept: a checkpoint (`note`), a receipt, or both."""

    note: str | None
    receipt: JsonObject | None = None

    @property
    def checkpoint(self) -> Checkpoint | None:
        return None if self.note is None else Checkpoint.read(Note.read(self.note).text)


@dataclass(frozen=True, slots=True)
class Today:
    """The newest checkpoint of a server, its log, and the keys that may have signed it."""

    log: RemoteLog
    checkpoint: Checkpoint
    keys: Keys

    @classmethod
    def read(cls, log: RemoteLog, keys: Keys) -> "Today":
        """Return the newest checkpoint of the server. Raise `BadNote` if none of the keys has signed it."""
        return cls(log, Checkpoint.signed_by_any(log.checkpoint(), keys.values()), keys)

    def findings(self, note: str, whose: str) -> Iterator[Finding]:
        """Yield each reason why the current tree does not continue the tree of an earlier checkpoint. `whose`: what
        messages call the earlier checkpoint."""
        try:
            old = Checkpoint.signed_by_any(note, self.keys.values())
        except BadNote as error:
            old = Checkpoint.read(Note.read(note).text)
            yield Finding("signer", f"{whose}: {error}")
        if self.checkpoint.origin not in (old.origin, old.origin + SUFFIX):  # with the suffix, the same tree continues
            yield Finding(
                "checkpoint",
                f"{whose} belongs to the log {old.origin}, today's checkpoint to {self.checkpoint.origin}",
            )
        elif old.size > self.checkpoint.size:
            behind = f"expected at least {old.size} leaves, as in {whose}; found {self.checkpoint.size}"
            yield Finding("checkpoint", f"{behind}: leaves were removed")
        elif not self._continues(old):
            yield Finding("checkpoint", f"today's tree does not begin with the {old.size} leaves of {whose}: a fork")

    def _continues(self, old: Checkpoint) -> bool:
        new = self.checkpoint
        if old.size == 0:
            return old.root == tree.EMPTY
        try:
            path = tree.consistency(self.log.nodes(new.size), old.size, new.size)
            tree.require_consistency(old.size, old.root, new.size, new.root, path)
        except tree.Unproven:
            return False
        return True


def read_kept(text: bytes) -> Kept:
    """Return the content of a text: a checkpoint, a proof, a receipt, or an answer that contains a receipt."""
    if text.lstrip().startswith(b"{"):
        receipt = read_receipt(text)
        note = receipt.get("checkpoint")
        if "version" not in receipt:
            raise NotReadable("The file is a receipt for a seed. Compare it with the game: kontor audit receipt.")
        return Kept(note if isinstance(note, str) else None, receipt)
    try:
        written = text.decode()
        note = Proof.read(written).checkpoint if written.startswith(FIRST_LINE) else written
        Checkpoint.read(Note.read(note).text)
    except (UnicodeDecodeError, BadNote):
        raise NotReadable("The file is neither a checkpoint, nor a proof, nor a receipt.") from None
    return Kept(note)


def fetch_bundle(log: RemoteLog, receipt: JsonObject) -> Bundle:
    """Return the current bundle of the game that the receipt belongs to."""
    try:
        return read_bundle(log.read(f"/v1/games/{receipt['game']}/audit", MOST_BYTES))
    except NotReadable as error:
        raise NotServed(f"the bundle of game {receipt['game']} cannot be read. {error}") from None


def note_of(bundle: Bundle) -> str | None:
    """Return the checkpoint in a bundle, or None if the bundle has no checkpoint."""
    note = (bundle.header or cast(Mapping[str, str], {})).get("checkpoint")
    return note if isinstance(note, str) else None
