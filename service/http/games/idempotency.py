"""How a change of a game is answered: idempotency, preconditions, and refusals of kernel and rules as problems."""

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, TypeAlias
from uuid import UUID

import http_sf
from flask import Response, request

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.engine import projection
from kontor.service.engine.game_at import Seen
from kontor.service.engine.games import Answered, Contention, Decide, Keyed, Moved
from kontor.service.engine.moves import Move
from kontor.service.http.auth import caller, seen
from kontor.service.http.context import house
from kontor.service.http.games.event_lines import lines_after, lines_of_commits
from kontor.service.http.problems import Problem, of_refusal, of_unreadable, of_violation, unreadable
from kontor.service.store import Answer
from kontor.service.store.lookup import Caller

MISSED_MOST = 100
LONGEST_KEY = 255
VERSION = re.compile(r'"[0-9]{1,16}"').fullmatch

Shape: TypeAlias = Callable[[Seen, Move], tuple[int, dict[str, Any], Mapping[str, str]]]


def change(game_id: UUID, decide: Decide, shape: Shape, headers: Mapping[str, str]) -> Response:
    """Change a game for the caller and answer with what `shape` makes of it."""
    expected = expected_version(headers)
    keyed = keyed_by(headers, f"{caller().name}/{game_id}", shape)
    return answered(lambda: house().games.handle(game_id, decide, expected, keyed), shape, seen().rules.name)


def answered(act: Callable[[], tuple[Seen, Move]], shape: Shape, ruleset: str) -> Response:
    """The answer to a change; a stored one if this request was answered before."""
    try:
        after, move = act()
    except Answered as known:
        return replayed(known.answer)
    except Moved as moved:
        raise stale(moved.seen) from None
    except Contention:
        raise Problem("contention", "Others were faster, again and again. Nothing was changed.") from None
    except (Violation, Unreadable, Refusal) as error:
        raise problem_of(error, ruleset) from None
    status, body, extra = shape(after, move)
    return Response(json.dumps(body), status, dict(extra), content_type="application/json")


def problem_of(error: Violation | Unreadable | Refusal, ruleset: str) -> Problem:
    """What a refusal of rules or kernel is called on the wire."""
    if isinstance(error, Unreadable):
        return of_unreadable(error)
    problem = of_violation(error, ruleset) if isinstance(error, Violation) else of_refusal(error)
    if pointer := next(iter(getattr(error, "__notes__", ())), ""):
        problem.facts["pointer"] = pointer  # the command of a batch that is refused
    return problem


# ---------------------------------------------------------------- preconditions


def expected_version(headers: Mapping[str, str]) -> int | None:
    """The version of `If-Match: "N"`."""
    given = headers.get("expected")
    if given is None or given.strip() == "*":
        return None
    text = given.strip()
    if not VERSION(text):
        raise unreadable("header/If-Match", "wrong-form", 'must be a version in quotes, like "17"')
    return int(text[1:-1])


def stale(at: Seen) -> Problem:
    """The game has moved on: where it stands, and what the caller missed."""
    given = (request.headers.get("If-Match") or "").strip().strip('"')
    since = int(given) if given.isdigit() else at.game.version
    return Problem(
        "stale-version",
        f"The game stands at version {at.game.version}.",
        {"ETag": f'"{at.game.version}"'},
        current_version=at.game.version,
        missed=list(lines_after(at, caller(), min(since, at.game.version), MISSED_MOST)),
    )


# ---------------------------------------------------------------- idempotency


def was_answered() -> bool:
    """Whether an answer is stored for the caller under the key of this request: they come back for it."""
    try:
        key = _key(request.headers.get("Idempotency-Key", ""))
    except Problem:  # none, or one that is refused when its turn comes
        return False
    return house().store.answer(f"{caller().name}/{seen().game.id}", key) is not None


def keyed_by(headers: Mapping[str, str], scope: str, shape: Shape) -> Keyed | None:
    given = headers.get("key")
    if given is None:
        return None

    def answer(after: Seen, move: Move) -> tuple[int, str, JsonObject]:
        status, body, extra = shape(after, move)
        return status, json.dumps(body), dict(extra)

    return Keyed(scope, _key(given), fingerprint(), answer)


def _key(given: str) -> str:
    """A structured-field string; an unquoted one is taken as it is."""
    text = given.strip()
    if text.startswith('"'):
        text = _unquoted(text)
    if not 0 < len(text) <= LONGEST_KEY or not text.isascii() or not text.isprintable():
        raise unreadable(
            "header/Idempotency-Key", "wrong-form", f"must be 1 to {LONGEST_KEY} printable ASCII characters"
        )
    return text


def _unquoted(text: str) -> str:
    try:
        found = http_sf.parse(text.encode(), tltype="item")
    except (ValueError, UnicodeError):
        return ""
    value = found[0] if isinstance(found, tuple) else found
    return value if isinstance(value, str) else ""


def fingerprint() -> bytes:
    """What makes two requests the same one: method, address, precondition and body."""
    parts = (request.method, request.full_path, request.headers.get("If-Match", ""))
    return sha256("\n".join(parts).encode() + b"\n" + request.get_data(cache=True)).digest()


def replayed(answer: Answer) -> Response:
    if answer.fingerprint != fingerprint():
        raise Problem("key-reused", "This Idempotency-Key was used for another request; nothing was done.")
    headers = {**{name: str(value) for name, value in answer.headers.items()}, "Idempotent-Replayed": "true"}
    return Response(answer.body, answer.status, headers, content_type="application/json")


def outcome(who: Caller) -> Shape:
    """The usual answer to a change: version, events as the caller sees them, who is awaited, and a receipt."""

    def shape(after: Seen, move: Move) -> tuple[int, dict[str, Any], Mapping[str, str]]:
        last = move.commits[-1]
        events: list[Json] = list(lines_of_commits(after, who, move.commits))
        body = {
            "version": after.game.version,
            "events": events,
            "awaiting": awaited(after),
            "receipt": house().signer.receipt(after.game, str(last.command.id)),
        }
        return 201, body, {"ETag": f'"{after.game.version}"', "Cache-Control": "no-store"}

    return shape


def awaited(at: Seen) -> list[int]:
    return list(projection.awaiting(at.rules, at.game))
