"""The leaves of the transparency log: each is a hash of a game's id, version and head. The owner of a receipt can
recompute the hash, but the hash does not reveal which games exist."""

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
    """Return the content of a leaf: 32 bytes. The bytes reveal nothing to a reader who does not know all three
    values."""
    return hashlib.sha256(LABEL + game_id.bytes + struct.pack(">Q", version) + head).digest()


def extra_of(game_id: UUID, version: int, head: bytes) -> bytes:
    """Return the three values as the field `extra` of a proof. The field is not signed, so a verifier must compare the
    entry."""
    return canonical({"format": FORMAT, "game": str(game_id), "version": version, "hash": head.hex()})


def read_extra(extra: bytes) -> Facts:
    """Return the game, version and head in the field `extra` of a proof. Raise `BadNote` if its format is not exactly
    that of `extra_of`."""
    try:
        told = cast(JsonObject, parse(extra))
        facts = UUID(str(told["game"])), int(str(told["version"])), bytes.fromhex(str(told["hash"]))
        is_ours = extra_of(*facts) == extra
    except (NotCanonical, ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours or facts[1] < 1:
        raise BadNote("the proof does not name its game, version and hash")
    return facts
