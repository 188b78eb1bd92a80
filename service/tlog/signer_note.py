"""The signer's memory: the last checkpoint of this worker, in a file outside the database.

A superuser of the database can rewrite every table. Only from this file does the signer know what it has signed. The
file is written twice for each checkpoint, so that a crash at any point neither forks the log nor blocks it:

1. Before the rows are committed, the new checkpoint is written as `pending`, next to the checkpoint before it.
2. After the commit the new checkpoint becomes `signed`.

A crash between the two steps leaves `pending`. If the database has that tree, the commit was done. If the database is
still at the size before, the signer makes the same tree again, from the same commits (`position`), and no other tree.
If another worker has signed a larger tree since then, the rows of `pending` were never committed. No client can have
seen that tree, so the signer forgets it.

The file also names the games that a checkpoint left out because they are damaged, each with the version that has no
leaf. The signer tries them again in each round. `pending` has its own list, because the same tree leaves out the same
games.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

from kontor.service.settings import Settings
from kontor.service.store.commit_feed import Position
from kontor.service.tlog.histories import SUFFIX
from kontor.service.tlog.notes import BadNote, Checkpoint, Note


class CannotSign(Exception):
    """The signer refuses to sign. The message says why, and what the operator can do."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A checkpoint whose rows may not have been committed. `position`: the last commit that was read for it.
    `left_out`: the damaged games that it leaves out."""

    note: str
    position: Position
    left_out: Mapping[UUID, int] = field(default_factory=dict)

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint.read(Note.read(self.note).text)


@dataclass(frozen=True, slots=True)
class Memory:
    """The content of the signer's file. `signed`: the newest checkpoint that this worker has signed or verified, or
    None. `left_out`: the damaged games that have no leaf yet, each with its version."""

    signed: str | None = None
    pending: Pending | None = None
    left_out: Mapping[UUID, int] = field(default_factory=dict)

    @property
    def checkpoint(self) -> Checkpoint | None:
        return None if self.signed is None else Checkpoint.read(Note.read(self.signed).text)


@dataclass(frozen=True, slots=True)
class SignerNote:
    """The file in which a worker stores the last checkpoint that it has signed. There is one file for each name of a
    log. `before`: the file for the log's earlier name, which did not end with `/v2`. Both names belong to the same
    tree."""

    path: Path
    before: Path | None = None

    @classmethod
    def of(cls, settings: Settings, origin: str) -> "SignerNote":
        directory = Path(settings.signer_notes) if settings.signer_notes else settings.data / "signer"
        names = (origin, origin.removesuffix(SUFFIX))
        path, before = (directory / f"{quote(name, safe='')}.json" for name in names)
        return cls(path, None if before == path else before)

    def read(self) -> Memory:
        """Return the content of the file, or an empty memory if the file does not exist."""
        try:
            return _memory(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Memory() if self.before is None else Memory(SignerNote(self.before).read().signed)
        except OSError as error:
            raise CannotSign(f"The signer's note cannot be read: {error.strerror} ({self.path}).") from error
        except (ValueError, KeyError, TypeError, AttributeError, BadNote) as error:
            raise CannotSign(f"{self.path} is not a valid note of a signer: restore it from a copy.") from error

    def write(self, memory: Memory) -> None:
        """Replace the file atomically, and return when the new content is on the disk."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._replace(_text(memory))
        except OSError as error:
            reason = f"The signer's note cannot be written: {error.strerror} ({self.path})."
            raise CannotSign(
                f"{reason} KONTOR_SIGNER_NOTES must name a directory that the worker can write."
            ) from error

    def _replace(self, text: str) -> None:
        made = self.path.with_name(f"{self.path.name}.new")
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        made.replace(self.path)
        directory = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)  # without this, a power failure could bring back the old file
        finally:
            os.close(directory)


def _text(memory: Memory) -> str:
    waiting, pending = memory.pending, None
    if waiting is not None:
        at = waiting.position
        position = [at.epoch, at.txid, str(at.game_id), at.version]
        pending = {"note": waiting.note, "position": position, "left_out": _texts(waiting.left_out)}
    whole = {"signed": memory.signed, "pending": pending, "left_out": _texts(memory.left_out)}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _texts(games: Mapping[UUID, int]) -> dict[str, int]:
    return {str(game_id): version for game_id, version in games.items()}


def _memory(text: str) -> Memory:
    read = json.loads(text)
    pending = None
    if read["pending"] is not None:
        epoch, txid, game_id, version = read["pending"]["position"]
        position = Position(epoch, txid, UUID(game_id), version)
        pending = Pending(read["pending"]["note"], position, _games(read["pending"]))
    memory = Memory(read["signed"], pending, _games(read))
    stated = (memory.checkpoint, None if pending is None else pending.checkpoint)
    if any(each is not None and each.size < 1 for each in stated):
        raise ValueError("a signed tree has leaves")
    return memory


def _games(read: Mapping[str, Mapping[str, int]]) -> Mapping[UUID, int]:
    """Return the games that a checkpoint left out. Earlier versions wrote no such list."""
    return {UUID(game_id): int(version) for game_id, version in read.get("left_out", {}).items()}
