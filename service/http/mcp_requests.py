"""Admit requests to `/mcp`. The MCP process answers them (`service.front.mcp`). It first passes each request to this
view, which checks the key and the limits."""

from flask import Blueprint, Response, request

from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.internal_headers import ASKS, FRONT, Admitted
from kontor.service.http.problems import Problem

blp = Blueprint("mcp", __name__)


@blp.get("/mcp")
@needs("game:read", require=require_account)
def admit(call: Call) -> Response:
    if request.headers.get(FRONT) != ASKS:
        raise Problem("unavailable", "This process does not serve MCP. Start the server with `kontor server serve`.")
    admitted = Admitted.of(call.caller, request.remote_addr, None)
    return Response(headers={"Cache-Control": "no-store", **admitted.header})
