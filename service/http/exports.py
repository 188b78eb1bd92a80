"""For auditors: many games as one archive, made by a worker and fetched as a file (docs/audit.md)."""

from typing import Any

from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.model import write
from kontor.service.audit.export import AskedExport
from kontor.service.http.auth import Call, needs
from kontor.service.http.jobs import JobSchema, accepted, require_few_jobs
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import Blueprint, Form

blp = Blueprint("exports", __name__, url_prefix="/v1/exports", description="For auditors: many games as one archive.")


@blp.route("")
class Exports(MethodView):
    @needs("audit:read", require=require_few_jobs)
    @blp.arguments(Form(AskedExport), example={"since": "2026-01-01T00:00:00Z", "status": "finished"})
    @blp.response(202, JobSchema)
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="startExport")
    def post(self, call: Call, asked: AskedExport) -> Any:
        """Have the bundles of many games written into one archive

        A worker makes what `kontor export` makes; ask at `Location` how far it is. Once it is done, `file` says where
        it lies, for a day, and `file.next` from where to go on. Private games are in it, and that it was asked for and
        fetched is recorded.
        """
        asked.wanted(call.context.signer.cursor_secret)  # what cannot be meant is refused now, not by a worker
        if asked.ruleset is not None and asked.ruleset not in call.context.registry:
            raise unreadable("/ruleset", "unknown-reference", "there is no such ruleset here")
        return accepted(call, "export", canonical(write(asked)))
