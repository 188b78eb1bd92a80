"""Pages with little code: the home page, a new game, a game, the explanation of a problem, and the contact of the
operator."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from flask import Response, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from kontor.service.clock import stamp
from kontor.service.http.auth import Call, public
from kontor.service.http.pages.guides import lead_of
from kontor.service.http.pages.page import blp, page
from kontor.service.http.pages.recorded_games import cover_of
from kontor.service.http.pages.texts import preferred_language
from kontor.service.http.problems import KINDS, not_found
from kontor.service.registry import AnyRuleset


@blp.get("/")
@public
def welcome(call: Call) -> Response:
    shelf = [_box(rules) for rules in call.context.registry.values()]
    return page("welcome.html", script="welcome.js", origin=request.host_url.rstrip("/"), shelf=shelf)


def _box(rules: AnyRuleset) -> dict[str, Any]:
    """Return what the home page says about a game: its name, a picture, and who can play it for how long."""
    guide = rules.guide()
    return {
        "name": rules.name,
        "title": rules.title,
        "seats": rules.seats,
        "minutes": None if guide is None else guide.minutes,
        "lead": lead_of(rules, preferred_language()),
        "levels": [each.name for each in rules.levels],
        "picture": cover_of(rules),
    }


@blp.get("/me")
def me() -> Response:
    """Return the page that lists the games of the account whose key the browser stores. The HTML is the same for all
    accounts."""
    return page("me.html", script="me.js")


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
