"""The published contract: the OpenAPI 3.1 document, made from resources and registry, committed and checked for drift.

`make openapi` writes openapi/openapi.json, `make lint` says whether it is up to date.
"""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from flask import Flask

from kontor.service.http.context import NAME
from kontor.service.http.openapi.components import ANY_OBJECT, DRY_RUN, components
from kontor.service.http.openapi.examples import Example, examples
from kontor.service.http.openapi.named_parts import ref
from kontor.service.http.openapi.operations import METHODS, complete, describe_address
from kontor.service.http.problems import KINDS
from kontor.service.http.smorest import Api, Blueprint, registered
from kontor.service.registry import Registry

TEXT = "kontor-openapi"

DESCRIPTION = """Play trading board games by API. Every game is an append-only log of events, chained by hashes, that
anyone can check afterwards. Start with `POST /v1/accounts`, then `POST /v1/games`.

Errors are problems (RFC 9457), documented at `/problems/{name}`. Times are RFC 3339 UTC. Ignore fields of events
that you do not know; unknown fields in what you send are refused."""

INFO = {
    "description": DESCRIPTION,
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "the Kontor authors"},
}
SERVERS = [{"url": "/", "description": "The server that gave you this document."}]

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {"type": "string", "enum": [f"/problems/{kind}" for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "errors": {"type": "array", "items": ref("ProblemError"), "description": "400: each thing that is wrong."},
        "rule": {"type": "string", "description": "422: the rule that refuses."},
        "rule_href": {"type": "string"},
        "code": {"type": "string"},
        "facts": {**ANY_OBJECT, "description": "422: what the refusal is about."},
        "current_version": {"type": "integer", "description": "412: where the game stands."},
        "version": {"type": "integer", "description": "503 log-damaged: the first version that is damaged."},
        "nearest": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "400, 409: instead of a version within a commit, those around it that can be named.",
        },
        "missed": {"type": "array", "items": ref("Line"), "description": "412: up to 100 events you have not seen."},
    },
    "required": ["type", "title", "status", "detail"],
}
PROBLEM_ERROR: dict[str, Any] = {
    "type": "object",
    "description": "One thing that is wrong in what was sent.",
    "properties": {
        "pointer": {"type": "string", "description": "Where: a JSON Pointer into the body, or query/… or header/…."},
        "code": {"type": "string"},
        "message": {"type": "string"},
    },
    "required": ["pointer", "code"],
}
BATCH: dict[str, Any] = {
    "type": "object",
    "description": "Commands that happen one after the other, all of them or none.",
    "properties": {
        "commands": {"type": "array", "items": ref("Command"), "minItems": 1, "maxItems": 50},
        "seat": {"type": "integer"},
        "dry_run": DRY_RUN,
    },
    "required": ["commands"],
    "additionalProperties": False,
}
WHAT_IF: dict[str, Any] = {
    "type": "object",
    "description": "Commands to be tried on paper, one after the other.",
    "properties": {
        "version": {"type": "integer", "minimum": 0, "description": "Default: the newest."},
        "commands": {"type": "array", "items": ref("Command"), "maxItems": 50},
        "luck": {"type": "integer", "minimum": 0, "description": "Another number: other hidden things, other dice."},
    },
    "additionalProperties": False,
}
SYSTEM_COMMAND: dict[str, Any] = {
    "type": "object",
    "description": "A command of the service itself: create, join, leave, resign, return, abort, score.",
    "properties": {"type": {"type": "string"}},
    "required": ["type"],
    "additionalProperties": False,
}


def _api(app: Flask, registry: Registry) -> Api:
    """Return the API of an app with every component that does not come from a resource."""
    described = {"title": "Kontor", "version": version("kontor"), "openapi_version": "3.1.0"}
    more = {"info": INFO, "servers": SERVERS, "marshmallow_plugin": Api.plugin()}
    api = Api(app, spec_kwargs={**described, **more})
    if api.ma_plugin.converter is not None:  # it is made together with the spec
        api.ma_plugin.converter.add_attribute_function(registered)  # type: ignore[no-untyped-call]
    spec = api.spec.components
    spec.security_scheme("bearer", {"type": "http", "scheme": "bearer", "description": "A key or a seat token."})
    for name, schema in components(registry):
        spec.schema(name, schema)
    spec.schema("AnyCommand", {"anyOf": [ref("Command"), ref("SystemCommand")]})
    spec.schema("SystemCommand", SYSTEM_COMMAND)
    spec.schema("NullableState", {"anyOf": [ref("State"), {"type": "null"}]})
    spec.schema("CommandBatch", BATCH)
    spec.schema("CommandRequest", {"anyOf": [ref("Command"), ref("CommandBatch")]})
    spec.schema("WhatIfRequest", WHAT_IF)
    spec.schema("ProblemError", PROBLEM_ERROR)
    spec.schema("Problem", PROBLEM)
    return api


def document(app: Flask) -> dict[str, Any]:
    """The document of an app, with an example of each ruleset wherever a body or an answer is its own."""
    registry: Registry = app.extensions[NAME].registry
    api = _api(app, registry)
    for resource in app.blueprints.values():
        if isinstance(resource, Blueprint):
            api.describe(resource)
    found: dict[str, Any] = api.spec.to_dict()
    played = {rules.name: examples(rules) for rules in registry.values()}
    for path, item in found["paths"].items():
        describe_address(item)
        for method in METHODS & item.keys():
            operation = item[method]
            called = f"{method.upper()} {path}"
            complete(path, operation)
            if shown := {name: each[called] for name, each in played.items() if called in each}:
                _show(operation, shown)
    return found


def _show(operation: dict[str, Any], shown: Mapping[str, Example]) -> None:
    answer = operation["responses"].get("201") or operation["responses"]["200"]
    bodies = {"asked": operation.get("requestBody", {}), "answered": answer}
    for part, described in bodies.items():
        values = {name: {"value": found} for name, each in shown.items() if (found := getattr(each, part)) is not None}
        if values:
            described["content"]["application/json"]["examples"] = values


def text(app: Flask) -> str:
    """The document as it is served and committed. It does not change while the app lives, so it is made once."""
    if TEXT not in app.extensions:
        app.extensions[TEXT] = json.dumps(document(app), indent=1, ensure_ascii=False) + "\n"
    return str(app.extensions[TEXT])
