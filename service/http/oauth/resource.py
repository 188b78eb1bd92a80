"""The endpoints that apps call: registration, tokens, revocation. Requests and errors follow the RFCs: a request is a
form, an error has `error` and `error_description`."""

import time
from collections.abc import Callable
from typing import Any

import marshmallow as ma
from authlib.oauth2.base import OAuth2Error
from flask import Response, request
from flask.views import MethodView

from kontor.service.http.auth import Call, public
from kontor.service.http.json_bodies import as_json, json_body
from kontor.service.http.oauth.clients import App, flaws
from kontor.service.http.oauth.flow import Server
from kontor.service.http.oauth.metadata import GRANT_TYPES
from kontor.service.http.oauth.requests import ReadRequest, read_pairs
from kontor.service.http.oauth.schemas import (
    AppMetadataSchema,
    OAuthErrorSchema,
    RegisteredAppSchema,
    RevocationRequestSchema,
    TokenRequestSchema,
    TokensSchema,
)
from kontor.service.http.problems import Problem
from kontor.service.http.public_url import public_url
from kontor.service.http.smorest import Blueprint

blp = Blueprint("oauth", "/v1/oauth", "oauth")

NOTHING = {"type": "object", "description": "An empty object.", "additionalProperties": {"type": "string"}}
View = Callable[..., Any]
FORM = "application/x-www-form-urlencoded"


def form_of(schema: type[ma.Schema]) -> Callable[[View], View]:
    """Return a decorator that documents the form fields of a view and the errors of OAuth."""

    def decorator(view: View) -> View:
        media = {"schema": schema}
        view = blp.doc(requestBody={"required": True, "content": {FORM: media}})(view)
        return blp.alt_response(400, schema=OAuthErrorSchema, description="An error of OAuth (RFC 6749)")(view)

    return decorator


def answer_form(call: Call, answer: Callable[[Server, ReadRequest], Response], limit: str = "game:read") -> Response:
    """Read the form of a request and answer it. `limit`: the rate limit of the address (`service.http.limits`)."""
    call.context.limits.require_within(call.caller, limit, request.remote_addr)
    if request.mimetype != FORM:
        raise Problem("unsupported-media-type", f"Send the parameters as a form: `Content-Type: {FORM}`.")
    base = public_url(call.context.settings)
    server = Server(call.context.store, base)
    try:
        return answer(server, read_pairs(list(request.form.items(multi=True)), base))
    except OAuth2Error as error:
        return server.handle_response(*error())


@blp.route("/token")
class TokenEndpoint(MethodView):
    @public
    @form_of(TokenRequestSchema)
    @blp.operation("getAppTokens", 200, TokensSchema)
    def post(self, call: Call) -> Response:
        """Exchange a code or a refresh token for tokens

        For apps (OAuth 2.1). A code is valid for 60 seconds. Each code and each refresh token can be used once. If an
        app uses one twice, the server revokes all tokens that this app has for this person.
        """
        return answer_form(call, lambda server, asked: server.give_tokens(asked))


@blp.route("/revoke")
class RevocationView(MethodView):
    @public
    @form_of(RevocationRequestSchema)
    @blp.operation("revokeAppTokens", 200, NOTHING)
    def post(self, call: Call) -> Response:
        """Revoke the tokens of an app

        For apps, to sign out (RFC 7009). The server revokes all tokens that came from the same consent. An unknown
        token is not an error.
        """
        return answer_form(call, lambda server, asked: server.call_endpoint("revocation", asked))


@blp.route("/register")
class Registration(MethodView):
    @public
    @blp.doc(requestBody={"required": True, "content": {"application/json": {"schema": AppMetadataSchema}}})
    @blp.alt_response(400, schema=OAuthErrorSchema, description="An error of the registration (RFC 7591)")
    @blp.operation("registerApp", 201, RegisteredAppSchema)
    def post(self, call: Call) -> Response:
        """Register an app

        For apps (RFC 7591). The server stores nothing: the client id contains the name and the addresses. The server
        ignores further fields.
        """
        call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
        try:
            given = json_body(request)
        except Problem as unreadable:
            return _refuse("invalid_client_metadata", str(unreadable))
        fields = given if isinstance(given, dict) else {}
        name, uris = fields.get("client_name", ""), fields.get("redirect_uris", [])
        if not isinstance(name, str) or not isinstance(uris, list) or not all(isinstance(uri, str) for uri in uris):
            return _refuse("invalid_client_metadata", "client_name must be a text, and redirect_uris a list of texts.")
        app = App(name, tuple(str(uri) for uri in uris))
        if found := flaws(app):
            return _refuse("invalid_redirect_uri" if "redirect" in found[0] else "invalid_client_metadata", found[0])
        told = {"token_endpoint_auth_method": "none", "grant_types": GRANT_TYPES, "response_types": ["code"]}
        issued = {"client_id": app.client_id, "client_id_issued_at": int(time.time())}
        return as_json({**issued, "client_name": app.name, "redirect_uris": app.redirect_uris, **told}, 201)


def _refuse(error: str, description: str) -> Response:
    return as_json({"error": error, "error_description": description}, 400)
