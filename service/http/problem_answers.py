"""How refusals leave a request process: every error of the application, the framework's own included, as a problem."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.moves import Contention
from kontor.service.http.problems import KINDS, MEDIA_TYPE, Problem, body_of, not_found, of_refusal, of_unreadable
from kontor.service.http.request_id import request_id
from kontor.service.logs import Seldom
from kontor.service.store import TooManyGames
from kontor.service.store.pool import StoreAway, StoreFull

log = structlog.get_logger()
_away = Seldom()

_OF_STATUS = {
    400: "unreadable",
    401: "unauthenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
    503: "unavailable",
}


def told(problem: Problem) -> dict[str, Json]:
    """The body with the name of this request."""
    return body_of(problem, f"urn:kontor:request:{request_id()}")


def headers_of(problem: Problem) -> dict[str, str]:
    passes = problem.status == 503 and problem.kind != "log-damaged"  # which does not pass by itself
    return {**({"Retry-After": "1"} if passes else {}), **problem.headers, "Cache-Control": "no-store"}


def respond(problem: Problem) -> Response:
    return Response(json.dumps(told(problem)), problem.status, headers_of(problem), content_type=MEDIA_TYPE)


def register(app: Flask, shown: Callable[[Problem], Response | None]) -> None:
    """Let every error of the app, the framework's own included, leave as a problem. `shown`: as a page, or None where
    the request is not a person's."""
    for error, problem_of in _PROBLEMS.items():
        app.register_error_handler(error, _answering(problem_of, shown))


def _answering(
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
        return not_found()
    headers = {"Allow": allow} if status == 405 and (allow := _allowed(error)) else None
    return Problem(kind, f"{HTTPStatus(KINDS[kind].status).phrase}. {KINDS[kind].advice}", headers)


def _allowed(error: HTTPException) -> str:
    return ", ".join(sorted(getattr(error, "valid_methods", None) or ()))


def _contention() -> Problem:
    return Problem("contention", "Five times in a row the game moved on before this was written. Nothing was changed.")


def _damaged(error: GameDamaged) -> Problem:
    detail = f"Version {error.version} of this game's log is not as it was written. Nothing can be added to the game."
    return Problem("log-damaged", detail, version=error.version)


def _database_away(error: StoreAway) -> Problem:
    if times := _away.times():  # everybody is refused, and tries again
        log.error("postgres unreachable", error=type(error).__name__, requests=times)
    what = "has no room left on its disk" if isinstance(error, StoreFull) else "cannot be reached at the moment"
    return Problem("unavailable", f"The database {what}. Nothing is lost; try again.")


def _too_many_games(error: TooManyGames) -> Problem:
    detail = (
        f"You have created {error.most} games that have not ended, as many as an account may. End or abort one first."
    )
    return Problem("too-many-games", detail)


def _broken(error: Exception) -> Problem:
    log.exception("unexpected error", request_id=request_id(), exc_info=error)
    return Problem("internal", "Something broke here. It has been noted; try again later.")


_PROBLEMS: Mapping[type[Exception], Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    HTTPException: _of_http,
    Unreadable: of_unreadable,
    Refusal: of_refusal,
    Contention: lambda _: _contention(),
    GameDamaged: _damaged,
    TooManyGames: _too_many_games,
    StoreAway: _database_away,
    Exception: _broken,
}
