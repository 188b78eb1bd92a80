"""Webhooks as they arrive: whether this server sent them, and what they say (docs/webhooks.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from standardwebhooks.webhooks import Webhook as Signed
from standardwebhooks.webhooks import WebhookVerificationError

from kontor.errors import KontorError


class BadSignature(KontorError):
    """A message that was not sent by whoever has the secret, or long ago: answer it with 400 and forget it."""


@dataclass(frozen=True, slots=True)
class Message:
    """`id`: the same if it arrives again. `type`: `decision.pending` and so on; `data`: what it says."""

    id: str
    type: str
    data: Mapping[str, Any]
    time: str
    subject: str | None = None


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> Message:
    """The message in a request to your webhook; BadSignature unless `secret` signed these very bytes within the last
    five minutes. Give the body as it came, not parsed."""
    try:
        Signed(secret).verify(body, {name.lower(): value for name, value in headers.items()})
        told = json.loads(body)
        return Message(told["id"], told["type"], told["data"], told["time"], told.get("subject"))
    except WebhookVerificationError as error:
        raise BadSignature(str(error)) from None
    except (ValueError, KeyError, TypeError) as error:
        raise BadSignature(f"It is no message of Kontor: {error!r}.") from None
