"""Jobs: work that takes longer than a request. Only the account that started a job can read it."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.clock import new_id
from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.fields import Registered, Time, boolean, integer, list_of, nested_field, one_of, string, uuid
from kontor.service.http.long_answers import chunked_answer
from kontor.service.http.problems import not_owned, too_much
from kontor.service.http.smorest import Blueprint
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

blp = Blueprint("jobs", "/v1/jobs", "service")


class ProgressSchema(ma.Schema):
    step = string("The current step; empty before the job starts.")
    done = integer("How many versions, games or decisions are finished.")
    of = integer("The total number of versions, games or decisions; 0 if not known yet.")


class FlawSchema(ma.Schema):
    check = string("The check that found the flaw.")
    version = integer("The version of the event with the flaw; null if it concerns no single event.", null=True)
    message = string("What is wrong, as a sentence.")


class AuditReportSchema(ma.Schema):
    good = boolean("True if no flaw was found.")
    game = string(names="game")
    version = integer("The newest version in the bundle.")
    hash = string("The hash of that version.")
    ended = boolean("Whether the game is over at that version.")
    decided_again = integer("The rules give the same events again for versions 1 to this one.")
    logged = integer("The newest version that is proved to be in the transparency log.", null=True)
    witnessed = integer("The newest version whose checkpoint satisfies your policy about witnesses.", null=True)
    flaws = list_of(FlawSchema, "All flaws that were found; empty if the bundle is good.")
    unchecked = list_of(string(), "What was not checked, and why.")
    remarks = list_of(string(), "Remarks that are not flaws.")
    seconds = ma.fields.Float(required=True, metadata={"description": "How long the check took."})


class MadeFileSchema(ma.Schema):
    href = string("The address of the file.")
    bytes = integer("The size of the file in bytes.")
    games = integer("How many games it contains.")
    events = integer("How many events it contains.")
    next = string("The cursor. Send it as `cursor` of the next export to continue from here.", null=True)


class CandidateSchema(ma.Schema):
    command = Registered("Command", "The command that the bot considered.")
    value = integer("In hundredths of `unit`. Null: the bot did not compare numbers.", null=True)
    wins = boolean("True if the command wins the game, as far as the bot can see.")


class ReasonsSchema(ma.Schema):
    because = string("A sentence: what the bot compared, and how.")
    unit = string("The unit of the values, which are in hundredths.", null=True)
    candidates = list_of(
        CandidateSchema,
        ("At most six commands, the best first. Whether a higher or a lower value is better depends on the unit."),
    )
    considered = integer("How many commands the bot compared.")


class HintSchema(ma.Schema):
    game = string(names="game")
    version = integer("The version of the game for which the hint is.")
    seat = integer(names="seat")
    bot = string("The bot that gives the hint.", names="bot")
    command = Registered("JsonValue", "Null: the bot would wait for other seats.")
    reasons = nested_field(ReasonsSchema, "Null: the bot gives no reasons.", null=True)


class AnalysedSchema(ma.Schema):
    game = string(names="game")
    decisions = integer("How many decisions were judged.")
    href = string("The address of the analysis.")


class JobSchema(ma.Schema):
    id = uuid(names="job", attribute="job_id")
    kind = one_of(tuple(MADE), "The kind of work that the job does.")
    status = one_of(STATUSES, "The state of the job. When it is `done`, the answer contains the result.")
    href = string("The address of the job. Poll it until the job is `done` or `failed`.")
    progress = nested_field(ProgressSchema, "How much is done already.")
    result = nested_field(AuditReportSchema, "The report, if `kind` is `audit` and the job is done.", null=True)
    file = nested_field(MadeFileSchema, "The archive, if `kind` is `export` and the job is done.", null=True)
    hint = nested_field(HintSchema, "The hint, if `kind` is `hint` and the job is done.", null=True)
    analysis = nested_field(AnalysedSchema, "The analysis, if `kind` is `analysis` and the job is done.", null=True)
    why = string("Why the job failed.", null=True)
    created_at = Time("When the job was requested.")
    ended_at = Time("When the job ended; null while it waits or runs.", null=True)
    expires_at = Time("When the server deletes the job.")


@blp.route("/<uuid:job_id>")
class JobResource(MethodView):
    @needs("game:read", require=require_account)
    @blp.operation("getJob", 200, JobSchema)
    def get(self, call: Call, job_id: UUID) -> Any:
        """Get the progress and the result of your job

        While the job is waiting or running, `Retry-After` says when to poll again.
        """
        found = call.context.store.caller_jobs.get(require_account(call), job_id)
        if found is None:
            raise not_owned("job")
        return job_body(found), 200, {"Retry-After": ASK_AGAIN} if found.ended_at is None else {}

    @needs("game:read", require=require_account)
    @blp.operation("cancelJob", 204)
    def delete(self, call: Call, job_id: UUID) -> None:
        """Cancel a job, or delete a finished one"""
        if not call.context.store.caller_jobs.remove(require_account(call), job_id):
            raise not_owned("job")


@blp.route("/<uuid:job_id>/file", tag="operators")
class JobFile(MethodView):
    @needs("audit:read", require=require_account)
    @blp.operation("getJobFile", 200, {"type": "string", "format": "binary"}, also=(429,), content_type=ZSTD)
    def get(self, call: Call, job_id: UUID) -> Response:
        """Get the archive of your export

        The archive is compressed with zstandard. `kontor audit verify`, `kontor audit replay` and `kontor import` read
        it.
        """
        jobs = call.context.store.caller_jobs
        found = jobs.get(require_account(call), job_id)
        if found is None or found.status != "done" or found.kind != "export":
            raise not_owned("finished export")
        headers = {
            "Content-Disposition": f'attachment; filename="{job_id}.ndjson.zst"',
            "Content-Length": str(found.size),
        }
        return chunked_answer(call.context.streams, jobs.pieces(job_id), headers, ZSTD)


def require_job_allowed(call: Call) -> None:
    """Refuse callers without an account, and callers over the limit for jobs. Jobs have their own limit, because a job
    costs much more than the request that starts it."""
    require_account(call)
    call.context.limits.require_within(call.caller, "jobs", request.remote_addr)


def start_job(call: Call, kind: str, asked: bytes) -> Any:
    """Store a job, and return its description with status 202. Raise 429 if the account has too many unfinished jobs,
    or if the server cannot store another job."""
    jobs, account = call.context.store.caller_jobs, require_account(call)
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
    """Return the note of a bot if it has the fields of `domain.kernel.reasons`. Otherwise return None, because a bot
    may write anything in its note."""
    is_known = isinstance(note, dict) and {"because", "unit", "candidates", "considered"} <= note.keys()
    return note if is_known else None


def _result_fields(job: CallerJob) -> dict[str, Any]:
    """Return the result of a job. The field for the kind of the job has the result, and the fields for other kinds are
    None."""
    found = None if job.result is None else json.loads(job.result)
    made: dict[str, Any] = dict.fromkeys(MADE.values())
    if job.kind == "export" and found is not None:
        found = {**found, "href": f"/v1/jobs/{job.job_id}/file", "bytes": job.size}
    if job.kind == "hint" and found is not None:
        found = {**found, "reasons": _reasons(found["reasons"])}
    if job.kind == "analysis" and found is not None:
        found = {**found, "href": f"/v1/games/{found['game']}/analysis"}
    return {**made, MADE[job.kind]: found}
