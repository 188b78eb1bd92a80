"""Webhooks verified in one call, as the service signs them."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

import kontor
from kontor.client import BadSignature
from kontor.service.webhooks.sender import signed_headers

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OLD = "whsec_" + "A" * 32
BODY = json.dumps(
    {"id": "m1", "type": "decision.pending", "time": "t", "subject": "seat:2", "data": {"seat": 2, "town": "Lübeck"}}
)


def headers(secrets: "tuple[str, ...]" = (SECRET,), late: float = 0.0, body: str = BODY) -> dict[str, str]:
    return signed_headers("m1", body, secrets, datetime.now(UTC) - timedelta(seconds=late))


@pytest.mark.parametrize("body", [BODY, BODY.encode()], ids=["text", "bytes"])
def test_a_message_of_the_server_is_read(body: "str | bytes") -> None:
    told = kontor.verify_webhook(headers(), body, SECRET)
    assert (told.id, told.type, told.subject, told.data["town"]) == ("m1", "decision.pending", "seat:2", "Lübeck")


def test_names_of_headers_may_be_written_in_any_way() -> None:
    shouted = {name.upper(): value for name, value in headers().items()}
    assert kontor.verify_webhook(shouted, BODY, SECRET).id == "m1"


def test_while_secrets_rotate_either_of_them_is_good() -> None:
    both = headers((OLD, SECRET))
    assert kontor.verify_webhook(both, BODY, SECRET) == kontor.verify_webhook(both, BODY, OLD)


@pytest.mark.parametrize(
    ("given", "body"),
    [
        (lambda: headers(), BODY + " "),
        (lambda: headers((OLD,)), BODY),
        (lambda: headers(late=301), BODY),
        (lambda: headers(late=-400), BODY),
        (lambda: {}, BODY),
        (lambda: {**headers(), "webhook-signature": "nonsense"}, BODY),
        (lambda: {**headers(), "webhook-timestamp": "yesterday"}, BODY),
        (lambda: {**headers(), "webhook-id": "m2"}, BODY),
        (lambda: headers(body="[]"), "[]"),
        (lambda: headers(body="not json"), "not json"),
        (lambda: headers(), b"\xff\xfe"),
    ],
    ids=[
        "altered",
        "another secret",
        "old",
        "too early",
        "unsigned",
        "nonsense",
        "no time",
        "another id",
        "a list",
        "no JSON",
        "no text",
    ],
)
def test_anything_else_is_refused(given: "Callable[[], dict[str, str]]", body: "str | bytes") -> None:
    with pytest.raises(BadSignature):
        kontor.verify_webhook(given(), body, SECRET)
