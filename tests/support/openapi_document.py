"""The OpenAPI document as tests read it: operations, and answers checked against what is promised."""

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
        """The scope a key needs here; None: no key is asked for."""
        return next((scope for each in self.body["security"] for scope in each.get("bearer", ())), None)

    @property
    def is_open(self) -> bool:
        """Whether callers without a key are let in."""
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
    """Values compared with schemas of the document."""

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
    """What the document of an app promises about its answers."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.document = document.document(app)
        self._documented = Documented(self.document)

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        """The status is documented, and the body has the form that is."""
        rule = self._rule(method, path)
        responses = self.document["paths"][rule][method.lower()]["responses"]
        status = str(answer.status_code)
        assert status in responses or answer.status_code >= 400, f"{method} {rule}: {status} is not documented"
        if answer.status_code >= 400:
            pointer = "/components/schemas/Problem"
        elif not answer.data:
            return
        else:
            assert answer.mimetype in responses[status]["content"], (
                f"{method} {rule}: {answer.mimetype} is not documented"
            )
            if answer.mimetype != "application/json":
                return
            pointer = "/".join(
                [
                    "",
                    "paths",
                    _escaped(rule),
                    method.lower(),
                    "responses",
                    status,
                    "content",
                    "application~1json",
                    "schema",
                ]
            )
        self._documented.check_at(pointer, answer.json, f"{method} {rule} {status}")

    def _rule(self, method: str, path: str) -> str:
        adapter = self.app.url_map.bind("localhost")
        try:
            rule, _ = adapter.match(path.partition("?")[0], method, return_rule=True)
        except (HTTPException, RequestRedirect) as error:
            raise AssertionError(f"{method} {path} is no operation") from error
        return "".join(f"{{{part}}}" if dynamic else part for dynamic, part in rule._trace).lstrip("|")


def _escaped(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
