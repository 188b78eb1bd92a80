"""Jobs: work that takes longer than a request. Only the account that started a job can read it."""

import json
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any
from uuid import UUID

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.clock import new_id
from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.long_answers import close_after
from kontor.service.http.problems import not_found, too_much
from kontor.service.http.smorest import Blueprint, Registered, names
from kontor.service.http.times import Time
from kontor.service.store.caller_jobs import MOST_UNFINISHED, CallerJob

ZSTD = "application/zstd"
STATUSES = ("waiting", "running", "done", "failed")
MADE = {
    "audit": "result",
    "export": "file",
    "hint": "hint",
    "analysis": "analysis",
}  # the field with the result, by kind of job
ASK_AGAIN = "1"  # seconds between two polls

blp = Blueprint(
    "jobs",
    __name__,
    url_prefix="/v1/jobs",
    description="The progress and results of background jobs. The server keeps a job for a day.",
)


class ProgressSchema(ma.Schema):
    step = ma.fields.String(required=True, metadata={"description": "The current step; empty before the job starts."})
    done = ma.fields.Integer(required=True)
    of = ma.fields.Integer(
        required=True,
        metadata={"description": "The total number of versions, games or decisions; 0 if not known yet."},
    )


class FlawSchema(ma.Schema):
    check = ma.fields.String(required=True, metadata={"description": "The check that found the flaw."})
    version = ma.fields.Integer(required=True, allow_none=True)
    message = ma.fields.String(required=True)


class AuditReportSchema(ma.Schema):
    good = ma.fields.Boolean(required=True)
    game = ma.fields.String(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    ended = ma.fields.Boolean(required=True)
    decided_again = ma.fields.Integer(
        required=True, metadata={"description": "The rules give the same events again for versions 1 to this one."}
    )
    logged = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The newest version that is proved to be in the transparency log."},
    )
    witnessed = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The newest version whose checkpoint satisfies your policy about witnesses."},
    )
    flaws = ma.fields.List(ma.fields.Nested(FlawSchema), required=True)
    unchecked = ma.fields.List(
        ma.fields.String(), required=True, metadata={"description": "What was not checked, and why."}
    )
    remarks = ma.fields.List(ma.fields.String(), required=True, metadata={"description": "Remarks that are not flaws."})
    seconds = ma.fields.Float(required=True)


class MadeFileSchema(ma.Schema):
    href = ma.fields.String(required=True)
    bytes = ma.fields.Integer(required=True)
    games = ma.fields.Integer(required=True)
    events = ma.fields.Integer(required=True)
    next = ma.fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Send it as `cursor` of the next export to continue from here."},
    )


class CandidateSchema(ma.Schema):
    command = Registered("Command", required=True)
    value = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "In hundredths of `unit`. Null: the bot did not compare numbers."},
    )
    wins = ma.fields.Boolean(
        required=True, metadata={"description": "True if the command wins the game, as far as the bot can see."}
    )


class ReasonsSchema(ma.Schema):
    because = ma.fields.String(required=True, metadata={"description": "A sentence: what the bot compared, and how."})
    unit = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "The unit of the values, which are in hundredths."}
    )
    candidates = ma.fields.List(
        ma.fields.Nested(CandidateSchema),
        required=True,
        metadata={"description": "The best commands first, whether a higher or a lower value is better. Six at most."},
    )
    considered = ma.fields.Integer(required=True, metadata={"description": "How many commands the bot compared."})


class HintSchema(ma.Schema):
    game = ma.fields.String(required=True, metadata=names("game"))
    version = ma.fields.Integer(
        required=True, metadata={"description": "The version of the game for which the hint is."}
    )
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    bot = ma.fields.String(required=True, metadata=names("bot"))
    command = Registered("Json", required=True, metadata={"description": "Null: the bot would wait for other seats."})
    reasons = ma.fields.Nested(
        ReasonsSchema, required=True, allow_none=True, metadata={"description": "Null: the bot gives no reasons."}
    )


class AnalysedSchema(ma.Schema):
    game = ma.fields.String(required=True, metadata=names("game"))
    decisions = ma.fields.Integer(required=True, metadata={"description": "How many decisions were judged."})
    href = ma.fields.String(required=True, metadata={"description": "The address of the analysis."})


