"""Bodies that two readers could understand differently, or that cost too much to read, are refused."""

import time
from io import BytesIO

import pytest

from tests.support.callers import Caller, problem


@pytest.mark.parametrize(
    ("body", "status", "kind", "code"),
    [
        (b"", 400, "unreadable", "missing-body"),
        (b"{", 400, "unreadable", "not-json"),
        (b"[]", 400, "unreadable", "wrong-type"),
        (b"null", 400, "unreadable", "wrong-type"),
        (b'"roll"', 400, "unreadable", "wrong-type"),
        (b"\xff\xfe", 400, "unreadable", "not-utf-8"),
        (b'{"type":"roll","type":"roll"}', 400, "unreadable", "duplicate-key"),
        (b'{"type":"offer","points":NaN}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":Infinity}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":1.0}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":1e3}', 400, "unreadable", "not-an-integer"),
        (b'{"type":"offer","points":9007199254740992}', 400, "unreadable", "out-of-range"),
        (b'{"type":"offer","points":' + b"9" * 5000 + b"}", 400, "unreadable", "out-of-range"),
        (b'{"type":"show_card","card":"\\ud800"}', 400, "unreadable", "not-text"),
        (b'{"type":"show_card","card":"\\u0000"}', 400, "unreadable", "not-text"),
        (b'{"\\u0000":1,"type":"roll"}', 400, "unreadable", "not-text"),
        (b"[" * 200 + b"]" * 200, 413, "too-large", None),
        (b"[" * 60_000, 413, "too-large", None),
        (b'{"type":"roll","x":' + b"[" * 40 + b"]" * 40 + b"}", 413, "too-large", None),
        (b'{"type":"' + b"x" * 70_000 + b'"}', 413, "too-large", None),
    ],
)
def test_a_body_that_is_no_plain_json_is_refused(
    table: tuple[Caller, str], body: bytes, status: int, kind: str, code: str | None
) -> None:
    anna, game = table
    found = problem(anna.raw(f"{game}/commands", body), status, kind)
    if code is not None:
        assert found["errors"][0]["code"] == code


def test_a_doubled_key_among_many_is_found_at_once(anna: Caller) -> None:
    """Comparing each key with all others would take half a minute of a processor."""
    keys = ",".join(f'"{n}":1' for n in range(24_000))
    began = time.thread_time()
    answer = anna.raw("/v1/rulesets/tiny/boards", f'{{{keys},"23999":1}}'.encode())
    assert time.thread_time() - began < 5
    assert problem(answer, 400, "unreadable")["errors"][0]["code"] == "duplicate-key"


@pytest.mark.parametrize(("length", "status"), [(60_000, 201), (70_000, 413), (400_000, 413)])
def test_a_body_that_does_not_say_its_length_is_measured(anna: Caller, length: int, status: int) -> None:
    """Cut off at the bound it could still be read, as something that was never sent."""
    body = b'{"label":"mine","scopes":["game:read"]}' + b" " * length
    answer = anna.app.test_client().post(
        "/v1/me/keys",
        input_stream=BytesIO(body),
        content_type="application/json",
        headers=anna.headers({}),
        environ_overrides={"wsgi.input_terminated": True},  # as the server says of chunked bodies
    )
    assert answer.status_code == status, answer.text
