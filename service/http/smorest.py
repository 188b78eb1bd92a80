"""Adapt flask-smorest: read bodies strictly into dataclasses, and answer 400 with JSON pointers to all errors.

`Form` is a marshmallow schema that is made from a dataclass. It has the fields, checks and JSON Schema of the
dataclass, as for commands (`domain.kernel.model`). Queries and headers are strings and use plain marshmallow schemas.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import marshmallow as ma
from flask import Request
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser
from webargs.multidictproxy import MultiDictProxy
from werkzeug.datastructures import MultiDict
from werkzeug.routing import IntegerConverter

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.nearest import did_you_mean
from kontor.service.http.json_bodies import json_body
from kontor.service.http.problems import Problem, of_flaws, unreadable

INTEGER = re.compile("-?[0-9]+").fullmatch  # `int` also accepts digits of other scripts, spaces, + and _
LONGEST_REMEMBERED = 100  # bytes of a query string that is cached
MOST_REMEMBERED = 1_000
GAME = "/v1/games/<uuid:game_id>"  # the start of the addresses of a game
NOT_MODIFIED = 304
JSON = "application/json"
ETAG = {"ETag": {"schema": {"type": "string"}}}  # headers of an answer, in the document
LOCATION = {"Location": {"schema": {"type": "string"}}}

# The start of a message of marshmallow, and our code for it. The first match counts.
CODES = (
    ("Missing data", "missing-field"),
    ("Unknown field", "unknown-field"),
    ("Must be one of", "not-one-of"),
    ("Must be greater", "out-of-range"),
    ("Must be less", "out-of-range"),
    ("Length must", "wrong-size"),
    ("Longer than", "wrong-size"),
    ("Shorter than", "wrong-size"),
    ("Not a valid", "wrong-type"),
    ("Invalid", "wrong-type"),
)


View = TypeVar("View", bound=Callable[..., Any])


class Form(ma.Schema):
    """The schema of a dataclass. `component`: the component that documents it, if the registry has a better one."""

    def __init__(self, form: type, component: str | None = None, optional: bool = False) -> None:
        super().__init__()
        self.form = form
        self.component = component
        self.optional = optional  # an empty body is an empty object

    def load(self, data: Any, **_: Any) -> Any:
        return model.read(self.form, data)


class Digits(IntegerConverter):
    """The URL converter for a number in an address. Werkzeug's `\\d` would also match digits of other scripts."""

    regex = "[0-9]+"


