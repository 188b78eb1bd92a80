"""The description of the API: the OpenAPI and the AsyncAPI document, and a viewer of the former to try it out with."""

import json
from functools import cache

from flask import Response, current_app

from kontor.service.http.openapi import asyncapi, document
from kontor.service.http.openapi.for_viewers import lean
from kontor.service.http.pages import manual
from kontor.service.http.pages.files import Served, answered
from kontor.service.http.pages.page import POLICY, blp, page
from kontor.service.http.pages.texts import texts

# the viewer, which is not ours, styles its parts by attributes and has its signs in its stylesheet
POLICY_OF_THE_VIEWER = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
    "img-src", "img-src data:"
)


@blp.get("/docs")
def docs() -> Response:
    return page("docs.html", POLICY_OF_THE_VIEWER, script="docs.js", has_manual=manual.is_built())


@blp.get("/docs/calls.json")
def calls() -> Response:
    """The document as the viewer reads it."""
    return answered(Served.of_text(_for_the_viewer(document.text(current_app)), "application/json"))


@cache
def _for_the_viewer(text: str) -> str:
    """In English, as all of the document."""
    return json.dumps(lean(json.loads(text), texts()["docs"]["more"]), ensure_ascii=False, separators=(",", ":"))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return answered(Served.of_text(document.text(current_app), "application/json"))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """The same for streams."""
    return answered(Served.of_text(asyncapi.text(current_app), "application/json"))
