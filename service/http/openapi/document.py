"""The OpenAPI 3.1 document, built from the resources and the registry.

`make openapi` writes openapi/openapi.json; `make lint` checks that it is up to date.
"""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from flask import Flask

from kontor.service.http.context import NAME
from kontor.service.http.openapi.components import components
from kontor.service.http.openapi.examples import Example, examples
from kontor.service.http.openapi.for_generators import finish
from kontor.service.http.openapi.messages import describe_streams, webhooks
from kontor.service.http.openapi.operations import METHODS, complete, describe_address
from kontor.service.http.openapi.spec import Api, registered_schema
from kontor.service.http.openapi.tags import TAGS
from kontor.service.http.smorest import Blueprint
from kontor.service.registry import Registry

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


def _api(app: Flask, registry: Registry) -> Api:
    """Return the flask-smorest API of an app, with all components that no resource registers."""
    described = {"title": "Kontor", "version": version("kontor"), "openapi_version": "3.1.0"}
    more = {"info": INFO, "servers": SERVERS, "marshmallow_plugin": Api.plugin()}
    api = Api(app, spec_kwargs={**described, **more})
    if api.ma_plugin.converter is not None:  # apispec creates it together with the spec
        api.ma_plugin.converter.add_attribute_function(registered_schema)  # type: ignore[no-untyped-call]
    spec = api.spec.components
    spec.security_scheme("bearer", {"type": "http", "scheme": "bearer", "description": "A key or a seat token."})
    for name, schema in components(registry):
        spec.schema(name, schema)
    return api


def document(app: Flask, rulesets: Registry | None = None, version: str = "3.1") -> dict[str, Any]:
    """Build the document of an app. A body or an answer that depends on the ruleset has an example for each ruleset.
    `rulesets`: the rulesets that the document describes, or None for all. `version`: the version of OpenAPI."""
    registry: Registry = app.extensions[NAME].registry if rulesets is None else rulesets
    api = _api(app, registry)
    for resource in app.blueprints.values():
        if isinstance(resource, Blueprint):
            api.describe(resource)
    found: dict[str, Any] = api.spec.to_dict()
    found["tags"] = [{"name": name, "description": description} for name, description in TAGS.items()]
    played = {rules.name: examples(rules) for rules in registry.values()}
    for path, item in found["paths"].items():
        describe_address(item)
        for method in METHODS & item.keys():
            operation = item[method]
            called = f"{method.upper()} {path}"
            complete(path, operation)
            if shown := {name: each[called] for name, each in played.items() if called in each}:
                _show(operation, shown)
    found["webhooks"] = webhooks()
    if version == "3.2":
        found = describe_streams(found)
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
