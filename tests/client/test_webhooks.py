"""Webhooks verified in one call, as the service signs them."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

import kontor
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


def changed(**values: str) -> dict[str, str]:
    return {**headers(), **{f"webhook-{name}": value for name, value in values.items()}}


@pytest.mark.parametrize(
    ("given", "body", "said"),
    [
        pytest.param(headers, BODY + " ", "these bytes", id="altered"),
        pytest.param(lambda: headers((OLD,)), BODY, "these bytes", id="another secret"),
        pytest.param(lambda: headers(late=301), BODY, r"sent 30\d s ago", id="old"),
        pytest.param(lambda: headers(late=-400), BODY, "in the future", id="too early"),
        pytest.param(dict, BODY, "lack webhook-id and webhook-timestamp", id="unsigned"),
        pytest.param(lambda: changed(id=""), BODY, "lack webhook-id", id="no id"),
        pytest.param(lambda: changed(id="m2"), BODY, "these bytes", id="another id"),
        pytest.param(lambda: changed(signature="nonsense"), BODY, "webhook-signature is malformed", id="nonsense"),
        pytest.param(lambda: changed(signature="v1,a,b"), BODY, "webhook-signature is malformed", id="two commas"),
        pytest.param(lambda: changed(signature="v1,é"), BODY, "webhook-signature is malformed", id="no ASCII"),
        pytest.param(lambda: changed(signature="v1,abc"), BODY, "these bytes", id="no base64"),
        pytest.param(lambda: changed(signature="v2,abcd"), BODY, "these bytes", id="another version"),
        pytest.param(lambda: changed(timestamp="yesterday"), BODY, "webhook-timestamp is malformed", id="no time"),
        pytest.param(lambda: changed(timestamp="nan"), BODY, "webhook-timestamp is malformed", id="no number"),
        pytest.param(lambda: changed(timestamp="٣"), BODY, "webhook-timestamp is malformed", id="other digits"),
        pytest.param(lambda: changed(timestamp="9" * 400), BODY, "webhook-timestamp is malformed", id="beyond time"),
        pytest.param(lambda: headers(body="[]"), "[]", "not a message of Kontor", id="a list"),
        pytest.param(lambda: headers(body="null"), "null", "not a message of Kontor", id="null"),
        pytest.param(lambda: headers(body="not json"), "not json", "not a message of Kontor", id="no JSON"),
        pytest.param(headers, b"\xff\xfe", "not text in UTF-8", id="no text"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(
    given: "Callable[[], dict[str, str]]", body: "str | bytes", said: str
) -> None:
    with pytest.raises(kontor.BadSignature, match=said) as refused:
        kontor.verify_webhook(given(), body, SECRET)
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_a", "whsec_é", "nonsense!", None, b"whsec_AAAA"])
def test_an_invalid_secret_is_distinguished_from_an_invalid_message(secret: str) -> None:
    """Whoever answers 400 for a flaw of their own settings would lose messages."""
    with pytest.raises(kontor.BadSecret, match="secret of a webhook"):
        kontor.verify_webhook(headers(), BODY, secret)


def test_a_body_that_was_parsed_is_a_sentence() -> None:
    with pytest.raises(TypeError, match="as received"):
        kontor.verify_webhook(headers(), json.loads(BODY), SECRET)
