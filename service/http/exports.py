"""Exports for auditors: a worker writes many games into one archive (docs/audit.md)."""

from typing import Any

from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.model import write
from kontor.service.audit.export import AskedExport
from kontor.service.http.auth import Call, needs
from kontor.service.http.jobs import JobSchema, require_job_allowed, start_job
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import Blueprint, Form

blp = Blueprint("exports", "/v1/exports", "operators")


@blp.route("")
class Exports(MethodView):
    @needs("audit:read", require=require_job_allowed)
    @blp.arguments(Form(AskedExport), example={"since": "2026-01-01T00:00:00Z", "status": "finished"})
    @blp.operation("startExport", 202, JobSchema, also=(429,))
    def post(self, call: Call, asked: AskedExport) -> Any:
        """Start an export: the bundles of many games in one archive

        A worker writes the same archive as `kontor export`. Poll `Location` for the progress. When the job is done,
        `file` has the address of the archive for a day. `file.next` is the cursor for the next export. The archive
        includes private games. The server records the export and each download.
        """
        asked.wanted(call.context.signer.cursor_secret)  # refuse bad values now, not later in the worker
        if asked.ruleset is not None and asked.ruleset not in call.context.registry:
            raise unreadable("/ruleset", "unknown-reference", "this server does not have the ruleset")
        return start_job(call, "export", canonical(write(asked)))
