"""The OpenAPI document as tests read it: operations, and checks of responses."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from kontor.service.http.openapi import document

NDJSON = "application/x-ndjson"
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    body: Any

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def scope(self) -> str | None:
        """Return the scope that a key needs, or None if no key is required."""
        return next((scope for each in self.body["security"] for scope in each.get("bearer", ())), None)

    @property
    def is_open(self) -> bool:
        """Return whether callers without a key have access."""
        return self.scope is None or {} in self.body["security"]

    @property
    def is_of_a_game(self) -> bool:
        return "{game_id}" in self.path


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield Operation(method, path, item[method])


class Documented:
    """A checker that compares values with schemas of the OpenAPI document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._registry = Registry([("urn:kontor", document)])
        self._validator = cache(self._make_validator)

    def _make_validator(self, pointer: str) -> Draft202012Validator:
        return Draft202012Validator({"$ref": f"urn:kontor#{pointer}"}, registry=self._registry)

    def check(self, schema: dict[str, Any], value: Any, what: str) -> None:
        self.check_at(schema["$ref"].removeprefix("#"), value, what)

    def check_at(self, pointer: str, value: Any, what: str) -> None:
        for error in self._validator(pointer).iter_errors(value):
            raise AssertionError(f"{what}: {error.instance_path}: {error.message[:500]}")


class Promise:
    """The promises of an app's OpenAPI document about its responses."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.document = document.document(app)
        self._documented = Documented(self.document)

    def check(self, operation: Operation, answer: TestResponse) -> None:
        """Check that the status of a response is documented, and that its body matches the documented schema."""
        responses, status = operation.body["responses"], str(answer.status_code)
        what = f"{operation}: {status}"
        if answer.status_code >= 400:
            self._documented.check_at("/components/schemas/Problem", answer.json, what)
            return
        assert status in responses, f"{what} is not documented"
        if not answer.data:
            return
        assert answer.mimetype in responses[status]["content"], f"{what}: {answer.mimetype} is not documented"
        if responses[status]["content"][answer.mimetype]["schema"].get("type") == "string":
            return
        at = ("paths", operation.path, operation.method, "responses", status, "content", answer.mimetype, "schema")
        for value in _values(answer):
            self._documented.check_at("".join(f"/{_escaped(each)}" for each in at), value, what)

    def operation(self, method: str, path: str) -> Operation:
        """Return the operation that a request reaches."""
        adapter = self.app.url_map.bind("localhost")
        try:
            rule, _ = adapter.match(path.partition("?")[0], method, return_rule=True)
        except (HTTPException, RequestRedirect) as error:
            raise AssertionError(f"{method} {path} is no operation") from error
        template = "".join(f"{{{part}}}" if dynamic else part for dynamic, part in rule._trace).lstrip("|")
        return Operation(method.lower(), template, self.document["paths"][template][method.lower()])


def _values(answer: TestResponse) -> Iterator[Any]:
    """Yield the values that a schema describes: the JSON body, or each line of NDJSON."""
    if answer.mimetype == NDJSON:
        yield from map(json.loads, answer.text.splitlines())
    else:
        yield answer.json


def _escaped(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
