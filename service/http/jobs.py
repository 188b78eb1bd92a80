"""Jobs: what takes longer than a request, asked for now and fetched later. They are there for whoever asked only."""

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
from kontor.service.http.long_answers import ended_by
from kontor.service.http.moments import Time
from kontor.service.http.problems import not_found, too_much
from kontor.service.http.smorest import Blueprint, Registered, names
from kontor.service.store.caller_jobs import MOST_UNFINISHED, CallerJob

ZSTD = "application/zstd"
STATUSES = ("waiting", "running", "done", "failed")
MADE = {"audit": "result", "export": "file", "hint": "hint", "analysis": "analysis"}  # where what came of it stands
ASK_AGAIN = "1"  # seconds

blp = Blueprint(
    "jobs",
    __name__,
    url_prefix="/v1/jobs",
    description="What was asked for and takes a while: how far it is, what came of it. Kept for a day.",
)


class ProgressSchema(ma.Schema):
    step = ma.fields.String(required=True, metadata={"description": "What it is at; empty before it has begun."})
    done = ma.fields.Integer(required=True)
    of = ma.fields.Integer(
        required=True,
        metadata={"description": "Versions, games or decisions; 0 while that is not known."},
    )


class FlawSchema(ma.Schema):
    check = ma.fields.String(required=True, metadata={"description": "Which check found it."})
    version = ma.fields.Integer(required=True, allow_none=True)
    message = ma.fields.String(required=True)


class AuditReportSchema(ma.Schema):
    good = ma.fields.Boolean(required=True)
    game = ma.fields.String(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True)
    hash = ma.fields.String(required=True)
    ended = ma.fields.Boolean(required=True)
    decided_again = ma.fields.Integer(
        required=True, metadata={"description": "Versions 1 to this one follow from their commands by the rules."}
    )
    logged = ma.fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The newest version that the transparency log is proved to hold."},
    )
    flaws = ma.fields.List(ma.fields.Nested(FlawSchema), required=True)
    unchecked = ma.fields.List(ma.fields.String(), required=True, metadata={"description": "What was not, and why."})
    remarks = ma.fields.List(
        ma.fields.String(), required=True, metadata={"description": "What is worth knowing and no flaw."}
    )
    seconds = ma.fields.Float(required=True)


class MadeFileSchema(ma.Schema):
    href = ma.fields.String(required=True)
    bytes = ma.fields.Integer(required=True)
    games = ma.fields.Integer(required=True)
    events = ma.fields.Integer(required=True)
    next = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "`cursor` of the next export, to go on from here."}
    )


class CandidateSchema(ma.Schema):
    command = Registered("Command", required=True)
    value = ma.fields.Integer(
        required=True, allow_none=True, metadata={"description": "In hundredths of the unit. Null: no number decided."}
    )
    wins = ma.fields.Boolean(required=True, metadata={"description": "It wins the game, as far as the bot looked."})


class ReasonsSchema(ma.Schema):
    because = ma.fields.String(required=True, metadata={"description": "A sentence: what was compared, and how."})
    unit = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "What values are counted in, by hundredths."}
    )
    candidates = ma.fields.List(
        ma.fields.Nested(CandidateSchema),
        required=True,
        metadata={"description": "Best first, be more of the unit better or less; six at most."},
    )
    considered = ma.fields.Integer(required=True, metadata={"description": "How many ways there were in all."})


class HintSchema(ma.Schema):
    game = ma.fields.String(required=True, metadata=names("game"))
    version = ma.fields.Integer(required=True, metadata={"description": "Where the game stood."})
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    bot = ma.fields.String(required=True, metadata=names("bot"))
    command = Registered("Json", required=True, metadata={"description": "Null: it would let others act."})
    reasons = ma.fields.Nested(
        ReasonsSchema, required=True, allow_none=True, metadata={"description": "Null: it gives none."}
    )


class AnalysedSchema(ma.Schema):
    game = ma.fields.String(required=True, metadata=names("game"))
    decisions = ma.fields.Integer(required=True, metadata={"description": "How many were judged."})
    href = ma.fields.String(required=True, metadata={"description": "Where to read them."})


