"""Where people play: the first page, a new game, and a game. The same for all: they ask the API for what they show."""

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
    """The same for every game, and for none; also where invitations lead (`#invitation=`, which no server is sent)."""
    return page("game.html", script="game.js")
