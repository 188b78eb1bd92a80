"""Read a log in pages, and check that each page continues the hash chain. A page reports its first damaged version.
This module also has the positions after which clients continue to read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from kontor.domain.kernel.seals import GENESIS, chain_hash
from kontor.service.store.events import Logged
from kontor.service.store.games import Head
from kontor.service.store.store import Store

DIGITS = 12  # hexadecimal digits of a hash: the chance that another event has the same ones is 1 in 2**48
PATTERN = f"[0-9]{{1,15}}(?:-[0-9a-f]{{{DIGITS},64}})?"

_FORM = re.compile(PATTERN, re.ASCII)


@dataclass(frozen=True, slots=True)
class LogPage:
    """The stored events after the version `after`. `before`: the hash of the event at version `after`. `damaged`: the
    first damaged version of the page, or None."""

    after: int
    before: bytes
    events: Sequence[Logged]
    damaged: int | None


def page_after(store: Store, game_id: UUID, after: int, limit: int, head: Head) -> LogPage:
    """Return a page of up to `limit` events after a version. `head`: the head of the log, or a recent head."""
    return page_of(store.events.page(game_id, *asked_for(after, limit)), after, limit, head)


def asked_for(after: int, limit: int) -> tuple[int, int]:
    """Return the version after which to read, and the number of events to read. One more event is read before the page,
    because the page needs its hash."""
    return (after - 1, limit + 1) if after else (0, limit)


def page_of(found: Sequence[Logged], after: int, limit: int, head: Head) -> LogPage:
    """Build a page from the events that were read with the values from `asked_for`."""
    if after == 0:
        before, logged = GENESIS, found
    else:
        is_there = bool(found) and found[0].record.version == after
        before, logged = (found[0].record.hash, found[1:]) if is_there else (b"", found)
    return LogPage(after, before, logged, _first_damaged(before, logged, after, min(after + limit, head.version), head))


def _first_damaged(before: bytes, logged: Sequence[Logged], after: int, until: int, head: Head) -> int | None:
    if until > after and not before:
        return after
    last = before
    for version, each in enumerate(logged, after + 1):
        record = each.record
        last = chain_hash(last, record.envelope.encode())
        is_end = version == head.version
        if record.version != version or record.hash != last or (is_end and record.hash != head.hash):
            return version
    return after + len(logged) + 1 if after + len(logged) < until else None


class LogPosition(NamedTuple):
    """The event after which a client continues to read, as in `17-3fa91c02b7de`. `digits` is the beginning of the
    event's hash, or empty.

    After a restored backup or a failover, the log may have another event 17. Without the hash, a client would continue
    there, and would never learn that it has events that no longer exist. If a client sends a version without a hash,
    the server can refuse only a version beyond the head."""

    version: int
    digits: str = ""

    def __str__(self) -> str:
        return f"{self.version}-{self.digits}" if self.digits else str(self.version)

    @classmethod
    def of(cls, version: int, hash_: bytes) -> "LogPosition":
        return cls(version, hash_.hex()[:DIGITS])

    @classmethod
    def read(cls, text: str) -> "LogPosition | None":
        """Read a position that a client has sent. Return None if the text is not a position."""
        if _FORM.fullmatch(text) is None:
            return None
        version, _, digits = text.partition("-")
        return cls(int(version), digits)

    def fits(self, hash_: bytes) -> bool:
        """Return whether the stored event at this version may be the event that the client has. `hash_`: the hash of
        the stored event."""
        return self.version == 0 or hash_.hex().startswith(self.digits)

    def is_in(self, store: Store, game_id: UUID, head: Head) -> bool:
        """Return whether the log that ends with `head` still contains the event of this position."""
        if self.version >= head.version:
            return self.version == head.version and self.fits(head.hash)
        if not self.digits or self.version == 0:
            return True
        found = store.events.hash_at(game_id, self.version)
        return found is not None and self.fits(found)
