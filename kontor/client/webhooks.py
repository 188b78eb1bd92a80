"""Verify webhooks: check that the server sent them, and read their content (docs/webhooks.md)."""

import base64
import binascii
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from standardwebhooks.webhooks import Webhook as Signed
from standardwebhooks.webhooks import WebhookVerificationError

from kontor.errors import KontorError

PREFIX = "whsec_"
LATE = 300  # seconds, early or late
NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature")
SIGNATURES = re.compile(r"v\w+,[\w+/=-]+(?: v\w+,[\w+/=-]+)*", re.ASCII)


class BadSignature(KontorError):
    """The message was not signed with the secret, or is too old. Answer it with 400 and ignore it."""


class BadSecret(KontorError, ValueError):
    """The secret is malformed, so no message can be checked. Correct your settings, and answer with 500."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a webhook. `id`: the id, which is the same if the server sends the message again. `type`: for
    example `decision.pending`. `data`: the content."""

    id: str
    type: str
    data: Mapping[str, Any]
    time: str
    subject: str | None = None


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> Message:
    """Return the message in a request to your webhook. Pass the body as you received it, not parsed. Raise BadSignature
    unless these bytes were signed with `secret` within the last five minutes. Raise BadSecret if the secret is
    malformed."""
    key = _key(secret)
    if not isinstance(body, bytes | str):
        raise TypeError(
            "Pass the body as received, as bytes or text: the signature covers these bytes, not the parsed JSON."
        )
    sent = {str(name).lower(): value for name, value in headers.items()}
    _require_readable(sent)
    try:
        Signed(key).verify(body, sent, json_parse=False)
    except (WebhookVerificationError, binascii.Error):
        raise BadSignature("No signature matches this secret and these bytes.") from None
    except UnicodeDecodeError:
        raise BadSignature("The body is not text in UTF-8.") from None
    return _message(body)


def _key(secret: str) -> bytes:
    if not isinstance(secret, str):
        raise BadSecret(f"The secret of a webhook is a string that begins with {PREFIX}, not {type(secret).__name__}.")
    text = secret.removeprefix(PREFIX).rstrip("=")
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise BadSecret(
            f"This is not the secret of a webhook: a secret is {PREFIX} followed by base64, as the server returned it."
        )
    return key


def _require_readable(sent: Mapping[str, str]) -> None:
    if missing := [name for name in NAMES if not sent.get(name)]:
        raise BadSignature(f"The message is not signed: its headers lack {' and '.join(missing)}.")
    if not SIGNATURES.fullmatch(sent["webhook-signature"]):
        raise BadSignature(
            "webhook-signature is malformed: it must be v1, a comma and base64; several are separated by spaces."
        )
    if not re.fullmatch(r"[0-9]{1,12}", sent["webhook-timestamp"]):
        raise BadSignature("webhook-timestamp is malformed: it must be the seconds since 1970, in digits.")
    late = time.time() - int(sent["webhook-timestamp"])
    if abs(late) > LATE:
        when = f"{late:.0f} s ago" if late > 0 else f"{-late:.0f} s in the future"
        raise BadSignature(
            f"The message was sent {when}, but at most {LATE} s are allowed. Is the clock of this machine right?"
        )


def _message(body: bytes | str) -> Message:
    try:
        told = json.loads(body)
        return Message(told["id"], told["type"], told["data"], told["time"], told.get("subject"))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadSignature(
            "The signature is valid, but the body is not a message of Kontor: JSON with id, type, time and data."
        ) from None
