"""What a check found, as JSON: `kontor audit verify --json` prints it, `GET /v1/jobs/{id}` answers with it."""

from typing import Any

from kontor.service.audit.check import Outcome


def report(outcome: Outcome, seconds: float) -> dict[str, Any]:
    return {
        "good": outcome.is_good,
        "game": outcome.game,
        "version": outcome.version,
        "hash": outcome.hash,
        "ended": outcome.ended,
        "decided_again": outcome.decided,
        "logged": outcome.logged,
        "flaws": [{"check": each.check, "version": each.version, "message": each.message} for each in outcome.flaws],
        "unchecked": list(outcome.unchecked),
        "remarks": list(outcome.remarks),
        "seconds": round(seconds, 3),
    }
