"""If-Match: a change only at the version it was decided on; else 412, with what the caller missed."""

import re
from collections.abc import Mapping

from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import GameCall
from kontor.service.http.problems import Problem, unreadable
from kontor.service.visibility.redaction import log_of_game

HEADER = "If-Match"
VERSION = re.compile(r'"[0-9]{1,16}"').fullmatch
MISSED_MOST = 100  # events


def expected_version(headers: Mapping[str, str]) -> int | None:
    """The version of `If-Match: "N"`."""
    text = headers.get("expected", "*").strip()
    if text == "*":
        return None
    if not VERSION(text):
        raise unreadable(f"header/{HEADER}", "wrong-form", 'must be a version in quotes, like "17"')
    return int(text[1:-1])


def stale(call: GameCall, at: GameAt, expected: int) -> Problem:
    """The game has moved on: where it stands, and what the caller missed."""
    version, log = at.game.version, log_of_game(call.context.store, call.caller, at)
    page = page_after(call.context.store, log.game_id, min(expected, version), MISSED_MOST, log.head)
    if page.damaged is not None:
        raise call.context.games.damage_found(log.game_id, page.damaged)
    return Problem(
        "stale-version",
        f"The game stands at version {version}.",
        {"ETag": f'"{version}"'},
        current_version=version,
        missed=list(log.lines(page.events)),
    )
