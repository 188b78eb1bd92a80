"""Checking for those who cannot run `kontor audit verify`: a bundle is sent, a worker judges it (docs/audit.md)."""

from typing import Any

from flask import request
from flask.views import MethodView

from kontor.service.files import CannotUnpack, TooMuch, unpack
from kontor.service.http.auth import Call, needs
from kontor.service.http.jobs import JobSchema, accepted, require_few_jobs
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.http.strict_json import raw_body
from kontor.service.settings import Settings

FILE = {"schema": {"type": "string", "format": "binary"}}
UPLOADS = 4  # that a process takes at once: each is held in memory until it is stored

blp = Blueprint("audits", __name__, url_prefix="/v1/audits", description="Bundles that are sent to be checked.")


@blp.route("")
class Audits(MethodView):
    @needs("game:read", require=require_few_jobs)
    @blp.doc(requestBody={"required": True, "content": {"application/octet-stream": FILE}})
    @blp.response(202, JobSchema)
    @blp.alt_response(413, "Problem")
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="startAudit")
    def post(self, call: Call) -> Any:
        """Have an audit bundle, or a log in NDJSON, checked

        Send the file as it is, plain or packed with gzip or zstandard, under any `Content-Type`. A worker checks it as
        `kontor audit verify` does, of any server's games whose rules are known here; ask at `Location` what came of
        it. The file is deleted as soon as it is judged, the report after a day.
        """
        with call.context.streams.taken(), call.context.uploads.taken():  # a slow sender holds a thread
            upload = raw_body(request, call.context.settings.max_upload_bytes)
            _require_reasonable(upload, call.context.settings)
            return accepted(call, "audit", upload)


def _require_reasonable(upload: bytes, settings: Settings) -> None:
    """Unpacked once, and nothing kept, so that a bomb is refused before it lies anywhere."""
    if not upload:
        raise unreadable("", "empty", "send the bundle as the body")
    try:
        for _ in unpack(upload, settings.max_unpacked_bytes):
            pass
    except TooMuch as error:
        raise Problem("too-large", f"The bundle is too large: {error}. Use `kontor audit verify`.") from None
    except CannotUnpack as error:
        raise unreadable("", "not-packed", f"it cannot be unpacked: {error}") from None
