"""Make one attempt to deliver a webhook message. The message is signed, limited in time and size, and follows no
redirects."""

import base64
import secrets
import time
from collections.abc import Sequence
from datetime import datetime

import httpcore
from standardwebhooks import Webhook as Signer

from kontor.service.clock import utc_now
from kontor.service.store.webhooks import Attempt
from kontor.service.webhooks.deadline import Deadline
from kontor.service.webhooks.ssrf import Forbidden, GuardedBackend, require_allowed_url

SECONDS = 10.0
MOST_BYTES = 64 * 1024
SECRET_PREFIX = "whsec_"


def new_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signed_headers(message_id: str, body: str, keys: Sequence[str], at: datetime) -> dict[str, str]:
    """Return the headers of Standard Webhooks. The headers contain one signature for each secret: two signatures during
    a rotation."""
    signatures = [Signer(key).sign(message_id, at, body) for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def send(
    url: str,
    message_id: str,
    body: str,
    keys: Sequence[str],
    loopback: bool = False,
    content_type: str = "application/cloudevents+json",
) -> Attempt:
    """Post a message once, and return the result. Errors of the receiver raise no exception. If the host is refused,
    report no duration, because it would reveal which names exist in private networks."""
    began = time.monotonic()
    try:
        status, error = _post(url, message_id, body, keys, loopback, content_type), None
    except Forbidden as refusal:
        return Attempt(None, str(refusal), 0)
    except (TimeoutError, httpcore.TimeoutException):
        status, error = None, f"no answer within {SECONDS:.0f} seconds"
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as failure:
        status, error = None, f"{type(failure).__name__}: {failure}"[:200]
    return Attempt(status, error, int((time.monotonic() - began) * 1000))


def _post(url: str, message_id: str, body: str, keys: Sequence[str], loopback: bool, content_type: str) -> int:
    require_allowed_url(url, loopback)
    headers = [
        ("content-type", content_type),
        ("user-agent", "kontor-webhooks/1"),
        *signed_headers(message_id, body, keys, utc_now()).items(),
    ]
    with (
        httpcore.ConnectionPool(network_backend=GuardedBackend(loopback, Deadline(SECONDS))) as pool,
        pool.stream("POST", url, headers=headers, content=body.encode()) as response,
    ):
        _read_some(response)
        return response.status


def _read_some(response: httpcore.Response) -> None:
    """Read the receiver's answer, up to a maximum size. Without this, the exchange would not end properly."""
    size = 0
    for chunk in response.iter_stream():
        size += len(chunk)
        if size > MOST_BYTES:
            return
