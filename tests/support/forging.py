"""A forger who knows the seed: whatever was changed in a log, its digests, seals and hashes are made to fit again."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import JsonObject, canonical


def rewritten(lines: Sequence[JsonObject]) -> list[Any]:
    """The lines with every digest and hash made anew from what they show."""
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
        head = seals.chained(head, canonical(envelope))
        line["hash"] = head.hex()
    return list(made)
