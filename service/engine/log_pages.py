"""Read a log in pages, and check that each page continues the hash chain. A page reports its first damaged version.
Also positions: where a client continues to read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from kontor.domain.kernel.seals import GENESIS, chained
from kontor.service.store.events import Logged
from kontor.service.store.games import Head
from kontor.service.store.store import Store

DIGITS = 12  # of a hash, in hexadecimal: another event has the same ones once in 2**48
PATTERN = f"[0-9]{{1,15}}(?:-[0-9a-f]{{{DIGITS},64}})?"

_FORM = re.compile(PATTERN, re.ASCII)


@dataclass(frozen=True, slots=True)
class LogPage:
    """Stored events after a version. `before` is the hash of the event of that version. `damaged` is the first damaged
    version of the page, or None."""

    after: int
    before: bytes
    events: Sequence[Logged]
    damaged: int | None


def page_after(store: Store, game_id: UUID, after: int, limit: int, head: Head) -> LogPage:
    """Return up to `limit` events after a version. `head` is the head of the log, or was it a moment ago."""
    return page_of(store.events.page(game_id, *asked_for(after, limit)), after, limit, head)


def asked_for(after: int, limit: int) -> tuple[int, int]:
    """Return after which version to read, and how many events. The page needs the hash of the event before it, so read
    that one too."""
    return (after - 1, limit + 1) if after else (0, limit)


def page_of(found: Sequence[Logged], after: int, limit: int, head: Head) -> LogPage:
    """Build the page from the events that were read as `asked_for` says."""
    if after == 0:
        before, logged = GENESIS, found
    else:
        is_there = bool(found) and found[0].record.version == after
        before, logged = (found[0].record.hash, found[1:]) if is_there else (b"", found)
    return LogPage(after, before, logged, _damaged(before, logged, after, min(after + limit, head.version), head))


def _damaged(before: bytes, logged: Sequence[Logged], after: int, until: int, head: Head) -> int | None:
    if until > after and not before:
        return after
    last = before
    for version, each in enumerate(logged, after + 1):
        record = each.record
        last = chained(last, record.envelope.encode())
        is_end = version == head.version
        if record.version != version or record.hash != last or (is_end and record.hash != head.hash):
            return version
    return after + len(logged) + 1 if after + len(logged) < until else None


class LogPosition(NamedTuple):
    """The event after which a client continues to read. `digits` is the beginning of its hash, or empty:
    `17-3fa91c02b7de`.

    After a restored backup or a failover the log may have another event 17. Without the hash a client would continue
    there, and would never learn that it has events that no longer exist. A version alone is refused only beyond the
    head."""

    version: int
    digits: str = ""

    def __str__(self) -> str:
        return f"{self.version}-{self.digits}" if self.digits else str(self.version)

    @classmethod
    def of(cls, version: int, hash_: bytes) -> "LogPosition":
        return cls(version, hash_.hex()[:DIGITS])

    @classmethod
    def read(cls, text: str) -> "LogPosition | None":
        """Return the position that a client sent, or None if the text is not one."""
        if _FORM.fullmatch(text) is None:
            return None
        version, _, digits = text.partition("-")
        return cls(int(version), digits)

    def fits(self, hash_: bytes) -> bool:
        """Return whether the event of this version may be the one that the client has. `hash_`: the stored hash."""
        return self.version == 0 or hash_.hex().startswith(self.digits)

    def is_in(self, store: Store, game_id: UUID, head: Head) -> bool:
        """Return whether the log that ends with `head` still has the event of this position."""
        if self.version >= head.version:
            return self.version == head.version and self.fits(head.hash)
        if not self.digits or self.version == 0:
            return True
        found = store.events.hash_at(game_id, self.version)
        return found is not None and self.fits(found)
