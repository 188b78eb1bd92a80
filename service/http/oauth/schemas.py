"""Forms and schemas of sign-in for apps. The names are those of the RFCs."""

from dataclasses import dataclass
from typing import Annotated

import marshmallow as ma

from kontor.domain.kernel.model import Doc, Pattern
from kontor.service.http.fields import Time, boolean, integer, list_of, string, uuid
from kontor.service.http.oauth.requests import LONGEST


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """The request of the app that the person allows to use the account."""

    request: Annotated[
        str,
        Pattern(rf"[!-~]{{1,{LONGEST}}}", f"1 to {LONGEST} ASCII characters without spaces"),
        Doc("The query of the address of the consent page: `response_type=code&client_id=…`."),
    ]


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """The person's answer to an app that waits with a device code."""

    allow: Annotated[bool, Doc("Whether the app may use your account.")]


class ConsentSchema(ma.Schema):
    redirect_to = string("The address of the app, with the code. Open it in the browser.")


class AppSchema(ma.Schema):
    id = uuid("The id of this permission.", names="grant")
    app = string("The name that the app has chosen.")
    client_id = string("The id with which the app has registered itself.")
    scopes = list_of(string(), "What the app may do.")
    created_at = Time("When you allowed the app.")
    used_at = Time("When the app last got an access token.")
    expires_at = Time("When the permission ends, unless the app uses it before.")


class AppsSchema(ma.Schema):
    items = list_of(AppSchema, "The apps that are allowed now.")


class TokenRequestSchema(ma.Schema):
    grant_type = string("authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:device_code.")
    client_id = string("The id of the app.")
    code = string("With authorization_code.", optional=True)
    redirect_uri = string("With authorization_code: the same address as in the request for the code.", optional=True)
    code_verifier = string("With authorization_code: the PKCE verifier.", optional=True)
    refresh_token = string("With refresh_token.", optional=True)
    scope = string("With refresh_token: fewer scopes than before.", optional=True)
    device_code = string("With the device grant: the device code.", optional=True)
    resource = string("The address of this server (RFC 8707).", optional=True)


class TokensSchema(ma.Schema):
    access_token = string("The access token. Send it as `Authorization: Bearer …`.")
    refresh_token = string("The refresh token, which can be used once. Each exchange returns another one.")
    token_type = string("Always `Bearer`.")
    expires_in = integer("Seconds for which the access token is valid.")
    scope = string("The scopes of the access token, separated by spaces.")


class DeviceRequestSchema(ma.Schema):
    client_id = string("The id of the app.")
    scope = string("The scopes, separated by spaces. The default is game:read.", optional=True)


class DeviceCodesSchema(ma.Schema):
    device_code = string("The code for the token endpoint. Keep it secret.")
    user_code = string("The code that the person types.")
    verification_uri = string("The page on which the person types the code.")
    verification_uri_complete = string("The same page with the code filled in.")
    expires_in = integer("Seconds for which the codes are valid.")
    interval = integer("Seconds to wait between two requests for the tokens.")


class WaitingDeviceSchema(ma.Schema):
    app = string("The name that the app has chosen.")
    client_id = string("The id with which the app has registered itself.")
    scopes = list_of(string(), "The scopes that the app asks for.")


class RevocationRequestSchema(ma.Schema):
    client_id = string("The id of the app.")
    token = string("An access token or a refresh token.")
    token_type_hint = string("Not used.", optional=True)


class OAuthErrorSchema(ma.Schema):
    error = string("The code of the error (RFC 6749).")
    error_description = string("What is wrong, for the author of the app.", optional=True)


class AppMetadataSchema(ma.Schema):
    client_name = string("1 to 80 characters. People see it.")
    redirect_uris = list_of(
        string(),
        ("Up to 5 addresses to which the app wants to get answers. An app on a device without a browser needs none."),
        optional=True,
    )


class RegisteredAppSchema(ma.Schema):
    client_id = string("The client id, with up to 2,000 characters. The same name and addresses give the same id.")
    client_id_issued_at = integer("The time of this answer, in seconds since 1970.")
    client_name = string("The registered name of the app.")
    redirect_uris = list_of(string(), "The registered addresses of the app.")
    token_endpoint_auth_method = string("none: the app has no secret.")
    grant_types = list_of(string(), "The grants that the app may use.")
    response_types = list_of(string(), "Always `code`.")


class ServerMetadataSchema(ma.Schema):
    issuer = string("The address of this server. It is also `iss` in the answer to an app.")
    authorization_endpoint = string("The consent page, to open in a browser.")
    token_endpoint = string("Where an app exchanges a code or a refresh token.")
    registration_endpoint = string("Where an app registers itself.")
    device_authorization_endpoint = string("Where a device gets its codes.")
    revocation_endpoint = string("Where an app revokes its tokens.")
    scopes_supported = list_of(string(), "All scopes that an app can get.")
    response_types_supported = list_of(string(), "Always `code`.")
    grant_types_supported = list_of(string(), "The grants of the token endpoint.")
    token_endpoint_auth_methods_supported = list_of(string(), "Always `none`: apps have no secret.")
    revocation_endpoint_auth_methods_supported = list_of(string(), "Always `none`.")
    code_challenge_methods_supported = list_of(string(), "Always `S256`.")
    authorization_response_iss_parameter_supported = boolean("Always true.")
    service_documentation = string("The guide for authors of apps.")


class ResourceMetadataSchema(ma.Schema):
    resource = string("The address that needs a token.")
    authorization_servers = list_of(string(), "The servers that give tokens for it.")
    scopes_supported = list_of(string(), "All scopes that an app can get.")
    bearer_methods_supported = list_of(string(), "Always `header`: a token is never in an address.")
    resource_documentation = string("The guide for authors of apps.")