class Parser(FlaskParser):
    """A parser of requests. It reads bodies with `json_bodies`, refuses unknown query parameters, and answers errors
    with 400."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012  # as the base class declares it
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def __init__(self) -> None:
        super().__init__()
        self._queries: dict[tuple[object, bytes], dict[str, Any]] = {}

    def parse(self, argmap: Any, req: Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        """Parse a request. Parsed queries are cached, because the result depends only on the text of the query."""
        if location != "query":
            return super().parse(argmap, req, location=location, **more)
        req = req or self.get_default_request()
        key = argmap, req.query_string
        found = self._queries.get(key)
        if found is None:
            found = super().parse(argmap, req, location=location, **more)
            if len(req.query_string) <= LONGEST_REMEMBERED:
                self._remember(key, found)
        return dict(found)

    def _remember(self, key: tuple[object, bytes], found: dict[str, Any]) -> None:
        if len(self._queries) >= MOST_REMEMBERED:  # a client may invent queries: start over
            self._queries.clear()
        self._queries[key] = found

    def load_json(self, req: Request, schema: ma.Schema) -> Json:
        if isinstance(schema, Form) and schema.optional and not req.content_length and not req.get_data(cache=True):
            return {}
        return json_body(req)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        twice = [name for name, values in req.args.lists() if len(values) > 1]
        if twice:
            raise unreadable(f"query/{shorten(twice[0])}", "duplicate-key", "is sent twice; send it once")
        given = MultiDict(req.args)
        for name, field in schema.fields.items():
            key = field.data_key or name
            if isinstance(field, ma.fields.Integer) and not INTEGER(given.get(key, "0")):
                given[key] = ""  # marshmallow refuses this
        return MultiDictProxy(given, schema)

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_: Any) -> NoReturn:
        raise of_flaws([_describe(schema, *each) for each in _flat(error.messages, "")])


def _flat(messages: object, pointer: str) -> Sequence[tuple[str, str]]:
    if isinstance(messages, Mapping):
        return [found for key, inner in messages.items() for found in _flat(inner, f"{pointer}/{shorten(str(key))}")]
    if isinstance(messages, Sequence) and not isinstance(messages, str):
        return [(pointer.removeprefix("/"), str(message)) for message in messages]
    return [(pointer.removeprefix("/"), str(messages))]


def _describe(schema: ma.Schema, pointer: str, message: str) -> tuple[str, str, str]:
    """Return the pointer, code and message of an error. For an unknown parameter, the message lists the known
    parameters. For a wrong format, the message contains the description of the parameter."""
    code, name = _code(message), pointer.rpartition("/")[2]
    fields = {field.data_key or key: field for key, field in schema.fields.items()}
    if code == "unknown-field":
        known = ", ".join(fields)
        return pointer, code, f"unknown query parameter; known are {known}{did_you_mean(name, fields)}"
    if message.startswith("String does not match") and name in fields:
        return pointer, code, f"has the wrong form. {fields[name].metadata.get('description', '')}".rstrip(". ")
    return pointer, code, message


def _code(message: str) -> str:
    return next((code for begins, code in CODES if message.startswith(begins)), "wrong-form")


def has_query(view: object) -> bool:
    """Return whether a view declares query parameters. Their parser refuses unknown parameters. A view outside of the
    OpenAPI document declares nothing and reads its query itself, so the result is True."""
    if not hasattr(view, "_apidoc"):
        return True
    given = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ())
    return any(isinstance(each, Mapping) and each["in"] == "query" for each in given)


def require_no_query(req: Request) -> None:
    """Refuse a request with a query if the view has no query parameters. Otherwise a client could think that the query
    had an effect."""
    if req.query_string and (unknown := next(iter(req.args), None)):
        raise unreadable(
            f"query/{shorten(unknown)}", "unknown-field", "this address takes no query parameters; leave it out"
        )


def media_types(view: object) -> list[str]:
    """Return the media types of the successful answers that a view documents. The list is empty if the answers have no
    body."""
    responses = getattr(view, "_apidoc", {}).get("response", {}).get("responses", {})
    answers = [each for status, told in responses.items() if int(status) < NOT_MODIFIED for each in told]
    return [each.get("content_type") or JSON for each in answers if "schema" in each]


def require_acceptable(req: Request, types: Sequence[str]) -> None:
    """Refuse a request with 406 if its `Accept` header allows none of the media types. Ignore a broken header."""
    accepted = req.headers.get("Accept")
    if accepted is None or accepted in types or "*/*" in accepted or not types:
        return
    if any("/" in each for each in req.accept_mimetypes.values()) and req.accept_mimetypes.best_match(types) is None:
        raise Problem("not-acceptable", f"This address answers with {' or '.join(dict.fromkeys(types))}.")


def _document_only(decorator: Callable[[View], View]) -> Callable[[View], View]:
    """Return a decorator that adds only the documentation of a flask-smorest decorator. The wrapper of that decorator
    is left out, because it would only call the view."""

    def apply(view: View) -> View:
        view._apidoc = decorator(view)._apidoc  # type: ignore[attr-defined]  # flask-smorest stores it there
        return view

    return apply


class Blueprint(SmorestBlueprint):
    """The views of one file. `tag`: their group in the OpenAPI document, one of `openapi/tags.py`; a route may name
    another one."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, prefix: str, tag: str) -> None:
        super().__init__(name, __name__, url_prefix=prefix)
        self._tag = tag

    def route(self, rule: str, *, tag: str | None = None, **options: Any) -> Callable[[Any], Any]:
        return super().route(rule, tags=[tag or self._tag], **options)

    @staticmethod
    def doc(**facts: Any) -> Callable[[View], View]:
        return _document_only(SmorestBlueprint.doc(**facts))

    def alt_response(self, *args: Any, **facts: Any) -> Callable[[View], View]:
        return _document_only(super().alt_response(*args, **facts))

    def operation(
        self, name: str, status: int, schema: Any = None, also: Sequence[int] = (), **facts: Any
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Document a view: its name in client programs, its answer, and further statuses (304, or the statuses of
        problems). The schema writes the answer, unless the view returns a whole response."""

        def decorator(view: Callable[..., Any]) -> Callable[..., Any]:
            view = self.doc(operationId=name)(view)
            for each in also:
                told = {"description": "Not modified"} if each == NOT_MODIFIED else {"response": "Problem"}
                view = self.alt_response(each, **told)(view)
            return self.response(status, schema, **facts)(view)

        return decorator

    def headers(self, schema: type[ma.Schema]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Document the request headers of a view. The code that uses a header reads it from the request."""
        return _document_only(self.arguments(schema, location="headers"))
