"""Pages with little code: home, a new game, a game, an explanation of each problem, and the contact of the operator."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from flask import Response, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from kontor.service.clock import stamp
from kontor.service.http.auth import Call, public
from kontor.service.http.pages.page import blp, page
from kontor.service.http.problems import KINDS, not_found


@blp.get("/")
def welcome() -> Response:
    return page("welcome.html", script="welcome.js", origin=request.host_url.rstrip("/"))


@blp.get("/games")
def games() -> WerkzeugResponse:
    """Redirect to the home page, which lists the games of the viewer."""
    return redirect("/")


@blp.get("/games/new")
def new_game() -> Response:
    return page("new_game.html", script="new_game.js")


@blp.get("/games/<uuid:game_id>")
def game(game_id: UUID) -> Response:
    """Return the page for a game. The page is the same for all games. Links to invitations lead here
    (`#invitation=`)."""
    return page("game.html", script="game.js")


@blp.get("/.well-known/security.txt")
@public
def security(call: Call) -> Response:
    """Return the contact for security reports (RFC 9116). Raise 404 if the operator has not set one."""
    contact = call.context.settings.security_contact
    if not contact:
        raise not_found()
    expires = stamp(datetime.now(UTC) + timedelta(days=180))
    text = f"Contact: {contact}\nPreferred-Languages: en\nExpires: {expires}\n"
    return Response(text, content_type="text/plain; charset=utf-8")


@blp.get("/problems")
def problems() -> Response:
    return page("problems.html", kinds=KINDS)


@blp.get("/problems/<name>")
def problem(name: str) -> Response:
    kind = KINDS.get(name)
    if kind is None:
        raise not_found()
    return page("problem.html", name=name, kind=kind)
