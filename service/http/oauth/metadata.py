"""The documents that describe how an app signs people in. An app needs only the address of this server to find them."""

from typing import Any

from flask import request
from flask.views import MethodView

from kontor.service.api_keys import OF_APPS
from kontor.service.http.auth import Call, public
from kontor.service.http.callers import RESOURCE_METADATA, RESOURCES
from kontor.service.http.oauth.schemas import ResourceMetadataSchema, ServerMetadataSchema
from kontor.service.http.problems import not_found
from kontor.service.http.public_url import public_url
from kontor.service.http.smorest import Blueprint

blp = Blueprint("sign_in_metadata", "", "oauth")

AUTHORIZE = "/authorize"  # the consent page
GRANT_TYPES = ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]
GUIDE = "/manual/how-to/let-people-sign-in/"


@blp.route("/.well-known/oauth-authorization-server")
class ServerMetadata(MethodView):
    @public
    @blp.operation("getSignInMetadata", 200, ServerMetadataSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """Get the addresses and abilities of the authorization server

        For apps (RFC 8414).
        """
        base = public_url(call.context.settings)
        return {
            "issuer": base,
            "authorization_endpoint": base + AUTHORIZE,
            "token_endpoint": f"{base}/v1/oauth/token",
            "registration_endpoint": f"{base}/v1/oauth/register",
            "device_authorization_endpoint": f"{base}/v1/oauth/device",
            "revocation_endpoint": f"{base}/v1/oauth/revoke",
            "scopes_supported": OF_APPS,
            "response_types_supported": ["code"],
            "grant_types_supported": GRANT_TYPES,
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": base + GUIDE,
        }


@blp.route(RESOURCE_METADATA)
class ResourceMetadata(MethodView):
    @public
    @blp.operation("getResourceMetadata", 200, ResourceMetadataSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """Get the authorization server of this API

        For apps (RFC 9728). `WWW-Authenticate` of a 401 names this address.
        """
        return _resource(call, "")


@blp.route(f"{RESOURCE_METADATA}/<resource>")
class PathMetadata(MethodView):
    @public
    @blp.operation("getPathMetadata", 200, ResourceMetadataSchema, also=(404,))
    def get(self, call: Call, resource: str) -> dict[str, Any]:
        """Get the authorization server of one path of this server

        For apps (RFC 9728), such as clients of `/mcp`.
        """
        if f"/{resource}" not in RESOURCES:
            raise not_found()
        return _resource(call, f"/{resource}")


def _resource(call: Call, path: str) -> dict[str, Any]:
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    base = public_url(call.context.settings)
    return {
        "resource": base + path,
        "authorization_servers": [base],
        "scopes_supported": OF_APPS,
        "bearer_methods_supported": ["header"],
        "resource_documentation": base + GUIDE,
    }
