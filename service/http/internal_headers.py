"""What the process for streams and the request processes say to each other, in headers that never leave the house.

The front takes them off whatever comes from outside, and request processes listen on sockets inside of it only.
"""

import json
from dataclasses import asdict, dataclass
from typing import Self

SINCE = "Kontor-Since"  # said by the front: when it handed a request on, in milliseconds since 1970
FRONT = "Kontor-Front"  # asked: by the process for streams, on behalf of somebody who wants to wait
ASKS, AGAIN = "asks", "asks-again"  # the second one is part of a request that was counted already
ADMITTED = "Kontor-Admitted"  # answered: let in, as JSON of what the process for streams needs to know of the caller


@dataclass(frozen=True, slots=True)
class Admitted:
    """Whom we let in, and what for: a game's events after a version, or what concerns them. In words that JSON has."""

    address: str  # or the network that counts as one
    caller: str | None  # None: somebody without a key
    account: str | None
    key: str | None  # the hash of the key, as hex, to be looked up again with everything that is sent
    game: str | None = None
    after: int = 0  # a version of the game
    since: str = ""  # a place in the caller's own stream
    wait: int = 0  # seconds of a long poll
    as_lines: bool = False  # NDJSON

    def written(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(**json.loads(text))
