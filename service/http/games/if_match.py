"""If-Match: change a game only at the version that the client decided on. Otherwise answer 412 with the missed
events."""

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
    """Return the version of `If-Match: "N"`, or None for `*` or no header."""
    text = headers.get("expected", "*").strip()
    if text == "*":
        return None
    if not VERSION(text):
        raise unreadable(f"header/{HEADER}", "wrong-form", 'must be a version in quotes, such as "17"')
    return int(text[1:-1])


def stale(call: GameCall, at: GameAt, expected: int) -> Problem:
    """Return the 412 problem, with the current version and the events that the caller missed."""
    version, log = at.game.version, log_of_game(call.context.store, call.caller, at)
    page = page_after(call.context.store, log.game_id, min(expected, version), MISSED_MOST, log.head)
    if page.damaged is not None:
        raise call.context.games.damage_found(log.game_id, page.damaged)
    return Problem(
        "stale-version",
        f"The game is now at version {version}. Read `missed` and decide again.",
        {"ETag": f'"{version}"'},
        current_version=version,
        missed=list(log.lines(page.events)),
    )
