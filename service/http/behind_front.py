"""What a request process hears from the process for streams, and what it answers (`internal_headers`)."""

from uuid import UUID

from flask import request

from kontor.service.http.internal_headers import AGAIN, ASKS, FRONT, Admitted
from kontor.service.http.problems import Problem
from kontor.service.store.lookup import Caller


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
