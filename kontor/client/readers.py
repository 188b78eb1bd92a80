"""Read responses and events of streams into the classes of `kontor.client.answers`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import httpx
from httpx_sse import ServerSentEvent

from kontor.client.answers import Line, Notice, Page
from kontor.client.problems import Problem

T = TypeVar("T")


def an(form: type[T]) -> Callable[[httpx.Response], T]:
    return lambda response: read_answer(form, response.json())


def page_of(form: type[T]) -> Callable[[httpx.Response], Page[T]]:
    def read(response: httpx.Response) -> Page[T]:
        body = response.json()
        return Page(tuple(read_answer(form, each) for each in body["items"]), body["next"])

    return read


def items_of(form: type[T]) -> Callable[[httpx.Response], tuple[T, ...]]:
    return lambda response: tuple(read_answer(form, each) for each in response.json()["items"])


def by_status(readers: Mapping[int, Callable[[httpx.Response], T]]) -> Callable[[httpx.Response], T]:
    """Return a function that reads the answer of a call whose answers have different fields for different statuses."""
    return lambda response: readers[response.status_code](response)


def as_nothing(response: httpx.Response) -> None:
    pass


def as_text(response: httpx.Response) -> str:
    return response.text


def as_json(response: httpx.Response) -> Any:
    return response.json() if response.content else None


def as_bytes(response: httpx.Response) -> bytes:
    return response.content


def as_line(event: ServerSentEvent) -> Line:
    if event.event == "log_damaged":  # this event ends the stream
        raise Problem(503, {"type": "/problems/log-damaged", **json.loads(event.data)})
    return read_answer(Line, json.loads(event.data))


def as_notice(event: ServerSentEvent) -> Notice:
    return Notice(event.event, json.loads(event.data), event.id)


def read_answer(form: type[T], body: Any) -> T:
    """Return an answer of this class. Unknown fields are ignored; a field with a default may be missing."""
    if not isinstance(body, Mapping):
        raise ValueError(f"{form.__name__} must be an object, not {body!r}")
    given = {name: _read(hint, body[key]) for name, key, hint in _forms(form) if key in body}  # type: ignore[arg-type]  # a class is
    if missing := [name for name in _required_fields(form) if name not in given]:  # type: ignore[arg-type]  # hashable
        raise ValueError(f"{form.__name__} lacks {', '.join(missing)}; the server has another version than this client")
    return form(**given)


@cache
def _forms(form: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """Return for each field of a class its name, its key in the JSON, and its type."""
    return tuple((name, name.removesuffix("_"), hint) for name, hint in get_type_hints(form).items())


@cache
def _required_fields(form: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(form) if each.default is MISSING)


def _read(hint: Any, value: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        inner = next(each for each in get_args(hint) if each is not type(None))
        return None if value is None else _read(inner, value)
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], each) for each in value)
    return read_answer(hint, value) if is_dataclass(hint) and isinstance(hint, type) else value
