"""The passkeys of an account, and the new API key that a page gets when a person signs in with a passkey."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

import marshmallow as ma
from flask import request
from flask.views import MethodView

from kontor.domain.kernel.model import Doc, Pattern
from kontor.service.clock import new_id
from kontor.service.http.accounts import passkey_checks
from kontor.service.http.accounts.recovery import new_key
from kontor.service.http.accounts.resource import MOST_KEYS, require_full_key
from kontor.service.http.accounts.schemas import Name, RevokeKeys, SignedInSchema
from kontor.service.http.auth import Call, needs, public, require_account
from kontor.service.http.callers import unauthenticated_problem
from kontor.service.http.fields import Registered, Time, list_of, string, uuid
from kontor.service.http.problems import Problem, not_owned
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.http.visible_text import require_visible_name
from kontor.service.store.passkeys import MOST, PasskeyRow

UNKNOWN = "This passkey is not valid here: the server does not know it, it was removed, or its answer was used before."

blp = Blueprint("passkeys", "/v1", "accounts")


def _base64url(most: int) -> Pattern:
    return Pattern(rf"[A-Za-z0-9_-]{{1,{most}}}", f"1 to {most} characters of base64url")


CredentialId = Annotated[str, _base64url(1400), Doc("`id` of the browser's credential.")]
ClientData = Annotated[str, _base64url(4000), Doc("`response.clientDataJSON` of the browser's credential.")]


@dataclass(frozen=True, slots=True)
class PasskeyRequest:
    """A new passkey, as the browser created it. The values are those of `PublicKeyCredential.toJSON()`."""

    credential: CredentialId
    client_data: ClientData
    attestation: Annotated[str, _base64url(20_000), Doc("`response.attestationObject` of the browser's credential.")]
    label: Annotated[Name, Doc("A name for the passkey, by which you recognise it.")] = "passkey"


@dataclass(frozen=True, slots=True)
class PasskeySignIn:
    """The answer of a passkey to a challenge. The values are those of `PublicKeyCredential.toJSON()`."""

    credential: CredentialId
    client_data: ClientData
    authenticator_data: Annotated[str, _base64url(4000), Doc("`response.authenticatorData`.")]
    signature: Annotated[str, _base64url(2000), Doc("`response.signature`.")]
    revoke_keys: RevokeKeys = False


class PasskeySchema(ma.Schema):
    id = uuid(names="passkey")
    label = string("The name that you gave the passkey.")
    host = string("The passkey works on pages of this host.")
    created_at = Time("When you added the passkey.")
    used_at = Time("When the passkey was last used; null: never.", null=True)


class PasskeysSchema(ma.Schema):
    items = list_of(PasskeySchema, "All passkeys of the account.")


class PasskeyOptionsSchema(ma.Schema):
    options = Registered("JsonValue", "The argument for `PublicKeyCredential.parse…OptionsFromJSON()` of the browser.")


@blp.route("/me/passkeys")
class MyPasskeys(MethodView):
    @needs("game:read", require=require_account)
    @blp.operation("listPasskeys", 200, PasskeysSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List your passkeys"""
        return {"items": call.context.store.passkeys.of_account(require_account(call))}

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(PasskeyRequest))
    @blp.operation("addPasskey", 201, PasskeySchema)
    def post(self, call: Call, new: PasskeyRequest) -> PasskeyRow:
        """Add a passkey to your account

        Ask for options first (`POST /v1/me/passkeys/options`). The passkey works on pages of the same host.
        """
        require_visible_name("/label", new.label)
        context, account = call.context, require_account(call)
        response = {"clientDataJSON": new.client_data, "attestationObject": new.attestation}
        made = passkey_checks.check_new(context, account, new.credential, response)
        added = context.store.passkeys.add(
            new_id(),
            account,
            made.credential_id,
            made.credential_public_key,
            made.sign_count,
            passkey_checks.site(context).host,
            new.label,
        )
        if added is None:
            raise Problem("forbidden", f"The passkey exists already, or the account has {MOST} of them. Remove one.")
        return added


@blp.route("/me/passkeys/options")
class CreationOptions(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation("passkeyCreationOptions", 200, PasskeyOptionsSchema)
    def post(self, call: Call) -> dict[str, Any]:
        """Get the options with which a page creates a passkey

        Only pages of this server can create a passkey. They cannot create one if the host in their address is an IP
        address. The options are valid for five minutes.
        """
        account, store = require_account(call), call.context.store
        if (found := store.accounts.account(account)) is None:
            raise unauthenticated_problem()
        known = store.passkeys.credentials(account)
        return {"options": passkey_checks.creation_options(call.context, account, found.name, known)}


@blp.route("/me/passkeys/<uuid:passkey_id>")
class MyPasskey(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation("removePasskey", 204)
    def delete(self, call: Call, passkey_id: UUID) -> None:
        """Remove a passkey

        Keys that were issued for it stay valid. Revoke them if another person has the device.
        """
        if not call.context.store.passkeys.remove(require_account(call), passkey_id):
            raise not_owned("passkey")


@blp.route("/passkeys/options")
class RequestOptions(MethodView):
    @public
    @blp.operation("passkeySignInOptions", 200, PasskeyOptionsSchema, also=(403,))
    def post(self, call: Call) -> Mapping[str, Any]:
        """Get the options with which a page asks for a passkey

        The options are valid for five minutes, and for one use.
        """
        call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
        return {"options": passkey_checks.request_options(call.context)}


@blp.route("/passkeys/sign-in")
class SignIn(MethodView):
    @public
    @blp.arguments(Form(PasskeySignIn))
    @blp.operation("signInWithPasskey", 201, SignedInSchema, also=(403,))
    def post(self, call: Call, given: PasskeySignIn) -> dict[str, Any]:
        """Get a new key for a passkey

        Revoke the key when the person signs out (`DELETE /v1/me/keys/{key}`).
        """
        context, stored = call.context, call.context.store.passkeys
        context.limits.require_within(call.caller, "accounts", request.remote_addr)
        found = stored.find(passkey_checks.credential_id(given.credential))
        if found is None or found.host != passkey_checks.site(context).host:
            raise Problem("forbidden", UNKNOWN)
        response = {
            "clientDataJSON": given.client_data,
            "authenticatorData": given.authenticator_data,
            "signature": given.signature,
        }
        count, issued_at = passkey_checks.check_used(
            context, given.credential, response, found.public_key, found.sign_count
        )
        return new_key(
            found.owner,
            given.revoke_keys,
            UNKNOWN,
            found.label,
            lambda _, key: stored.use(found, count, issued_at, key, MOST_KEYS),
        )
