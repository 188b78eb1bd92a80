"""The document as the viewer of /docs reads it."""

import json
from typing import Any

from flask import Flask

from kontor.service.http.openapi.for_viewers import MOST, lean
from kontor.service.http.openapi.operations import METHODS
from tests.support.callers import Caller

NOTE = "Read on elsewhere."


def _all(value: Any) -> list[dict[str, Any]]:
    """Every object in it."""
    if isinstance(value, list):
        return [found for each in value for found in _all(each)]
    if isinstance(value, dict):
        return [value, *(found for each in value.values() for found in _all(each))]
    return []


def test_a_viewer_is_told_every_call_and_spared_the_large_unions(shipped_app: Flask) -> None:
    whole = Caller(shipped_app).get("/openapi.json").json
    told = Caller(shipped_app).get("/docs/calls.json").json
    assert told["openapi"].startswith("3.0")
    assert told["paths"].keys() == whole["paths"].keys()
    calls = [(path, method) for path, item in whole["paths"].items() for method in METHODS & item.keys()]
    for path, method in calls:
        one, other = told["paths"][path][method], whole["paths"][path][method]
        assert one.keys() == other.keys()
    objects = _all(told)
    assert max(len(each[union]) for each in objects for union in ("oneOf", "anyOf") if union in each) <= MOST
    named = {each["$ref"].rpartition("/")[2] for each in objects if isinstance(each.get("$ref"), str)}
    assert named <= {name for part in told["components"].values() for name in part}
    assert told["components"]["schemas"].keys() <= named
    assert len(json.dumps(told)) < len(json.dumps(whole)) / 2


def test_a_union_that_is_left_out_says_where_to_read_on() -> None:
    union = {"oneOf": [{"$ref": f"#/components/schemas/S{n}"} for n in range(MOST + 1)], "discriminator": {}}
    paths = {"/a": {"post": {"body": {**union, "description": "Any."}, "few": {"anyOf": union["oneOf"][:2]}}}}
    kept = {f"S{n}": {"type": ["string", "null"], "const": "x"} for n in range(MOST + 1)}
    found = lean({"paths": paths, "components": {"schemas": kept}}, NOTE)
    assert found["paths"]["/a"]["post"]["body"] == {"type": "object", "description": f"Any. {NOTE}"}
    older = {"type": "string", "nullable": True, "enum": ["x"]}
    assert found["components"]["schemas"] == {"S0": older, "S1": older}
