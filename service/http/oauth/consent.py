"""The apps of an account: allow an app, list the apps, revoke an app. The consent page makes these calls with the key
that the browser stores. A page of another origin cannot make them: it has no key, and there are no cookies. So no
forged request and no frame can give consent.
"""

from typing import Any
from uuid import UUID

from authlib.oauth2.base import OAuth2Error
from flask.views import MethodView

from kontor.service.http.accounts.resource import require_full_key
from kontor.service.http.auth import Call, needs, require_own_key
from kontor.service.http.oauth.flow import Server, allow
from kontor.service.http.oauth.requests import read_query
from kontor.service.http.oauth.schemas import AppsSchema, ConsentRequest, ConsentSchema
from kontor.service.http.problems import not_owned, unreadable
from kontor.service.http.public_url import public_url
from kontor.service.http.smorest import Blueprint, Form

blp = Blueprint("apps", "/v1/me/apps", "oauth")


@blp.route("")
class AppsView(MethodView):
    @needs("game:read", require=require_own_key)
    @blp.operation("listApps", 200, AppsSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List the apps that may use your account"""
        return {"items": call.context.store.apps.of_account(require_own_key(call))}

    @needs("game:create", require=require_full_key)
    @blp.arguments(Form(ConsentRequest))
    @blp.operation("allowApp", 201, ConsentSchema)
    def post(self, call: Call, given: ConsentRequest) -> dict[str, str]:
        """Allow an app to use your account

        The consent page makes this call when the person agrees. The app can do what its scopes allow, until you revoke
        the app or the key of this request. Use a key with all basic scopes. An app cannot allow another app.
        """
        base, account = public_url(call.context.settings), require_own_key(call)
        server = Server(call.context.store, base)
        try:
            asked = read_query(given.request, base)
            return {"redirect_to": allow(server, asked, account, call.caller.digest or b"")}
        except OAuth2Error as error:
            raise unreadable("/request", "wrong-form", f"{error.error}: {error.get_error_description()}") from None


@blp.route("/<uuid:app_id>")
class AppView(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation("revokeApp", 204)
    def delete(self, call: Call, app_id: UUID) -> None:
        """Revoke an app

        The server refuses its tokens from the next request on, and ends its streams within two seconds.
        """
        if not call.context.store.apps.revoke(require_own_key(call), app_id):
            raise not_owned("app")
