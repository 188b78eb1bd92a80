"""The document as the viewer of /docs reads it."""

from typing import Any

from flask import Flask

from kontor.service.http.openapi.for_viewers import MOST, of_call, shorten_unions
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


def test_a_viewer_gets_each_call_without_the_large_unions(shipped_app: Flask) -> None:
    caller = Caller(shipped_app)
    whole: Any = caller.get("/openapi.json").json
    calls = [(path, method) for path, item in whole["paths"].items() for method in METHODS & item.keys()]
    page = caller.get("/docs").text
    for path, method in calls:
        name = whole["paths"][path][method]["operationId"]
        assert f'data-call="{name}"' in page
        told: Any = caller.get(f"/docs/calls/{name}.json").json
        assert told["openapi"].startswith("3.0")
        assert [*told["paths"]] == [path]
        assert METHODS & told["paths"][path].keys() == {method}
        assert told["paths"][path][method].keys() == whole["paths"][path][method].keys()
        _is_whole(told)
    assert caller.get("/docs/calls/none.json").status_code == 404


def _is_whole(told: Any) -> None:
    """Whatever is named is there, and there is nothing else, nor a union that takes long to draw."""
    objects = _all(told)
    assert all(len(each[union]) <= MOST for each in objects for union in ("oneOf", "anyOf") if union in each)
    named = {each["$ref"].rpartition("/")[2] for each in objects if isinstance(each.get("$ref"), str)}
    assert named <= {name for part in told["components"].values() for name in part}
    assert told["components"]["schemas"].keys() <= named


def test_a_union_that_is_left_out_says_where_to_read_on() -> None:
    union: Any = {"oneOf": [{"$ref": f"#/components/schemas/S{n}"} for n in range(MOST + 1)], "discriminator": {}}
    call = {"operationId": "a", "tags": ["t"], "body": {**union, "description": "Any."}}
    paths = {
        "/a": {"post": {**call, "few": {"anyOf": union["oneOf"][:2]}}},
        "/b": {"get": {**call, "operationId": "b"}},
    }
    schemas = {f"S{n}": {"type": ["string", "null"], "const": "x"} for n in range(MOST + 1)}
    short = shorten_unions({"paths": paths, "tags": [], "components": {"schemas": schemas}}, NOTE)
    found = {name: of_call(short, name) for name in ("a", "b")}
    assert found["a"]["paths"]["/a"]["post"]["body"] == {"type": "object", "description": f"Any. {NOTE}"}
    older = {"type": "string", "nullable": True, "enum": ["x"]}
    assert found["a"]["components"]["schemas"] == {"S0": older, "S1": older}
    assert found["b"]["components"]["schemas"] == {}
