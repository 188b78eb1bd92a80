"""How a change of a game is made for a caller and answered: the precondition, the key, the outcome."""

import re
from collections.abc import Mapping

from flask import Response, g, request

from kontor.domain.kernel.violation import Violation
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.engine.moves import Answered, Decide, Move, Moved, NotAsKnown, Reply
from kontor.service.http.auth import Call, GameCall, KnownCall
from kontor.service.http.context import Context
from kontor.service.http.games.idempotency import key_of, replayed
from kontor.service.http.games.json_answers import compact, json_text
from kontor.service.http.games.redaction import log_of_game, shown, texts_of_commits
from kontor.service.http.games.responses import CHECKPOINT
from kontor.service.http.problems import Problem, of_violation, unreadable
from kontor.service.store import Origin
from kontor.service.store.lookup import Caller

MISSED_MOST = 100
LONGEST_CLIENT = 100  # characters of a User-Agent that are kept
VERSION = re.compile(r'"[0-9]{1,16}"').fullmatch


def change(call: GameCall, headers: Mapping[str, str], decide: Decide, told: Caller | None = None) -> Response:
    """Change a game as `decide` says, and answer with what happened as the caller sees it.

    `told`: the caller as the change leaves them, where that makes a difference to what they see."""
    context, game = call.context, call.at.game
    expected, key = expected_version(headers), key_of(headers, call.caller, game.id)

    def make_reply(after: GameAt, move: Move) -> Reply:
        return outcome(context, told or call.caller, after, move)

    try:
        _, reply = context.games.handle(game.id, decide, expected, key, make_reply, origin_of(call))
    except Answered as known:
        return replayed(known.answer)
    except Moved as moved:
        raise stale(call, moved.at, moved.expected) from None
    except Violation as error:
        raise of_violation(error, call.at.rules.name) from None
    return sent(reply)


def change_at_once(call: KnownCall, headers: Mapping[str, str], decide: Decide) -> Response:
    """The same on what is remembered; `NotAsKnown` where anything speaks against it."""
    game_id, caller = call.at.game.id, call.caller

    def make_reply(after: GameAt, move: Move) -> Reply:
        return outcome(call.context, caller, after, move)

    try:
        expected, key = expected_version(headers), key_of(headers, caller, game_id)
    except Problem:
        raise NotAsKnown from None
    return sent(call.context.games.handle_at_once(game_id, decide, call.by, expected, key, make_reply, origin_of(call)))


def origin_of(call: Call) -> Origin:
    """Where this request comes from, as auditors are told."""
    client = request.headers.get("User-Agent", "")[:LONGEST_CLIENT]
    return Origin(call.caller.id, client, f"request {g.request_id}")


def outcome(context: Context, caller: Caller, after: GameAt, move: Move) -> Reply:
    """The answer to a change: version, events as the caller sees them, who is awaited, and a receipt."""
    version, awaiting = after.game.version, compact(after.awaiting)
    events = ",".join(texts_of_commits(context.store, caller, after, move.commits))
    receipt = compact(context.signer.receipt(after.game, str(move.commits[-1].command.id)))
    told = f'"awaiting":{awaiting},"receipt":{receipt},"checkpoint_href":"{CHECKPOINT}"'
    body = f'{{"version":{version},"events":[{events}],{told}}}'
    return Reply(201, body, {"ETag": f'"{version}"', "Cache-Control": "no-store"})


def sent(reply: Reply) -> Response:
    return json_text(reply.body, reply.status, reply.headers)


def expected_version(headers: Mapping[str, str]) -> int | None:
    """The version of `If-Match: "N"`."""
    text = headers.get("expected", "*").strip()
    if text == "*":
        return None
    if not VERSION(text):
        raise unreadable("header/If-Match", "wrong-form", 'must be a version in quotes, like "17"')
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
        missed=list(shown(log, page.events)),
    )
