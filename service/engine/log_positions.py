"""Positions in the log of a game: where a client continues to read.

A position is a version and, after a hyphen, the beginning of the hash of that event: `17-3fa91c02b7de`. After a
restored backup or a failover the log may have another event 17. Without the hash a client would continue there, and
would never learn that it has events that no longer exist. A version alone is refused only beyond the head.
"""

import re
from typing import NamedTuple
from uuid import UUID

from kontor.service.store.games import Head
from kontor.service.store.store import Store

DIGITS = 12  # of a hash, in hexadecimal: another event has the same ones once in 2**48
PATTERN = f"[0-9]{{1,15}}(?:-[0-9a-f]{{{DIGITS},64}})?"

_FORM = re.compile(PATTERN, re.ASCII)


class LogPosition(NamedTuple):
    """The event after which to read. `digits` is the beginning of its hash, or empty."""

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
