"""The contact of the operator."""

from datetime import UTC, datetime, timedelta

from flask import Response

from kontor.service.clock import stamp
from kontor.service.http.auth import Call, public
from kontor.service.http.pages.page import blp
from kontor.service.http.problems import not_found


@blp.get("/.well-known/security.txt")
@public
def security(call: Call) -> Response:
    """Return the contact for security reports (RFC 9116). Raise 404 if the operator has not set one."""
    contact = call.context.settings.security_contact
    if not contact:
        raise not_found()
    expires = stamp(datetime.now(UTC) + timedelta(days=180))
    text = f"Contact: {contact}\nPreferred-Languages: en\nExpires: {expires}\n"
    return Response(text, content_type="text/plain; charset=utf-8")
