"""The process for hints alone: whoever asks for one is playing, and waits for nothing but other hints, however long an
analysis, an export or the check of a stranger's file takes."""

import threading

from kontor.service.settings import Settings
from kontor.workers import caller_jobs

KINDS = ("hint",)


def run(settings: Settings, stop: threading.Event) -> None:
    caller_jobs.run(settings, stop, KINDS)
