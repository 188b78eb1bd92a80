"""What came back, read: an answer of some form, a page of them, an event of a stream."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import httpx
from httpx_sse import ServerSentEvent

from kontor.client import answers as told
from kontor.client.answers import Page, read_answer
from kontor.client.problems import Problem

T = TypeVar("T")


def an(form: type[T]) -> Callable[[httpx.Response], T]:
    return lambda response: read_answer(form, response.json())


def page_of(form: type[T]) -> Callable[[httpx.Response], Page[T]]:
    def read(response: httpx.Response) -> Page[T]:
        body = response.json()
        return Page(tuple(read_answer(form, each) for each in body["items"]), body["next"])

    return read


def as_json(response: httpx.Response) -> Any:
    return response.json() if response.content else None


def as_bytes(response: httpx.Response) -> bytes:
    return response.content


def as_line(event: ServerSentEvent) -> told.Line:
    if event.event == "log_damaged":  # which ends the stream
        raise Problem(503, {"type": "/problems/log-damaged", **json.loads(event.data)})
    return read_answer(told.Line, json.loads(event.data))


def as_notice(event: ServerSentEvent) -> told.Notice:
    return told.Notice(event.event, json.loads(event.data), event.id)
