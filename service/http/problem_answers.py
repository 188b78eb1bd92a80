"""Turn every error of the application, also errors of Flask and werkzeug, into a problem+json response. Each response
contains the id of its request, which is also in the log."""

import errno
import json
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal
from kontor.service.clock import new_request_id
from kontor.service.engine.game_lock import Contention
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem, members_of, not_found, of_refusal, of_unreadable
from kontor.service.logs import Seldom
from kontor.service.store.commits import KeyTaken, TooManyGames
from kontor.service.store.pool import StoreAway, StoreFull, StoreLocked

log = structlog.get_logger()
_away, _no_files = Seldom(), Seldom()

HEADER = "X-Request-Id"  # the id that the client sent if it is safe to log, otherwise a new id
FORM = re.compile(r"[A-Za-z0-9._-]{1,64}").fullmatch

_OF_STATUS = {
    400: "unreadable",
    401: "unauthenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
    503: "unavailable",
}


def read_or_new(environ: Mapping[str, Any]) -> str:
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    return given if FORM(given) else new_request_id()


def request_id() -> str:
    """Return the id of the current request, or `-` if the request has no id yet."""
    found: str = g.get("request_id", "-")
    return found


def problem_body(problem: Problem) -> dict[str, Json]:
    """Return the JSON body of a problem. Its `instance` contains the id of the current request."""
    return members_of(problem, f"urn:kontor:request:{request_id()}")


def headers_of(problem: Problem) -> dict[str, str]:
    passes = problem.status == 503 and problem.kind != "log-damaged"  # a damaged log stays damaged: no retry
    return {**({"Retry-After": "1"} if passes else {}), **problem.headers, "Cache-Control": "no-store"}


def respond(problem: Problem) -> Response:
    return Response(json.dumps(problem_body(problem)), problem.status, headers_of(problem), content_type=MEDIA_TYPE)


def register(app: Flask, shown: Callable[[Problem], Response | None]) -> None:
    """Make the app answer every error with a problem. `shown`: a function that returns the problem as an HTML page for
    browsers, or None for other clients."""
    for error, problem_of in _PROBLEMS.items():
        app.register_error_handler(error, _make_handler(problem_of, shown))


def _make_handler(
    problem_of: Callable[[Any], Problem], shown: Callable[[Problem], Response | None]
) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        problem = problem_of(error)
        page = shown(problem)
        return respond(problem) if page is None else page

    return answer


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    kind = _OF_STATUS.get(status, "unreadable" if status < 500 else "internal")
    if kind == "not-found":
        return not_found("There is no such address. `GET /v1` lists all addresses.")
    headers = {"Allow": allow} if status == 405 and (allow := _allowed_methods(error)) else None
    return Problem(kind, f"{HTTPStatus(KINDS[kind].status).phrase}. {KINDS[kind].advice}", headers)


def _allowed_methods(error: HTTPException) -> str:
    return ", ".join(sorted(getattr(error, "valid_methods", None) or ()))


def _log_damaged(error: GameDamaged) -> Problem:
    detail = (
        f"Version {error.version} of this game's log is damaged. The game cannot change until the operator repairs it."
    )
    return Problem("log-damaged", detail, version=error.version)


def _database_unavailable(error: StoreAway) -> Problem:
    if times := _away.times():  # every request fails now: log it seldom
        log.error("postgres unreachable", error=type(error).__name__, requests=times)
    what = "has no disk space left" if isinstance(error, StoreFull) else "is unavailable at the moment"
    return Problem("unavailable", f"The database {what}. No stored data is lost; try again.")


def _of_system(error: OSError) -> Problem:
    if error.errno not in (errno.EMFILE, errno.ENFILE):
        return _internal_error(error)
    if times := _no_files.times():
        log.error("too many open files", requests=times)
    return Problem("unavailable", "The server has too many connections open. No stored data is lost; try again.")


def _too_many_games(error: TooManyGames) -> Problem:
    detail = f"You have {error.most} unfinished games, which is the limit of an account. Finish or abort one first."
    return Problem("too-many-games", detail)


def _internal_error(error: Exception) -> Problem:
    log.exception("unexpected error", request_id=request_id(), exc_info=error)
    return Problem("internal", "The server failed and has logged the error. Try again later.")


_PROBLEMS: Mapping[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    HTTPException: _of_http,
    Unreadable: of_unreadable,
    Refusal: of_refusal,
    Contention: lambda error: Problem("contention", str(error)),
    KeyTaken: lambda _: Problem(
        "contention", "Another request just used this Idempotency-Key. Send your request again."
    ),
    StoreLocked: lambda _: Problem(
        "contention", "A lock in the database was not released. Nothing was stored; try again."
    ),
    GameDamaged: _log_damaged,
    TooManyGames: _too_many_games,
    StoreAway: _database_unavailable,
    OSError: _of_system,
    Exception: _internal_error,
}
