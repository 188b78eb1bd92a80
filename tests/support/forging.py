"""A forger who knows the seed, and recomputes the digests, seals and hashes of a changed log."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import JsonObject, canonical


def rewritten(lines: Sequence[JsonObject]) -> list[Any]:
    """Return the lines with every digest and hash recomputed from their content."""
    made: Any = json.loads(json.dumps(lines))
    head, digest = seals.GENESIS, ""
    for line in made:
        envelope = line["envelope"]
        game, version = UUID(envelope["game"]), envelope["version"]
        for part in line["parts"]:
            salt = bytes.fromhex(part["salt"])
            fresh = seals.seal(salt, game, version, part["part"], part["value"]).hex()
            envelope["sealed"][part["part"]]["digest"] = fresh
        if "command" in line:
            salt = bytes.fromhex(line["command"]["salt"])
            digest = seals.command_digest(salt, game, version, line["command"]["body"]).hex()
        envelope["command"]["digest"] = digest
        head = seals.chain_hash(head, canonical(envelope))
        line["hash"] = head.hex()
    return list(made)
