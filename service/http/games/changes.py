"""Change a game for a caller, and build the answer."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from flask import Response, request

from kontor.domain.kernel.violation import GameOver, Violation
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Answered, Decide, Move, Moved, Reply
from kontor.service.http.auth import Call, GameCall, require_looked_up
from kontor.service.http.context import Context
from kontor.service.http.games.idempotency import key_of, replay, stored_answer
from kontor.service.http.games.if_match import expected_version, stale
from kontor.service.http.games.json_answers import compact, json_text
from kontor.service.http.games.responses import CHECKPOINT
from kontor.service.http.problems import Problem, of_violation
from kontor.service.http.request_id import request_id
from kontor.service.store import Origin
from kontor.service.store.lookup import Caller
from kontor.service.visibility.redaction import redact_commits

LONGEST_CLIENT = 100  # characters of a User-Agent that are stored

G = TypeVar("G", bound=GameCall)


def unless_answered(require: Callable[[G], object]) -> Callable[[G], None]:
    """Skip a check if an answer is stored under the Idempotency-Key. So a caller who left the seat or ended the game
    still gets that answer. If the key was used for another request, they still get that refusal."""

    def required(call: G) -> None:
        try:
            require(call)
        except (Problem, GameOver):
            if stored_answer(call.context, call.caller, call.at.game.id) is None:
                raise

    return required


def change(call: GameCall, headers: Mapping[str, str], decide: Decide, told: Caller | None = None) -> Response:
    """Change a game by `decide`, and answer with the new events as the caller may see them.

    `told`: the caller after the change, if the change affects what they may see."""
    context, game = call.context, call.at.game
    expected, key = expected_version(headers), key_of(headers, call.caller, game.id)

    def make_reply(after: GameAt, move: Move) -> Reply:
        return outcome(context, told or call.caller, after, move)

    try:
        _, reply = context.games.handle(game.id, decide, call.by, expected, key, make_reply, origin_of(call))
    except Answered as known:
        require_looked_up(call)  # the append statement has not checked the credential
        return replay(known.answer)
    except Moved as moved:
        require_looked_up(call)
        raise stale(call, moved.at, moved.expected) from None
    except Violation as error:
        raise of_violation(error, call.at.rules.name) from None
    return reply_response(reply)


def origin_of(call: Call) -> Origin:
    """Return the origin of this request, which auditors can read."""
    client = request.headers.get("User-Agent", "")[:LONGEST_CLIENT]
    return Origin(call.caller.id, client, f"request {request_id()}")


def outcome(context: Context, caller: Caller, after: GameAt, move: Move) -> Reply:
    """Build the answer to a change: version, events as the caller may see them, awaited seats and a receipt."""
    version, awaiting = after.game.version, compact(after.awaiting)
    events = ",".join(redact_commits(context.store, caller, after, move.commits))
    receipt = compact(context.signer.receipt(after.game, str(move.commits[-1].command.id)))
    told = f'"awaiting":{awaiting},"receipt":{receipt},"checkpoint_href":"{CHECKPOINT}"'
    body = f'{{"version":{version},"events":[{events}],{told}}}'
    return Reply(201, body, {"ETag": f'"{version}"', "Cache-Control": "no-store"})


def reply_response(reply: Reply) -> Response:
    return json_text(reply.body, reply.status, reply.headers)
