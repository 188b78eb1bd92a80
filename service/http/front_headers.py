"""What the process for streams and the request processes say to each other, in headers that never leave the house.

The front takes them off whatever comes from outside, and request processes listen on sockets inside of it only.
"""

import json
from dataclasses import asdict, dataclass
from typing import Self
from uuid import UUID

from flask import request

from kontor.service.http.problems import Problem
from kontor.service.store.lookup import Caller

FRONT = "Kontor-Front"  # asked: by the process for streams, on behalf of somebody who wants to wait
ASKS, AGAIN = "asks", "asks-again"  # the second one is part of a request that was counted already
DOOR = "Kontor-Door"  # answered: let in, as JSON of what the process for streams needs to know of the caller


def is_asked() -> bool:
    """Whether the process for streams asks, which can wait for us."""
    return request.headers.get(FRONT) == ASKS


def is_counted() -> bool:
    """Whether this is part of a request that was counted before."""
    return request.headers.get(FRONT) == AGAIN


def require_front() -> None:
    if not is_asked():
        raise Problem("unavailable", "Streams are not served by this process but by the front of `kontor serve`.")


@dataclass(frozen=True, slots=True)
class Admitted:
    """Whom we let in, and what for: a game's events after a version, or what concerns them. In words that JSON has."""

    address: str
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


def admitted(
    caller: Caller, game_id: UUID | None, *, after: int = 0, since: str = "", wait: int = 0, as_lines: bool = False
) -> str:
    """The words by which a caller is let in."""
    return Admitted(
        request.remote_addr or "",
        None if caller.id is None else caller.name,
        None if caller.account is None else str(caller.account),
        None if caller.digest is None else caller.digest.hex(),
        None if game_id is None else str(game_id),
        after,
        since,
        wait,
        as_lines,
    ).written()
