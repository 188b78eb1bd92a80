"""Both clients have a method for each operation of the OpenAPI documents, and each sends the right request."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from kontor.client import AsyncClient, Client
from kontor.client.calls import Calls
from kontor.client.exchange import Request
from kontor.client.streams import Stream
from tests.client.misbehaving import misbehaving, says
from tests.tools.client_operations import Operation, operations
from tests.tools.client_types import documents

OPERATIONS = list(operations(documents()))
# What a call is given in place of an argument without a default.
VALUES = {"int": 7, "str": "x", "Id": "x", "bytes": b"x", "Body": {}, "object": {"type": "x"}}


def described(operation: Operation) -> Any:
    """Return the request of a method, with placeholders for its arguments."""
    describe = inspect.getattr_static(Calls, operation.name)._describe
    needed = [each for each in inspect.signature(describe).parameters.values() if each.default is each.empty]
    given = [VALUES.get(str(getattr(each.annotation, "__name__", each.annotation)), "x") for each in positional(needed)]
    made = describe(None, *given)
    return next(made) if inspect.isgenerator(made) else made


def positional(needed: list[inspect.Parameter]) -> Iterator[inspect.Parameter]:
    return (each for each in needed[1:] if each.kind is not each.VAR_KEYWORD)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_both_clients_have_a_method_that_sends_the_request_of_the_operation(operation: Operation) -> None:
    for client in (Client, AsyncClient):
        assert hasattr(client, operation.name), f"{operation.id} has no method; run: make client-types"
    sent = described(operation)
    method = sent.method if isinstance(sent, Request) else "GET"
    assert isinstance(sent, Request | Stream)
    pattern = re.sub(r"\\{\w+\\}", "(7|x)", re.escape(operation.path))
    assert method == operation.method
    assert re.fullmatch(pattern, sent.path.partition("?")[0]), sent.path


def test_the_fields_of_a_form_are_sent_as_a_form() -> None:
    with misbehaving(says(200, "{}")) as server, Client(server.url) as client:
        client.revoke_app_tokens("a b", "x")
    _, headers, content = server.got[0]
    assert headers["content-type"] == "application/x-www-form-urlencoded"
    assert content == b"client_id=a+b&token=x"


def test_no_two_operations_share_a_method() -> None:
    names = [each.name for each in OPERATIONS]
    assert len(names) == len(set(names)) >= 80


def test_a_post_is_repeated_only_with_an_idempotency_key_or_if_it_changes_nothing() -> None:
    harmless = {"rematch", "what_if"}  # the second rematch is the first one; what-if stores nothing
    for each in OPERATIONS:
        sent = described(each)
        if each.method == "POST" and each.name not in harmless:
            assert sent.once != ("Idempotency-Key" in sent.headers), each.id
