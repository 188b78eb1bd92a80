"""The OpenAPI 3.1 document, built from the resources and the registry.

`make openapi` writes openapi/openapi.json; `make lint` checks that it is up to date.
"""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from flask import Flask

from kontor.service.http.context import NAME
from kontor.service.http.openapi.components import ANY_OBJECT, DRY_RUN, components
from kontor.service.http.openapi.examples import Example, examples
from kontor.service.http.openapi.for_generators import finish
from kontor.service.http.openapi.named_parts import ref
from kontor.service.http.openapi.operations import METHODS, complete, describe_address
from kontor.service.http.openapi.spec import Api, registered_schema
from kontor.service.http.openapi.unions import discriminated, mapping
from kontor.service.http.problems import KINDS
from kontor.service.http.smorest import Blueprint
from kontor.service.registry import Registry
from kontor.service.signing.receipt_formats import REFUSAL_FIELDS, REFUSAL_FORMAT

TEXT = "kontor-openapi"

DESCRIPTION = """Play trading board games by API. Every game is an append-only log of events with a hash chain, which
anyone can check. Start with `POST /v1/accounts`, then `POST /v1/games`.

Errors are problems (RFC 9457); `/problems/{name}` explains each. Times are RFC 3339 in UTC. Ignore fields of events
that you do not know. The server refuses requests with unknown fields."""

INFO = {
    "description": DESCRIPTION,
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "the Kontor authors"},
}
SERVERS = [{"url": "/", "description": "The server that sent this document."}]

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {"type": "string", "enum": [f"/problems/{kind}" for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "errors": {"type": "array", "items": ref("ProblemError"), "description": "400: the errors of the request."},
        "rule": {"type": "string", "description": "422: the id of the rule that does not allow the command."},
        "rule_href": {"type": "string"},
        "code": {"type": "string"},
        "facts": {**ANY_OBJECT, "description": "422: the values that the refusal is about."},
        "receipt": ref("RefusalReceipt"),
        "current_version": {"type": "integer", "description": "412: the current version of the game."},
        "version": {"type": "integer", "description": "503 `log-damaged`: the first damaged version."},
        "nearest": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "400, 409: the version is inside a commit. These are the nearest versions that you can use.",
        },
        "missed": {"type": "array", "items": ref("Line"), "description": "412: up to 100 events since your version."},
    },
    "required": ["type", "title", "status", "detail"],
}
DECIDED_COMMAND: dict[str, Any] = {
    "type": "object",
    "description": "A command as the rules read it, with its seat.",
    "properties": {"seat": {"type": "integer"}, "body": ref("Command")},
    "required": ["seat", "body"],
}
REFUSAL_RECEIPT: dict[str, Any] = {
    "type": "object",
    "description": "422: the signed refusal of a command that a rule does not allow. Check it with a key from "
    "/.well-known/kontor-keys.json. It is left out for dry runs, for texts of more than 200 characters, and beyond 60 "
    "refusals a minute.",
    "properties": {
        "format": {"type": "string", "const": REFUSAL_FORMAT},
        "game": {"type": "string", "format": "uuid"},
        "version": {"type": "integer", "description": "The version of the game at which the server decided."},
        "hash": {"type": "string", "description": "The hash of that version."},
        "at": {"type": "string"},
        "digest": {"type": "string", "description": "The hash of the commands, with game and version."},
        "rule": {"type": "string"},
        "code": {"type": "string"},
        "key": {"type": "string"},
        "commands": {
            "type": "array",
            "items": ref("DecidedCommand"),
            "description": "The refused command as the rules read it. In a batch also the commands before it.",
        },
        "signature": {"type": "string"},
    },
    "required": [*REFUSAL_FIELDS, "commands", "signature"],
}
PROBLEM_ERROR: dict[str, Any] = {
    "type": "object",
    "description": "One error of a request.",
    "properties": {
        "pointer": {
            "type": "string",
            "description": "The place of the error: a JSON Pointer into the body, `query/…` or `header/…`.",
        },
        "code": {"type": "string"},
        "message": {"type": "string"},
    },
    "required": ["pointer", "code"],
}
BATCH: dict[str, Any] = {
    "type": "object",
    "description": "Commands in their order. The server accepts all of them or none.",
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
    "description": "Commands to try, in their order.",
    "properties": {
        "version": {"type": "integer", "minimum": 0, "description": "Left out: the current version."},
        "commands": {"type": "array", "items": ref("Command"), "maxItems": 50},
        "luck": {
            "type": "integer",
            "minimum": 0,
            "description": "Another number gives other hidden things and other dice.",
        },
    },
    "additionalProperties": False,
}
# The commands of the service itself. `seat` is the seat that the command is about, if its actor is the system.
SYSTEM_COMMANDS = (
    *("create", "join", "leave", "pass_seat", "resign", "return", "time_out"),
    *("pause", "resume", "undo", "abort", "score"),
)
SYSTEM_COMMAND: dict[str, Any] = {
    "type": "object",
    "description": "A command of the service.",
    "properties": {
        "type": {"type": "string", "enum": list(SYSTEM_COMMANDS)},
        "seat": {"type": "integer", "x-kind": "seat", "description": "The seat that the command is about."},
    },
    "required": ["type"],
    "additionalProperties": False,
}


