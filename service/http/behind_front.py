"""What a request process hears from the process for streams, and what it answers (`internal_headers`)."""

import time
from typing import TYPE_CHECKING
from uuid import UUID

from flask import request

from kontor.service.http.addresses import neighbours
from kontor.service.http.internal_headers import AGAIN, ASKS, FRONT, SINCE, Admitted
from kontor.service.http.problems import Problem
from kontor.service.store.lookup import Caller

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HANDED_ON = "HTTP_" + SINCE.upper().replace("-", "_")
LONGEST, FORGOTTEN = 5.0, 60.0  # seconds; who has waited for a minute is not there any more: a clock was set


def require_patience(environ: "WSGIEnvironment") -> None:
    """Whoever has waited for a thread for too long is refused at once, so that those behind do not wait for it too."""
    since = environ.get(HANDED_ON, "")
    if since.isdecimal() and LONGEST < time.time() - int(since) / 1000 < FORGOTTEN:
        raise Problem("unavailable", "Nobody was free to answer in time. Nothing is lost; try again.")


def is_asked() -> bool:
    """Whether the process for streams asks, which can wait for us."""
    return request.headers.get(FRONT) == ASKS


def is_counted() -> bool:
    """Whether this is part of a request that was counted before."""
    return request.headers.get(FRONT) == AGAIN


def require_front() -> None:
    if not is_asked():
        raise Problem("unavailable", "Streams are not served by this process but by the front of `kontor serve`.")


def admitted(
    caller: Caller, game_id: UUID | None, *, after: int = 0, since: str = "", wait: int = 0, as_lines: bool = False
) -> str:
    """The words by which a caller is let in."""
    return Admitted(
        neighbours(request.remote_addr),
        None if caller.id is None else caller.name,
        None if caller.account is None else str(caller.account),
        None if caller.digest is None else caller.digest.hex(),
        None if game_id is None else str(game_id),
        after,
        since,
        wait,
        as_lines,
    ).written()
