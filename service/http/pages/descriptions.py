"""Serve the OpenAPI and AsyncAPI documents, and the page `/docs` where people can try the calls."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import marshmallow as ma
from flask import Response, current_app

from kontor.service.http.auth import Call, public
from kontor.service.http.openapi import asyncapi, published
from kontor.service.http.openapi.for_viewers import CallLine, list_calls, of_call, shorten_unions
from kontor.service.http.pages.files import Served, respond
from kontor.service.http.pages.page import blp, page
from kontor.service.http.pages.texts import texts
from kontor.service.http.problems import not_among, not_found
from kontor.service.http.security_headers import VIEWER
from kontor.service.http.smorest import Blueprint


@blp.get("/docs")
def docs() -> Response:
    groups = _call_list(published.text(current_app))
    return page("docs.html", VIEWER, script="docs.js", groups=groups)


@blp.get("/docs/calls/<name>.json")
def described_call(name: str) -> Response:
    """Return the part of the OpenAPI document about one call, for the viewer on `/docs`."""
    try:
        found = _of_call(published.text(current_app), name)
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


class DocumentQuerySchema(ma.Schema):
    ruleset = ma.fields.String(load_default=None)
    version = ma.fields.String(load_default="3.1", validate=ma.validate.OneOf(["3.1", "3.2"]))
    readers = ma.fields.String(data_key="for", load_default="clients", validate=ma.validate.OneOf(published.READERS))


@blp.get("/openapi.json")
@public
def openapi_json(call: Call) -> Response:
    """Return an OpenAPI document. The calls of operators have a separate document."""
    query = Blueprint.ARGUMENTS_PARSER.parse(DocumentQuerySchema(), location="query")
    known = [*call.context.registry, published.NO_RULESET]
    if query["ruleset"] is not None and query["ruleset"] not in known:
        raise not_among("ruleset", query["ruleset"], known)
    return respond(Served.of_text(published.text(current_app, **query), "application/json"))


@blp.get("/asyncapi.json")
def asyncapi_json() -> Response:
    """Return the AsyncAPI document, which describes the streams."""
    return respond(Served.of_text(asyncapi.text(current_app), "application/json"))
