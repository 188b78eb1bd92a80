"""Check a bundle that a client uploaded, in a separate program with limits (`workers.limited_program`). The program can
access neither the database nor keys.
"""

import time
from collections.abc import Mapping
from typing import Any

from kontor.service.audit.bundle import NotReadable, check_bundle, read_bundle
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.workers.limited_program import Progress, run

MOST_FLAWS = 100
LONGEST = 2000  # characters of a message: it may quote an uploaded log, which may contain anything


def check_upload(text: bytes, settings: Settings) -> Mapping[str, Any]:
    begun = time.perf_counter()
    try:
        bundle = read_bundle(text, settings.max_unpacked_bytes)
    except NotReadable as error:
        return {"why": str(error)}
    progress = Progress()
    outcome = check_bundle(bundle, Registry.load(settings.rulesets), progress=progress)
    progress("checked", len(bundle.lines), len(bundle.lines))  # after a finding the check may have ended early
    return {"result": _bound(outcome.report(time.perf_counter() - begun))}


def _bound(found: dict[str, Any]) -> dict[str, Any]:
    flaws = [{**each, "message": each["message"][:LONGEST]} for each in found["flaws"][:MOST_FLAWS]]
    return {**found, "flaws": flaws, "unchecked": [each[:LONGEST] for each in found["unchecked"][:MOST_FLAWS]]}


if __name__ == "__main__":
    run(check_upload, file_bytes=0)
