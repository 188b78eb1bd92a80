"""The process that computes hints only. A player waits for a hint, so hints must not wait for analyses, exports or
checks of uploaded files.
"""

from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.workers import caller_jobs

KINDS = ("hint",)


def run(settings: Settings, stop: StopEvent) -> None:
    caller_jobs.run(settings, stop, KINDS)