def _api(app: Flask, registry: Registry) -> Api:
    """Return the API of an app with every component that does not come from a resource."""
    described = {"title": "Kontor", "version": version("kontor"), "openapi_version": "3.1.0"}
    more = {"info": INFO, "servers": SERVERS, "marshmallow_plugin": Api.plugin()}
    api = Api(app, spec_kwargs={**described, **more})
    if api.ma_plugin.converter is not None:  # apispec creates it together with the spec
        api.ma_plugin.converter.add_attribute_function(registered_schema)  # type: ignore[no-untyped-call]
    spec = api.spec.components
    spec.security_scheme("bearer", {"type": "http", "scheme": "bearer", "description": "A key or a seat token."})
    found = dict(components(registry))
    for name, schema in found.items():
        spec.schema(name, schema)
    commands = mapping(found["Command"])
    any_command = {**commands, **dict.fromkeys(SYSTEM_COMMANDS, "SystemCommand")}
    spec.schema("AnyCommand", discriminated(any_command, "A command of any ruleset, or of the service."))
    spec.schema("SystemCommand", SYSTEM_COMMAND)
    spec.schema("CommandBatch", BATCH)
    requested = [*map(ref, commands.values()), ref("CommandBatch")]
    spec.schema("CommandRequest", {"oneOf": requested, "description": "A command, or several in their order."})
    spec.schema("WhatIfRequest", WHAT_IF)
    spec.schema("ProblemError", PROBLEM_ERROR)
    spec.schema("DecidedCommand", DECIDED_COMMAND)
    spec.schema("RefusalReceipt", REFUSAL_RECEIPT)
    spec.schema("Problem", PROBLEM)
    return api


def document(app: Flask) -> dict[str, Any]:
    """Build the document of an app, with an example of each ruleset where a body or answer depends on the ruleset."""
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
    finish(found)
    return found


def _show(operation: dict[str, Any], shown: Mapping[str, Example]) -> None:
    answer = operation["responses"].get("201") or operation["responses"]["200"]
    bodies = {"asked": operation.get("requestBody", {}), "answered": answer}
    for part, described in bodies.items():
        values = {name: {"value": found} for name, each in shown.items() if (found := getattr(each, part)) is not None}
        if values:
            media = described["content"]["application/json"]
            media.pop("example", None)  # OpenAPI allows either one example or several
            media["examples"] = values


def text(app: Flask) -> str:
    """Return the text of the document. It does not change while the app runs, so it is built once."""
    if TEXT not in app.extensions:
        app.extensions[TEXT] = json.dumps(document(app), indent=1, ensure_ascii=False) + "\n"
    return str(app.extensions[TEXT])
