"""What the process for streams and the request processes say to each other, in headers that never leave the house.

The front takes them off whatever comes from outside, and request processes listen on sockets inside of it only.
"""

import json
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


def admission(caller: Caller, game_id: UUID | None, after: int, wait: int = 0) -> str:
    """Whom we let in, and what for: a game's events after a version, or decisions; `wait`: seconds of a long poll."""
    return json.dumps(
        {
            "caller": None if caller.id is None else caller.name,
            "account": None if caller.account is None else str(caller.account),
            "address": request.remote_addr or "",
            "game": None if game_id is None else str(game_id),
            "after": after,
            "wait": wait,
        }
    )
