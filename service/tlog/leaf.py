"""What a leaf of the log says: a hash of game, version and head. Whoever holds a receipt can recompute it; nobody can
read from it which games there are."""

import hashlib
import struct
from typing import TypeAlias, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, NotCanonical, canonical, parse
from kontor.service.tlog.notes import BadNote

LABEL = b"kontor/tlog/1\n"
FORMAT = "kontor-tlog-leaf/1"

Facts: TypeAlias = tuple[UUID, int, bytes]  # game, version, head


def entry_of(game_id: UUID, version: int, head: bytes) -> bytes:
    """What a leaf holds: 32 bytes that say nothing to whoever does not know all three."""
    return hashlib.sha256(LABEL + game_id.bytes + struct.pack(">Q", version) + head).digest()


def extra_of(game_id: UUID, version: int, head: bytes) -> bytes:
    """The same three, as a proof tells them in `extra`. Nobody vouches for it: the entry has to fit."""
    return canonical({"format": FORMAT, "game": str(game_id), "version": version, "hash": head.hex()})


def read_extra(extra: bytes) -> Facts:
    """What `extra` tells; BadNote if it is not written as it is here."""
    try:
        told = cast(JsonObject, parse(extra))
        facts = UUID(str(told["game"])), int(str(told["version"])), bytes.fromhex(str(told["hash"]))
        is_ours = extra_of(*facts) == extra
    except (NotCanonical, ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours or facts[1] < 1:
        raise BadNote("the proof does not say of which game, version and hash it is")
    return facts
