"""Change a game for a caller, and build the answer.

With `If-Match` the client names the version of the game that it saw when it chose the command. If the game has another
version now, the answer is 412 with the events that the client missed.
"""

import re
from collections.abc import Callable

from flask import Response, request

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.violation import REFUSALS, Violation
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Decide, Move, Moved, Reply
from kontor.service.http.auth import Call, GameCall
from kontor.service.http.context import Context
from kontor.service.http.idempotency import key_of, require_unanswered
from kontor.service.http.json_bodies import compact, json_text
from kontor.service.http.problem_answers import request_id
from kontor.service.http.problems import Problem, of_violation, unreadable
from kontor.service.signing.receipts import CHECKPOINT
from kontor.service.store.lookup import Caller
from kontor.service.store.origins import Origin
from kontor.service.visibility import log_of_game, redact_commits

IF_MATCH = "If-Match"
VERSION = re.compile(r'"[0-9]{1,16}"').fullmatch
MISSED_MOST = 100  # events
LONGEST_CLIENT = 100  # characters of a User-Agent that are stored


def expected_version() -> int | None:
    """Return the version in `If-Match: "N"`, or None if the header is missing or `*`."""
    text = request.headers.get(IF_MATCH, "*").strip()
    if text == "*":
        return None
    if not VERSION(text):
        raise unreadable(f"header/{IF_MATCH}", "wrong-form", 'must be a version in quotes, such as "17"')
    return int(text[1:-1])


def change(
    call: GameCall,
    decide: Decide,
    expected: int | None = None,
    reader: Caller | None = None,
    is_repeatable: bool = True,
    sign_refusal: Callable[[Violation], JsonObject | None] = lambda _: None,
) -> Response:
    """Change a game with `decide`, and answer with the new events as the caller may see them.

    `expected`: the version at which the caller wants the change. `reader`: the caller after the change, if the
    change affects what they may see. `is_repeatable`: whether the answer is stored under the Idempotency-Key of the
    request. `sign_refusal`: make the receipt for a command that a rule refuses."""
    context, game = call.context, call.at.game
    key = key_of(call.caller, game.id) if is_repeatable else None

    def make_reply(after: GameAt, move: Move) -> Reply:
        return outcome(context, reader or call.caller, after, move)

    try:
        _, reply = context.games.handle(game.id, decide, call.by, expected, key, make_reply, origin_of(call))
    except REFUSALS as refused:
        if call.is_cached:
            raise  # the guard looks up caller and game, and runs the view again
        require_unanswered(context, key)  # the same request may have arrived twice
        if isinstance(refused, Moved):
            raise stale(call, refused.at, refused.expected) from None
        if isinstance(refused, Violation):
            raise of_violation(refused, call.at.rules.name, sign_refusal(refused)) from None
        raise
    return reply_response(reply)


def stale(call: GameCall, at: GameAt, expected: int) -> Problem:
    """Return the problem for a client that decided for an old version. It has the current version and the missed
    events."""
    version, log = at.game.version, log_of_game(call.context.store, call.caller, at)
    missed = call.context.games.events_after(at, min(expected, version), MISSED_MOST)
    return Problem(
        "stale-version",
        f"The game is now at version {version}. Read `missed` and decide again.",
        {"ETag": f'"{version}"'},
        current_version=version,
        missed=list(log.lines(missed)),
    )


def origin_of(call: Call) -> Origin:
    """Return the origin of this request: its credential, its client and its id. Auditors can read it."""
    client = request.headers.get("User-Agent", "")[:LONGEST_CLIENT]
    return Origin(call.caller.id, client, f"request {request_id()}")


def outcome(context: Context, caller: Caller, after: GameAt, move: Move) -> Reply:
    """Build the answer to a change of a game: the version, the events as the caller may see them, the awaited seats and
    a receipt."""
    version, awaiting = after.game.version, compact(after.awaiting)
    events = ",".join(redact_commits(context.store, caller, after, move.commits))
    receipt = compact(context.signer.receipt(after.game, str(move.commits[-1].command.id)))
    told = f'"awaiting":{awaiting},"receipt":{receipt},"checkpoint_href":"{CHECKPOINT}"'
    body = f'{{"version":{version},"events":[{events}],{told}}}'
    return Reply(201, body, {"ETag": f'"{version}"', "Cache-Control": "no-store"})


def reply_response(reply: Reply) -> Response:
    return json_text(reply.body, reply.status, reply.headers)
