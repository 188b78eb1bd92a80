"""Policies (C2SP tlog-policy). A policy says which logs and witnesses a verifier trusts, and how many witnesses must
have cosigned a checkpoint."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from kontor.service.tlog.notes import COSIGNATURE, ED25519, BadNote, Checkpoint, Note, VerifierKey

NONE = "none"  # the quorum that needs no witness
LONGEST = 64 * 1024
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]").search
NUMBER = re.compile(r"[1-9][0-9]{0,4}", re.ASCII).fullmatch


class BadPolicy(Exception):
    """A file is not a valid policy. The message names the line."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy about logs and witnesses. `groups`: for each name, how many members must have cosigned, and the members:
    witnesses or other groups. Without `logs`, the verifier knows in another way which log it trusts."""

    quorum: str
    logs: Sequence[VerifierKey] = ()
    witnesses: Mapping[str, VerifierKey] = field(default_factory=dict)
    groups: Mapping[str, tuple[int, Sequence[str]]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: bytes) -> Self:
        """Return the policy in a file. Raise `BadPolicy` if the file is invalid."""
        reader = _Reader()
        try:
            lines = text.decode().split("\n")
        except UnicodeDecodeError:
            raise BadPolicy("The file is not a policy: the text is not UTF-8.") from None
        if len(text) > LONGEST:
            raise BadPolicy(f"The file is not a policy: a policy has at most {LONGEST // 1024} KiB.")
        for number, line in enumerate(lines, 1):
            try:
                reader.read(line)
            except BadNote as error:
                raise BadPolicy(f"The file is not a policy: line {number}: {error}.") from None
        if reader.quorum is None:
            raise BadPolicy("The file is not a policy: the line `quorum` is missing.")
        return cls(reader.quorum, reader.logs, reader.witnesses, reader.groups)

    def require(self, note: str) -> None:
        """Raise `BadNote` unless one of the policy's logs has signed the checkpoint, and the quorum of witnesses has
        cosigned it."""
        read = Note.read(note)
        origin = Checkpoint.read(read.text).origin
        if self.logs and not read.signatures_by([key for key in self.logs if key.name == origin]):
            raise BadNote("none of the logs of the policy has signed the checkpoint")
        signed = {(each.name, each.key_id) for each in read.signatures_by(self.witnesses.values())}
        cosigners = [name for name, key in self.witnesses.items() if (key.name, key.id) in signed]
        if self.quorum != NONE and not self._has_witnessed(self.quorum, cosigners):
            found = ", ".join(cosigners) or "no witness of the policy"
            raise BadNote(f"the policy needs the quorum {self.quorum}; found cosignatures by {found}")

    def _has_witnessed(self, name: str, cosigners: Collection[str]) -> bool:
        if name not in self.groups:
            return name in cosigners
        least, members = self.groups[name]
        return sum(self._has_witnessed(each, cosigners) for each in members) >= least


class _Reader:
    """A reader of the lines of a policy. Names must be defined before they are used, so groups cannot form a circle."""

    def __init__(self) -> None:
        self.quorum: str | None = None
        self.logs: list[VerifierKey] = []
        self.witnesses: dict[str, VerifierKey] = {}
        self.groups: dict[str, tuple[int, Sequence[str]]] = {}
        self._members: set[str] = set()

    def read(self, line: str) -> None:
        if FORBIDDEN(line):
            raise BadNote("the line has a control character")
        words = line.replace("\t", " ").strip(" ").split(" ")
        match [word for word in words if word]:
            case []:
                pass
            case [comment, *_] if comment.startswith("#"):
                pass
            case ["log", key] | ["log", key, _]:
                self.logs.append(_key(key, ED25519, self.logs))
            case ["witness", name, key] | ["witness", name, key, _]:
                self._require_new(name)
                self.witnesses[name] = _key(key, COSIGNATURE, self.witnesses.values())
            case ["group", name, least, *members] if members:
                self._require_new(name)
                self.groups[name] = self._group(least, members)
            case ["quorum", name] if self.quorum is None:
                if name != NONE:
                    self._require_known(name)
                self.quorum = name
            case ["quorum", _]:
                raise BadNote("there is a second quorum")
            case _:
                raise BadNote("the line is not a valid line `log`, `witness`, `group` or `quorum`")

    def _group(self, least: str, members: Sequence[str]) -> tuple[int, Sequence[str]]:
        for name in members:
            self._require_known(name)
            if name in self._members:
                raise BadNote(f"{name} is a member of a group already")
            self._members.add(name)
        if least not in ("any", "all") and not NUMBER(least):
            raise BadNote(f"a group needs any, all or a number of members, not {least}")
        needed = {"any": 1, "all": len(members)}.get(least) or int(least)
        if needed > len(members):
            raise BadNote(f"a group of {len(members)} members cannot need {needed}")
        return needed, members

    def _require_known(self, name: str) -> None:
        if name not in self.witnesses and name not in self.groups:
            raise BadNote(f"{name} is not defined above")

    def _require_new(self, name: str) -> None:
        if name == NONE or name in self.witnesses or name in self.groups:
            raise BadNote(f"{name} is defined already")


def _key(text: str, kind: int, others: Collection[VerifierKey]) -> VerifierKey:
    key = VerifierKey.read(text)
    if key.kind != kind:
        raise BadNote(f"{key.name} is not the key of a {'witness' if kind == COSIGNATURE else 'log'}")
    if any(key.public == other.public for other in others):
        raise BadNote(f"the key of {key.name} is listed twice")
    return key
