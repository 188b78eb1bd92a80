"""The device flow (RFC 8628), for terminals: the program shows a short code, and the person types it on `/device`."""

from dataclasses import asdict
from typing import Any

from flask import Response
from flask.views import MethodView

from kontor.service.api_keys import hash_of
from kontor.service.http.accounts.resource import require_full_key
from kontor.service.http.auth import Call, needs, public, require_own_key
from kontor.service.http.callers import count_wrong_key
from kontor.service.http.oauth.device_grant import DeviceEndpoint, plain
from kontor.service.http.oauth.grants import too_many_apps
from kontor.service.http.oauth.resource import answer_form, form_of
from kontor.service.http.oauth.schemas import (
    DeviceAnswer,
    DeviceCodesSchema,
    DeviceRequestSchema,
    WaitingDeviceSchema,
)
from kontor.service.http.problems import not_found
from kontor.service.http.smorest import Blueprint, Form

blp = Blueprint("devices", "/v1", "oauth")


@blp.route("/oauth/device")
class DeviceCodesView(MethodView):
    @public
    @form_of(DeviceRequestSchema)
    @blp.operation("startDeviceSignIn", 200, DeviceCodesSchema)
    def post(self, call: Call) -> Response:
        """Get a code to sign in on a device without a browser

        For apps (RFC 8628). Show `user_code` and `verification_uri` to the person. Then ask the token endpoint every
        `interval` seconds until the person has answered.
        """
        name = DeviceEndpoint.ENDPOINT_NAME
        return answer_form(call, lambda server, asked: server.call_endpoint(name, asked), "accounts")


@blp.route("/me/apps/devices/<user_code>")
class WaitingDeviceView(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation("getWaitingDevice", 200, WaitingDeviceSchema)
    def get(self, call: Call, user_code: str) -> dict[str, Any]:
        """Find the app that waits for an answer to a device code"""
        found = call.context.store.device_codes.find(hash_of(plain(user_code)))
        if found is None:
            raise _refuse_unknown(call)
        return asdict(found)

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(DeviceAnswer), example={"allow": True})
    @blp.operation("answerDevice", 204)
    def post(self, call: Call, given: DeviceAnswer, user_code: str) -> None:
        """Allow or refuse the app that waits for an answer to a device code

        The page `/device` makes this call when the person answers. Use a key with all basic scopes.
        """
        digest, account = hash_of(plain(user_code)), require_own_key(call)
        done = call.context.store.device_codes.decide(digest, account, call.caller.digest or b"", given.allow)
        if done is None:
            raise _refuse_unknown(call)
        if not done:
            raise too_many_apps()


def _refuse_unknown(call: Call) -> Exception:
    """Count a wrong code against the address, so that no client can guess codes."""
    count_wrong_key(call.context)
    return not_found("No device waits with this code. A code is valid for ten minutes and can be used once.")
