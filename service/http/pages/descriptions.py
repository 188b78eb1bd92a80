"""Serve the OpenAPI and AsyncAPI documents, and the page `/docs` where people can try the calls."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from flask import Response, current_app

from kontor.service.http.openapi import asyncapi, document
from kontor.service.http.openapi.for_viewers import CallLine, list_calls, of_call, shorten_unions
from kontor.service.http.pages import manual
from kontor.service.http.pages.files import Served, respond
from kontor.service.http.pages.page import blp, page
from kontor.service.http.pages.texts import texts
from kontor.service.http.problems import not_found
from kontor.service.http.security_headers import VIEWER


@blp.get("/docs")
def docs() -> Response:
    groups = _call_list(document.text(current_app))
    return page("docs.html", VIEWER, script="docs.js", has_manual=manual.is_built(), groups=groups)


@blp.get("/docs/calls/<name>.json")
def described_call(name: str) -> Response:
    """Return the part of the OpenAPI document about one call, for the viewer on `/docs`."""
    try:
        found = _of_call(document.text(current_app), name)
    except KeyError:  # not cached, so unknown names do not fill the cache
        raise not_found() from None
    return respond(Served.of_text(found, "application/json"))


@cache
def _call_list(text: str) -> Sequence[tuple[Mapping[str, str], Sequence[CallLine]]]:
    return list_calls(json.loads(text))


@cache
def _short_document(text: str) -> Mapping[str, Any]:
    """Return the OpenAPI document with long unions shortened. The note about the missing parts is in English, like the
    document."""
    return shorten_unions(json.loads(text), texts()["docs"]["more"])


@cache
def _of_call(text: str, name: str) -> str:
    return json.dumps(of_call(_short_document(text), name), ensure_ascii=False, separators=(",", ":"))


@blp.get("/openapi.json")
def openapi_json() -> Response:
    return respond(Served.of_text(document.text(current_app), "application/json"))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """Return the AsyncAPI document, which describes the streams."""
    return respond(Served.of_text(asyncapi.text(current_app), "application/json"))
