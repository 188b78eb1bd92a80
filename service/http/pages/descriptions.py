"""The description of the API: the OpenAPI and the AsyncAPI document, and a viewer of the former to try it out with."""

from flask import Response, current_app

from kontor.service.http.openapi import asyncapi, document
from kontor.service.http.pages import manual
from kontor.service.http.pages.files import Served, answered
from kontor.service.http.pages.page import blp, page
from kontor.service.http.security_headers import VIEWER


@blp.get("/docs")
def docs() -> Response:
    return page("docs.html", VIEWER, script="docs.js", has_manual=manual.is_built())


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return answered(Served.of_text(document.text(current_app), "application/json"))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """The same for streams."""
    return answered(Served.of_text(asyncapi.text(current_app), "application/json"))
