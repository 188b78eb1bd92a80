"""Run the jobs of callers in this process, as the worker pool would. Audit checks run in child processes, as they do in
the worker pool."""

import threading
from typing import Any

from flask import Flask

from kontor.service.settings import Settings
from kontor.service.store.caller_jobs import CallerJobs
from kontor.workers.caller_jobs import KINDS, work_off
from tests.support.callers import Caller
from tests.support.callers import TestResponse as Answer

NDJSON = "application/x-ndjson"


def send(caller: Caller, bundle: bytes) -> Answer:
    return caller.raw("/v1/audits", bundle, NDJSON)


def sent(caller: Caller, bundle: bytes) -> str:
    """Send a bundle, and return the address of the accepted job."""
    answer = send(caller, bundle)
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"] == answer.json["href"]
    return str(answer.json["href"])


def work(app: Flask, settings: Settings | None = None) -> None:
    """Run all waiting jobs to the end."""
    context = app.extensions["kontor"]
    jobs = CallerJobs(context.pool, lease_seconds=60.0)
    while (claimed := jobs.claim(KINDS)) is not None:
        work_off(jobs, claimed, settings or context.settings, threading.Event())


def outcome(caller: Caller, job: str) -> dict[str, Any]:
    answer = caller.get(job)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found
