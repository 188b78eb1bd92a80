"""The OpenAPI documents that the server publishes: for clients and for operators, with all rulesets, with one ruleset,
or with none."""

import json
from collections.abc import Callable
from typing import Any

from flask import Flask

from kontor.service.http.context import NAME
from kontor.service.http.openapi.document import document
from kontor.service.http.openapi.selection import select
from kontor.service.http.openapi.tags import OPERATORS
from kontor.service.registry import Registry

TEXTS = "kontor-openapi"
NO_RULESET = "none"

READERS: dict[str, Callable[[Any], bool]] = {
    "all": lambda operation: True,
    "clients": lambda operation: OPERATORS not in operation["tags"],
    "operators": lambda operation: OPERATORS in operation["tags"],
}


def text(app: Flask, readers: str = "all", ruleset: str | None = None, version: str = "3.1") -> str:
    """Return the text of a document. It does not change while the app runs, so it is built once.

    `readers`: one of READERS. `ruleset`: the only ruleset in the document, NO_RULESET, or None for all rulesets that
    the readers need. `version`: the version of OpenAPI. Version 3.2 also describes the messages of streams."""
    if readers == "operators":
        ruleset = NO_RULESET
    texts: dict[object, str] = app.extensions.setdefault(TEXTS, {})
    key = readers, ruleset, version
    if key not in texts:
        registry: Registry = app.extensions[NAME].registry
        described = None if ruleset is None else Registry(each for each in registry.values() if each.name == ruleset)
        found = select(document(app, described, version), READERS[readers])
        texts[key] = json.dumps(found, separators=(",", ":"), ensure_ascii=False) + "\n"
    return texts[key]
