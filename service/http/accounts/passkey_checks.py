"""Issue challenges for passkeys, and check the answers, with the library `webauthn`.

The server stores no challenges. A challenge is signed, like a cursor. It contains its purpose and the time when the
server issued it. A passkey stores the time of the last challenge that it signed, so a challenge works once.
"""

import ipaddress
import secrets
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

import webauthn
from flask import request
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from kontor.service.clock import utc_now
from kontor.service.http.context import Context
from kontor.service.http.problems import Problem
from kontor.service.signing.cursors import NotOurs, cursor_of, read_cursor

T = TypeVar("T")

LASTS = timedelta(minutes=5)
MARK = b"passkey"
SIGN_IN = "sign-in"  # what a challenge is for; else the account that adds a passkey
VERIFIED = UserVerificationRequirement.REQUIRED  # a passkey is the only factor: the device must ask for PIN or finger
FLAWS = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, IndexError, struct.error)


@dataclass(frozen=True, slots=True)
class Site:
    """The web site of the page that sends the request. A passkey belongs to the host of the site."""

    origin: str
    host: str


def site(context: Context) -> Site:
    """Return the site of the request. Refuse pages of other sites, and hosts that are IP addresses."""
    origin = request.headers.get("Origin", f"https://{request.host}")
    named, public = urlsplit(origin), urlsplit(context.settings.public_url)
    if named.netloc not in (request.host, public.netloc):
        raise Problem("forbidden", "Passkeys work only on the pages of this server, not on pages of other sites.")
    host = named.hostname or ""
    if _is_address(host):
        raise Problem("forbidden", "Passkeys do not work on IP addresses. Open the page at localhost, or by its name.")
    return Site(origin, host)


def _is_address(host: str) -> bool:
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


def creation_options(context: Context, account: UUID, name: str, known: Sequence[bytes]) -> dict[str, Any]:
    """Return the options with which a page asks the browser to create a passkey, as JSON of WebAuthn."""
    options = webauthn.generate_registration_options(
        rp_id=site(context).host,
        rp_name="Kontor",
        user_name=name,
        user_id=account.bytes,
        challenge=_challenge(context, str(account)),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=VERIFIED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
    )
    return options_to_json_dict(options)


def request_options(context: Context) -> dict[str, Any]:
    """Return the options with which a page asks the browser for a passkey, as JSON of WebAuthn."""
    options = webauthn.generate_authentication_options(
        rp_id=site(context).host, challenge=_challenge(context, SIGN_IN), user_verification=VERIFIED
    )
    return options_to_json_dict(options)


def check_new(context: Context, account: UUID, id_: str, response: dict[str, str]) -> Any:
    """Return the verified registration of a new passkey."""
    return _check(
        lambda at: webauthn.verify_registration_response(
            credential=_credential(id_, response),
            expected_challenge=_signed_challenge(context, str(account), response)[0],
            expected_rp_id=at.host,
            expected_origin=at.origin,
            require_user_verification=True,
        ),
        site(context),
    )


def check_used(
    context: Context, id_: str, response: dict[str, str], public_key: bytes, sign_count: int
) -> tuple[int, datetime]:
    """Check the signature of a passkey. Return its new counter, and when the server issued the challenge."""
    challenge, issued_at = _signed_challenge(context, SIGN_IN, response)
    used = _check(
        lambda at: webauthn.verify_authentication_response(
            credential=_credential(id_, response),
            expected_challenge=challenge,
            expected_rp_id=at.host,
            expected_origin=at.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        ),
        site(context),
    )
    return used.new_sign_count, issued_at


def credential_id(text: str) -> bytes:
    """Decode the id of a credential. Return no bytes if the text is not base64url."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        return b""


def _credential(id_: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id_, "rawId": id_, "type": "public-key", "response": response}


def _check(check: Callable[[Site], T], at: Site) -> T:
    try:
        return check(at)
    except FLAWS:
        raise Problem("forbidden", "The answer of the passkey is not valid. Try again on this page.") from None


def _challenge(context: Context, purpose: str) -> bytes:
    issued = int(utc_now().timestamp() * 1_000_000)
    raw = b" ".join([MARK, purpose.encode(), str(issued).encode(), secrets.token_hex(16).encode()])
    return cursor_of(raw, context.signer.cursor_secret).encode()


def _signed_challenge(context: Context, purpose: str, response: dict[str, str]) -> tuple[bytes, datetime]:
    """Return the challenge in a browser's answer, and when the server issued it. Refuse a challenge that is too old, or
    that was issued for another purpose."""
    try:
        challenge = parse_client_data_json(base64url_to_bytes(response["clientDataJSON"])).challenge
        mark, about, issued, _ = read_cursor(challenge.decode(), context.signer.cursor_secret).split(b" ")
        issued_at = datetime.fromtimestamp(int(issued) / 1_000_000, UTC)
    except (NotOurs, *FLAWS):
        raise Problem("forbidden", "The answer of the passkey is not valid. Try again on this page.") from None
    if (mark, about) != (MARK, purpose.encode()) or utc_now() - issued_at > LASTS:
        raise Problem("forbidden", "The challenge for the passkey is too old. Try again.")
    return challenge, issued_at
