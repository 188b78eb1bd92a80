"""A game in a list: its row and its projection, with the caller's own seats marked."""

from typing import Any, cast

from kontor.domain.kernel.game import require_created
from kontor.service.clock import stamp
from kontor.service.engine import projection
from kontor.service.engine.game_at import Seen
from kontor.service.store import GameRow


def of_row(row: GameRow, participants: frozenset[str]) -> dict[str, Any]:
    summary = cast("dict[str, Any]", row.summary)
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "ruleset_version": row.ruleset_version,
        "board": row.board,
        "visibility": row.visibility,
        "practice": row.practice,
        "status": row.status,
        "version": row.head.version,
        "head": row.head.hash.hex(),
        "awaiting": row.awaiting,
        "created_at": stamp(row.created_at),
        "changed_at": stamp(row.changed_at),
        "href": f"/v1/games/{row.id}",
        **summary,
        **_bot_time(row.bot_milliseconds),
        "seats": [{**seat, "mine": seat.get("participant") in participants} for seat in summary["seats"]],
    }


def of_game(seen: Seen, participants: frozenset[str]) -> dict[str, Any]:
    """The same from a game at hand, for the answer that creates it."""
    created = require_created(seen.game)
    summary = cast("dict[str, Any]", dict(projection.summary(seen.game)))
    return {
        "id": str(seen.game.id),
        "ruleset": created.ruleset,
        "ruleset_version": created.ruleset_version,
        "board": created.board,
        "visibility": seen.visibility,
        "practice": seen.practice,
        "status": seen.game.status,
        "version": seen.game.version,
        "head": seen.game.head.hex(),
        "awaiting": list(projection.awaiting(seen.rules, seen.game)),
        "created_at": seen.game.at,
        "changed_at": seen.game.at,
        "href": f"/v1/games/{seen.game.id}",
        **summary,
        **_bot_time(seen.bot_milliseconds),
        "seats": [{**seat, "mine": seat.get("participant") in participants} for seat in summary["seats"]],
    }


def _bot_time(milliseconds: int | None) -> dict[str, int]:
    return {} if milliseconds is None else {"bot_milliseconds": milliseconds}
