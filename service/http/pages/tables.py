"""The home page, the page for a new game, and the page of a game. They are static and get their content from the
API."""

from uuid import UUID

from flask import Response, request

from kontor.service.http.pages.page import blp, page


@blp.get("/")
def welcome() -> Response:
    return page("welcome.html", script="welcome.js", origin=request.host_url.rstrip("/"))


@blp.get("/games/new")
def new_game() -> Response:
    return page("new_game.html", script="new_game.js")


@blp.get("/games/<uuid:game_id>")
def game(game_id: UUID) -> Response:
    """Return the page of a game, which is the same for all games. Links of invitations lead here (`#invitation=`)."""
    return page("game.html", script="game.js")