class JobSchema(ma.Schema):
    id = ma.fields.UUID(required=True, attribute="job_id", metadata=names("job"))
    kind = ma.fields.String(required=True, validate=ma.validate.OneOf(tuple(MADE)))
    status = ma.fields.String(required=True, validate=ma.validate.OneOf(STATUSES))
    href = ma.fields.String(required=True)
    progress = ma.fields.Nested(ProgressSchema, required=True)
    result = ma.fields.Nested(
        AuditReportSchema, required=True, allow_none=True, metadata={"description": "Of an audit that is done."}
    )
    file = ma.fields.Nested(
        MadeFileSchema, required=True, allow_none=True, metadata={"description": "Of an export that is done."}
    )
    hint = ma.fields.Nested(
        HintSchema, required=True, allow_none=True, metadata={"description": "Of a hint that is done."}
    )
    analysis = ma.fields.Nested(
        AnalysedSchema, required=True, allow_none=True, metadata={"description": "Of an analysis that is done."}
    )
    why = ma.fields.String(required=True, allow_none=True, metadata={"description": "If it failed: a sentence."})
    created_at = Time(required=True)
    ended_at = Time(required=True, allow_none=True)
    expires_at = Time(required=True, metadata={"description": "From then on it is not here any more."})


@blp.route("/<uuid:job_id>")
class JobResource(MethodView):
    @needs("game:read", require=require_account)
    @blp.response(200, JobSchema)
    @blp.doc(operationId="getJob")
    def get(self, call: Call, job_id: UUID) -> Any:
        """How far a job of yours is, and what came of it

        While it is waiting or running, `Retry-After` says when to ask again.
        """
        found = call.context.caller_jobs.get(require_account(call), job_id)
        if found is None:
            raise not_found()
        return shown(found), 200, {"Retry-After": ASK_AGAIN} if found.ended_at is None else {}

    @needs("game:read", require=require_account)
    @blp.response(204)
    @blp.doc(operationId="cancelJob")
    def delete(self, call: Call, job_id: UUID) -> None:
        """Cancel a job that is not finished; forget one that is"""
        if not call.context.caller_jobs.remove(require_account(call), job_id):
            raise not_found()


@blp.route("/<uuid:job_id>/file")
class JobFile(MethodView):
    @needs("audit:read", require=require_account)
    @blp.response(200, {"type": "string", "format": "binary"}, content_type=ZSTD)
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="getJobFile")
    def get(self, call: Call, job_id: UUID) -> Response:
        """The archive that an export of yours has made

        Packed with zstandard, for `kontor audit verify`, `kontor audit replay` and `kontor import`.
        """
        jobs = call.context.caller_jobs
        found = jobs.get(require_account(call), job_id)
        if found is None or found.status != "done" or found.kind != "export":
            raise not_found()
        headers = {
            "Content-Disposition": f'attachment; filename="{job_id}.ndjson.zst"',
            "Content-Length": str(found.size),
        }
        slot = ExitStack()  # it may take long to send
        slot.enter_context(call.context.streams.taken())
        response = Response(ended_by(jobs.pieces(job_id), slot.close), headers=headers, content_type=ZSTD)
        response.call_on_close(slot.close)  # also if nobody reads to the end
        return response


def require_few_jobs(call: Call) -> None:
    """Asking costs little, doing much: whoever asks has an account, and not for ever so many."""
    require_account(call)
    call.context.limits.require_within(call.caller, "jobs", request.remote_addr)


def accepted(call: Call, kind: str, asked: bytes) -> Any:
    """202 for a job that is owed from now on; 429 where the account, or all of them, have enough."""
    jobs, account = call.context.caller_jobs, require_account(call)
    added = jobs.add(new_id(), account, kind, asked, call.context.settings.job_waiting_bytes)
    if added is not None:
        found = shown(added)
        return found, 202, {"Location": found["href"], "Retry-After": ASK_AGAIN}
    if jobs.unfinished(account) >= MOST_UNFINISHED:
        detail = f"You have {MOST_UNFINISHED} jobs that are not finished. Wait for one of them, or DELETE it."
    else:
        detail = "There is no room for further jobs at the moment. Ask again in a minute."
    raise too_much(detail)


def shown(job: CallerJob) -> dict[str, Any]:
    progress = {"step": job.step, "done": job.done, "of": job.total}
    return {**asdict(job), "href": f"/v1/jobs/{job.job_id}", "progress": progress, **_made(job)}


def _reasons(note: Any) -> Any:
    """A bot may note whatever it likes; these are reasons (`domain.kernel.reasons`)."""
    is_known = isinstance(note, dict) and {"because", "unit", "candidates", "considered"} <= note.keys()
    return note if is_known else None


def _made(job: CallerJob) -> dict[str, Any]:
    """What came of it: a report of an audit, a file of an export, a hint, where an analysis is."""
    found = None if job.result is None else json.loads(job.result)
    made: dict[str, Any] = dict.fromkeys(MADE.values())
    if job.kind == "export" and found is not None:
        found = {**found, "href": f"/v1/jobs/{job.job_id}/file", "bytes": job.size}
    if job.kind == "hint" and found is not None:
        found = {**found, "reasons": _reasons(found["reasons"])}
    if job.kind == "analysis" and found is not None:
        found = {**found, "href": f"/v1/games/{found['game']}/analysis"}
    return {**made, MADE[job.kind]: found}
