"""Export of an account: everything that the server stores about the caller."""

from flask import Response, request
from flask.views import MethodView

from kontor.service.http.accounts.resource import require_full_key
from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.long_answers import NDJSON, long_answer
from kontor.service.http.smorest import Blueprint

HEADERS = {"Content-Disposition": 'attachment; filename="kontor-account.ndjson"', "Vary": "Accept-Encoding"}

blp = Blueprint("account_export", "/v1", "accounts")


@blp.route("/me/export")
class AccountExportResource(MethodView):
    @needs("game:create", require=require_full_key)
    @blp.operation(
        "exportMe",
        200,
        {"type": "string", "description": "NDJSON; docs/contract/accounts.md describes the lines."},
        also=(429,),
        content_type=NDJSON,
    )
    def get(self, call: Call) -> Response:
        """Get everything that the server stores about your account

        Each line is an object with `kind` and `data`. The answer contains no secrets, because the server stores only
        their hashes or shows them once, and no data of other accounts. Games are named with their address.
        """
        call.context.limits.require_within(call.caller, "jobs", request.remote_addr)
        lines = call.context.store.account_export.lines(require_account(call))
        return long_answer(call.context.streams, lines, HEADERS)
