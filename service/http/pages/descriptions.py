"""The description of the API: the OpenAPI and the AsyncAPI document, and a viewer of the former to try it out with."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from flask import Response, current_app

from kontor.service.http.openapi import asyncapi, document
from kontor.service.http.openapi.for_viewers import CallLine, documents, listed
from kontor.service.http.pages import manual
from kontor.service.http.pages.files import Served, answered
from kontor.service.http.pages.page import blp, page
from kontor.service.http.pages.texts import texts
from kontor.service.http.problems import not_found
from kontor.service.http.security_headers import VIEWER


@blp.get("/docs")
def docs() -> Response:
    groups = _listed(document.text(current_app))
    return page("docs.html", VIEWER, script="docs.js", has_manual=manual.is_built(), groups=groups)


@blp.get("/docs/calls/<name>.json")
def described_call(name: str) -> Response:
    """The document with one call, as the viewer reads it."""
    found = _of_each_call(document.text(current_app)).get(name)
    if found is None:
        raise not_found()
    return answered(Served.of_text(found, "application/json"))


@cache
def _listed(text: str) -> Sequence[tuple[Mapping[str, str], Sequence[CallLine]]]:
    return listed(json.loads(text))


@cache
def _of_each_call(text: str) -> Mapping[str, str]:
    """In English, as all of the document."""
    made = documents(json.loads(text), texts()["docs"]["more"])
    return {name: _written(each) for name, each in made.items()}


def _written(made: Mapping[str, Any]) -> str:
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return answered(Served.of_text(document.text(current_app), "application/json"))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """The same for streams."""
    return answered(Served.of_text(asyncapi.text(current_app), "application/json"))