class JobSchema(ma.Schema):
    id = ma.fields.UUID(required=True, attribute="job_id", metadata=names("job"))
    kind = ma.fields.String(required=True, validate=ma.validate.OneOf(tuple(MADE)))
    status = ma.fields.String(required=True, validate=ma.validate.OneOf(STATUSES))
    href = ma.fields.String(required=True)
    progress = ma.fields.Nested(ProgressSchema, required=True)
    result = ma.fields.Nested(
        AuditReportSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The report, if `kind` is `audit` and the job is done."},
    )
    file = ma.fields.Nested(
        MadeFileSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The archive, if `kind` is `export` and the job is done."},
    )
    hint = ma.fields.Nested(
        HintSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The hint, if `kind` is `hint` and the job is done."},
    )
    analysis = ma.fields.Nested(
        AnalysedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The analysis, if `kind` is `analysis` and the job is done."},
    )
    why = ma.fields.String(required=True, allow_none=True, metadata={"description": "Why the job failed."})
    created_at = Time(required=True)
    ended_at = Time(required=True, allow_none=True)
    expires_at = Time(required=True, metadata={"description": "When the server deletes the job."})


@blp.route("/<uuid:job_id>")
class JobResource(MethodView):
    @needs("game:read", require=require_account)
    @blp.response(200, JobSchema)
    @blp.doc(operationId="getJob")
    def get(self, call: Call, job_id: UUID) -> Any:
        """Get the progress and the result of your job

        While the job is waiting or running, `Retry-After` says when to poll again.
        """
        found = call.context.caller_jobs.get(require_account(call), job_id)
        if found is None:
            raise not_found()
        return job_body(found), 200, {"Retry-After": ASK_AGAIN} if found.ended_at is None else {}

    @needs("game:read", require=require_account)
    @blp.response(204)
    @blp.doc(operationId="cancelJob")
    def delete(self, call: Call, job_id: UUID) -> None:
        """Cancel a job, or delete a finished one"""
        if not call.context.caller_jobs.remove(require_account(call), job_id):
            raise not_found()


@blp.route("/<uuid:job_id>/file")
class JobFile(MethodView):
    @needs("audit:read", require=require_account)
    @blp.response(200, {"type": "string", "format": "binary"}, content_type=ZSTD)
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="getJobFile")
    def get(self, call: Call, job_id: UUID) -> Response:
        """Get the archive of your export

        It is compressed with zstandard. `kontor audit verify`, `kontor audit replay` and `kontor import` read it.
        """
        jobs = call.context.caller_jobs
        found = jobs.get(require_account(call), job_id)
        if found is None or found.status != "done" or found.kind != "export":
            raise not_found()
        headers = {
            "Content-Disposition": f'attachment; filename="{job_id}.ndjson.zst"',
            "Content-Length": str(found.size),
        }
        slot = ExitStack()  # sending may take long
        slot.enter_context(call.context.streams.hold())
        response = Response(close_after(jobs.pieces(job_id), slot.close), headers=headers, content_type=ZSTD)
        response.call_on_close(slot.close)  # also if the client disconnects
        return response


def require_job_allowed(call: Call) -> None:
    """Refuse callers without an account or over the limit: a request for a job is cheap, but the job is not."""
    require_account(call)
    call.context.limits.require_within(call.caller, "jobs", request.remote_addr)


def start_job(call: Call, kind: str, asked: bytes) -> Any:
    """Store a job and return 202. Raise 429 if the account, or the server, has too many."""
    jobs, account = call.context.caller_jobs, require_account(call)
    added = jobs.add(new_id(), account, kind, asked, call.context.settings.job_waiting_bytes)
    if added is not None:
        found = job_body(added)
        return found, 202, {"Location": found["href"], "Retry-After": ASK_AGAIN}
    if jobs.unfinished(account) >= MOST_UNFINISHED:
        detail = f"You have {MOST_UNFINISHED} unfinished jobs. Wait for one of them, or DELETE it."
    else:
        detail = "The server cannot take more jobs at the moment. Try again in a minute."
    raise too_much(detail)


def job_body(job: CallerJob) -> dict[str, Any]:
    progress = {"step": job.step, "done": job.done, "of": job.total}
    return {**asdict(job), "href": f"/v1/jobs/{job.job_id}", "progress": progress, **_result_fields(job)}


def _reasons(note: Any) -> Any:
    """Return the note of a bot if it has the form of reasons (`domain.kernel.reasons`), else None. Bots may note
    anything."""
    is_known = isinstance(note, dict) and {"because", "unit", "candidates", "considered"} <= note.keys()
    return note if is_known else None


def _result_fields(job: CallerJob) -> dict[str, Any]:
    """Return the fields of the result: that of the kind of the job is set, the others are None."""
    found = None if job.result is None else json.loads(job.result)
    made: dict[str, Any] = dict.fromkeys(MADE.values())
    if job.kind == "export" and found is not None:
        found = {**found, "href": f"/v1/jobs/{job.job_id}/file", "bytes": job.size}
    if job.kind == "hint" and found is not None:
        found = {**found, "reasons": _reasons(found["reasons"])}
    if job.kind == "analysis" and found is not None:
        found = {**found, "href": f"/v1/games/{found['game']}/analysis"}
    return {**made, MADE[job.kind]: found}
