"""Let a worker check an audit bundle, for clients that cannot run `kontor audit verify` (docs/audit.md)."""

from typing import Any

from flask import request
from flask.views import MethodView

from kontor.service.files import CannotUnpack, TooMuch, unpack
from kontor.service.http.auth import Call, needs
from kontor.service.http.jobs import JobSchema, require_job_allowed, start_job
from kontor.service.http.json_bodies import raw_body
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.settings import Settings

FILE = {"schema": {"type": "string", "format": "binary"}}
UPLOADS = 4  # uploads at the same time in a process: each is in memory until it is stored

blp = Blueprint("audits", "/v1/audits", "audit")


@blp.route("")
class Audits(MethodView):
    @needs("game:read", require=require_job_allowed)
    @blp.doc(requestBody={"required": True, "content": {"application/octet-stream": FILE}})
    @blp.operation("startAudit", 202, JobSchema, also=(413, 429))
    def post(self, call: Call) -> Any:
        """Check an audit bundle, or a log in NDJSON

        Send the file plain, or compressed with gzip or zstandard, with any `Content-Type`. A worker makes the same
        checks as `kontor audit verify`. The game may come from any server, if this server has its ruleset. Poll
        `Location` for the report. The server deletes the file after the check, and the report after a day.
        """
        with call.context.streams.hold(), call.context.uploads.hold():  # a slow upload blocks a thread
            upload = raw_body(request, call.context.settings.max_upload_bytes)
            _require_reasonable(upload, call.context.settings)
            return start_job(call, "audit", upload)


def _require_reasonable(upload: bytes, settings: Settings) -> None:
    """Refuse an upload that is empty or too large. The upload is decompressed once before it is stored, so that no
    decompression bomb is stored."""
    if not upload:
        raise unreadable("", "empty", "the body is empty; send the bundle as the body")
    try:
        for _ in unpack(upload, settings.max_unpacked_bytes):
            pass
    except TooMuch as error:
        raise Problem("too-large", f"The bundle is too large: {error}. Check it with `kontor audit verify`.") from None
    except CannotUnpack as error:
        raise unreadable("", "not-packed", f"the bundle cannot be decompressed: {error}") from None
