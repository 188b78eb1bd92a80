"""The check of a bundle that somebody sent, as a program of its own (`workers.confined`): it knows neither database nor
keys."""

import time
from collections.abc import Mapping
from typing import Any

from kontor.service.audit.check import check
from kontor.service.audit.reading import NotReadable, read_bundle
from kontor.service.audit.report import report
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.workers.confined import Progress, run

MOST_FLAWS = 100
LONGEST = 2000  # characters of a sentence: a log may quote whatever its writer liked


def judged(text: bytes, settings: Settings) -> Mapping[str, Any]:
    begun = time.perf_counter()
    try:
        bundle = read_bundle(text, settings.max_unpacked_bytes)
    except NotReadable as error:
        return {"why": str(error)}
    progress = Progress()
    outcome = check(bundle, Registry.load(settings.rulesets), progress=progress)
    progress("checked", len(bundle.lines), len(bundle.lines))  # where a flaw ended it, that was all there was to check
    return {"result": _bounded(report(outcome, time.perf_counter() - begun))}


def _bounded(found: dict[str, Any]) -> dict[str, Any]:
    flaws = [{**each, "message": each["message"][:LONGEST]} for each in found["flaws"][:MOST_FLAWS]]
    return {**found, "flaws": flaws, "unchecked": [each[:LONGEST] for each in found["unchecked"][:MOST_FLAWS]]}


if __name__ == "__main__":
    run(judged, file_bytes=0)
