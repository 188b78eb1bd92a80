"""The pages on which people let apps use their account, and revoke them."""

from typing import Any

from authlib.oauth2.base import OAuth2Error
from flask import Response, request

from kontor.service.http.auth import Call, public
from kontor.service.http.oauth.clients import receiver
from kontor.service.http.oauth.device_grant import PAGE
from kontor.service.http.oauth.flow import Server, ask
from kontor.service.http.oauth.metadata import AUTHORIZE
from kontor.service.http.oauth.requests import read_query
from kontor.service.http.pages.page import blp, page
from kontor.service.http.public_url import public_url


@blp.get(AUTHORIZE)
@public
def authorize(call: Call) -> Response:
    """Show what an app asks for. This page never redirects by itself, not even with an error. Otherwise an attacker
    could register an app, and use this server to send people to any address."""
    base = public_url(call.context.settings)
    server = Server(call.context.store, base)
    try:
        asked = ask(server, read_query(request.query_string.decode("ascii", "replace"), base))
    except OAuth2Error as error:
        found = page("authorize.html", script="authorize.js", error=error, back=server.redirect_of_error(error))
        found.status_code = 400
        return found
    facts: dict[str, Any] = {
        "app": asked.app,
        "scopes": asked.scopes,
        "receiver": receiver(asked.redirect_uri),
        "deny": asked.deny,
    }
    return page("authorize.html", script="authorize.js", **facts)


@blp.get(PAGE)
def device() -> Response:
    return page("device.html", script="device.js")


@blp.get("/apps")
def apps() -> Response:
    return page("apps.html", script="apps.js")
