"""One history for each game: the entries of a log whose name ends with `/v2` (docs/transparency.md).

The entry of a game has a tag, by which all entries of the game can be found, and the commitment of `leaf.py`. Each
batch of entries ends with an entry that has the root of a map from tags to chains. A chain is a hash over all
commitments of a game, in order. So a checkpoint has one chain for each game, and no second history.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self
from uuid import UUID

from kontor.domain.kernel.canonical import Json, NotCanonical, canonical, parse
from kontor.service.tlog import prefix_map
from kontor.service.tlog.leaf import entry_of
from kontor.service.tlog.notes import BadNote

SUFFIX = "/v2"  # the name of a log ends with this if each game has one provable history
FORMAT = "kontor-tlog-history/1"
TAG = b"kontor/tlog-tag/1\n"
CHAIN = b"kontor/tlog-chain/1\n"
NO_CHAIN = bytes(32)
GAME, MAP = b"\x01", b"\x02"  # the first byte of an entry


def tag_of(game_id: UUID) -> bytes:
    return hashlib.sha256(TAG + game_id.bytes).digest()


def game_entry(game_id: UUID, commitment: bytes) -> bytes:
    return GAME + tag_of(game_id) + commitment


def map_entry(root: bytes) -> bytes:
    return MAP + root


def extend_chain(chain: bytes, commitment: bytes) -> bytes:
    """Return the chain of a game, a hash over all its entries in the log, after one more entry with this commitment."""
    return hashlib.sha256(CHAIN + chain + commitment).digest()


@dataclass(frozen=True, slots=True)
class GameHistory:
    """All leaves of a game, as (version, head), and the path from the game's chain to the root of the map."""

    game_id: UUID
    leaves: Sequence[tuple[int, bytes]]
    path: Sequence[bytes]

    @property
    def root(self) -> bytes:
        """The root of a map of games that contains this history."""
        chain = NO_CHAIN
        for version, head in self.leaves:
            chain = extend_chain(chain, entry_of(self.game_id, version, head))
        return prefix_map.root_above(tag_of(self.game_id), chain, self.path)

    @property
    def extra(self) -> bytes:
        """The history as the field `extra` of a proof. The field is not signed, so a verifier must compute the root."""
        leaves: list[Json] = [[version, head.hex()] for version, head in self.leaves]
        path: list[Json] = [each.hex() for each in self.path]
        return canonical({"format": FORMAT, "game": str(self.game_id), "leaves": leaves, "path": path})

    @classmethod
    def read(cls, extra: bytes) -> Self:
        """Return the history in the field `extra` of a proof. Raise `BadNote` if its format is not exactly that of
        `extra`, or if its versions do not increase."""
        try:
            parse(extra)
            told = json.loads(extra)
            leaves = [(version, bytes.fromhex(head)) for version, head in told["leaves"]]
            found = cls(UUID(told["game"]), leaves, [bytes.fromhex(each) for each in told["path"]])
            is_ours = found.extra == extra and all(type(at) is int and len(head) == 32 for at, head in leaves)
        except (NotCanonical, ValueError, KeyError, TypeError, AttributeError):
            is_ours = False
        if not is_ours or not found.leaves or len(found.path) > prefix_map.DEEPEST:
            raise BadNote("the proof does not name its game, all its leaves and a path")
        versions = [version for version, _ in found.leaves]
        if versions[0] < 1 or any(later <= earlier for earlier, later in pairwise(versions)):
            raise BadNote("the versions of the leaves do not increase")
        if any(len(each) != 32 for each in found.path):
            raise BadNote("the path of the map is not made of hashes")
        return found
