"""The kinds of problems that the service answers with, as problem+json (RFC 9457). `/problems/{name}` explains each
kind.

`problem_answers` turns a problem into a Flask response. This module does not import Flask, because the error pages of
HAProxy are built from it too.

A request that cannot be read gets 400. A request that breaks a rule gets 422 with the id of the rule. A request that
comes too late gets 409 or 412. A problem never contains a stack trace, SQL or a token.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.nearest import did_you_mean
from kontor.domain.kernel.violation import Refusal, Refused, Violation

MEDIA_TYPE = "application/problem+json"
LONGEST_TEXT = 1000  # characters of a sentence, including what it quotes
LONGEST_FACT = 200  # characters of a value that a rule refused
MOST_ITEMS = 100  # in a list or an object
ROOM_AGAIN = "60"  # seconds after which a retry may succeed
WHOLE = ("missed",)  # facts that are not shortened: they come from the log, not from the caller


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its HTTP status, its title, and advice for the client."""

    status: int
    title: str
    advice: str


KINDS: Mapping[str, Kind] = {
    "unreadable": Kind(
        400,
        "The request cannot be read",
        "Correct the request. `detail` says what is wrong and where. `errors` lists the first 100 errors, each with a "
        "JSON pointer (or `query/name`, `header/name`), a code and a message.",
    ),
    "unauthenticated": Kind(
        401, "A valid key is needed", "Send `Authorization: Bearer <key>`. `POST /v1/accounts` creates a key."
    ),
    "forbidden": Kind(
        403,
        "The key does not allow this",
        "Use a key with the scope that `detail` names, or the key or token of the seat.",
    ),
    "not-found": Kind(
        404,
        "Not found",
        "Check the address and the key. "
        "You get the same answer if an object does not exist and if your key may not read it.",
    ),
    "method-not-allowed": Kind(405, "The method is not allowed here", "Use a method that `Allow` lists."),
    "not-acceptable": Kind(
        406, "The answer has no accepted form", "Send an `Accept` header that allows a media type that `detail` names."
    ),
    "too-slow": Kind(408, "The request took too long to arrive", "Send headers and body within a few seconds."),
    "not-your-decision": Kind(
        409, "The seat cannot act now", "Wait until `awaiting` lists your seat, then read its legal commands."
    ),
    "not-started": Kind(409, "The game has not started", "Wait: the game starts when the last open seat is taken."),
    "imported": Kind(
        409,
        "The game was played on another server",
        "Use `GET …/audit`, which returns the keys and the signature of that server. "
        "This server does not sign the game.",
    ),
    "game-over": Kind(
        409, "The game no longer allows this", "The game cannot change any more. You can still read its log."
    ),
    "seat-taken": Kind(
        409,
        "The seat or colour is taken",
        "Choose another seat or colour. The summary of the game shows which seats and colours are free.",
    ),
    "seat-not-held": Kind(
        409, "The holder of the seat does not allow this", "`seats` in the summary shows who holds the seat now."
    ),
    "invitation-gone": Kind(
        409,
        "The invitation is not valid any more",
        "Ask the sender for a new invitation. Each invitation can be used only once.",
    ),
    "cannot-undo": Kind(
        409,
        "This cannot be undone",
        "Without the agreement of other players you can take back only the last commands of your seat. "
        'To take back more, send `"together": true`: then all people at the table must agree.',
    ),
    "clock-unchanged": Kind(
        409, "The clocks cannot be changed like this", "`paused` in the summary shows which clocks are paused."
    ),
    "not-ended": Kind(409, "The game has not ended", "Wait until the game is finished or aborted."),
    "too-many-games": Kind(
        409,
        "The account has too many unfinished games",
        "Finish or abort a game (`POST /v1/games/{id}/abort`), then create the new one. "
        "`GET /v1/games?mine=true` lists your games.",
    ),
    "log-replaced": Kind(
        409,
        "The log no longer has the event that you continue after",
        "The server was restored from a backup. Discard your events of this game, and read its log again from the "
        "start, without `after`.",
    ),
    "key-reused": Kind(
        409,
        "The idempotency key was used for another request",
        "Use a new `Idempotency-Key` for a new request. To repeat a request, send it unchanged.",
    ),
    "stale-version": Kind(
        412,
        "The game has changed",
        "Read `current_version` and `missed`, which lists the events since your version. Then decide again.",
    ),
    "too-large": Kind(
        413,
        "The request is too large",
        "Send less. A body may have at most 64 KiB, a board 256 KiB and a bundle 16 MiB. "
        "JSON may have at most 32 levels.",
    ),
    "unsupported-media-type": Kind(415, "The body is not JSON", "Send `Content-Type: application/json`, in UTF-8."),
    "rule-violation": Kind(
        422,
        "A rule of the game does not allow this",
        "`rule` is the id of the rule, `rule_href` links to its text, and `detail` says what is allowed. With "
        "`receipt`, the signed refusal, you can prove later that the server refused (`kontor audit refusal`).",
    ),
    "draw-not-last": Kind(
        422,
        "A command that draws or reveals must be the last of its batch",
        "Send the commands that follow this command in another request.",
    ),
    "board-flawed": Kind(
        422, "The board is not playable", "Correct the errors that `errors` lists with JSON pointers."
    ),
    "too-many-requests": Kind(
        429, "Too many requests", "Wait `Retry-After` seconds. The header `RateLimit` shows how many requests are left."
    ),
    "internal": Kind(
        500,
        "The server failed",
        "Try again later. "
        "If the request fails again, send `instance` to the operator, who can find the error in the log.",
    ),
    "contention": Kind(
        503, "Too many commands at once in this game", "Nothing was changed. Send the request again in a second."
    ),
    "log-damaged": Kind(
        503,
        "The stored log of this game is damaged",
        "Tell the operator, and keep your receipts. `version` is the first damaged version; `GET …/events` shows what "
        "is stored. The game cannot change until the operator has repaired the log.",
    ),
    "unavailable": Kind(
        503, "The server cannot answer at the moment", "Send the request again, with the same `Idempotency-Key`."
    ),
}


class Problem(Refused):
    """A refused request: the kind of problem, its `detail`, further headers, and further fields (`facts`)."""

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None, **facts: Json) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = shorten(detail, LONGEST_TEXT)
        self.headers = dict(headers or {})
        self.facts = {name: fact if name in WHOLE else shorten_texts(fact) for name, fact in facts.items()}

    @property
    def status(self) -> int:
        return KINDS[self.kind].status


def shorten_texts(value: Json, longest: int = LONGEST_TEXT) -> Json:
    """Shorten every text in a JSON value, and keep only the first items of its lists and objects. Otherwise a request
    of 60 KB could get an answer of megabytes."""
    if isinstance(value, str):
        return shorten(value, longest)
    if isinstance(value, Mapping):
        return {shorten(name): shorten_texts(value[name], longest) for name in list(value)[:MOST_ITEMS]}
    if isinstance(value, Sequence):
        return [shorten_texts(each, longest) for each in value[:MOST_ITEMS]]
    return value


def not_found(what: str = "There is nothing at this address, or your key may not see it.") -> Problem:
    """Return the problem for an object that does not exist. An object that the caller may not read gets the same
    problem, so that callers cannot tell the two cases apart. `what`: a sentence, which must reveal nothing that the
    caller may not read."""
    return Problem("not-found", what)


def no_game() -> Problem:
    """Return the problem for a game that does not exist, or that the caller may not read."""
    return not_found("There is no game with this id, or your key may not see it.")


def not_owned(kind: str) -> Problem:
    """Return the problem for an object that does not exist, or belongs to another account."""
    return not_found(f"You have no {kind} with this id.")


def not_among(kind: str, name: str, known: Iterable[str]) -> Problem:
    """Return the problem for a name that does not exist. `known`: the public names of the same kind, of which the
    problem suggests a similar one."""
    words = list(known)
    return not_found(f"There is no {kind} {shorten(name)!r}{did_you_mean(name, words) or '.'}")


def log_replaced(position: str, version: int) -> Problem:
    """Return the problem for a client that wants to continue after an event that the log does not have. `version`: the
    last version of the log."""
    detail = f"The log has no event {position}. It ends with version {version}. Read it again from the start."
    return Problem("log-replaced", detail, version=version)


def too_much(detail: str) -> Problem:
    """Return the problem for an account that may not store more. `detail` names the limit and says what the client can
    do."""
    return Problem("too-many-requests", detail, {"Retry-After": ROOM_AGAIN})


def unreadable(pointer: str, code: str, message: str, **facts: Json) -> Problem:
    return of_flaws([(pointer, code, message)], **facts)


def of_unreadable(error: Unreadable, base: str = "") -> Problem:
    return of_flaws([(base + flaw.pointer, flaw.code, flaw.message) for flaw in error.flaws])


def of_flaws(flaws: Sequence[tuple[str, str, str]], **facts: Json) -> Problem:
    """Return a problem with all errors of a request. Each error has a pointer, a code and a message. `detail` has the
    first error, because clients show `detail` to people."""
    pointer, _, message = flaws[0]
    more = f" (and {len(flaws) - 1} more, see errors)" if len(flaws) > 1 else ""
    errors = [_error(*flaw) for flaw in flaws[:MOST_ITEMS]]
    return Problem("unreadable", f"{pointer or '/'}: {message}{more}", None, errors=errors, **facts)


def of_refusal(error: Refusal) -> Problem:
    return _add_pointer(error, Problem(error.code, str(error), None, **error.facts))


def of_violation(error: Violation, ruleset: str, receipt: JsonObject | None = None) -> Problem:
    """Return the problem of a command that a rule refuses. `receipt`: the signed refusal."""
    problem = Problem(
        "rule-violation",
        error.message,
        rule=error.rule,
        rule_href=f"/v1/rulesets/{ruleset}/rules/{error.rule}",
        code=error.code,
        facts=shorten_texts(error.facts, LONGEST_FACT),
    )
    if receipt is not None:
        problem.facts["receipt"] = receipt
    return _add_pointer(error, problem)


def _add_pointer(error: Exception, problem: Problem) -> Problem:
    """Add the pointer to the command of a batch that was refused. The code that decided the command has added the
    pointer as a note to the exception."""
    if pointer := next(iter(getattr(error, "__notes__", ())), ""):
        problem.facts["pointer"] = pointer
    return problem


def _error(pointer: str, code: str, message: str) -> Mapping[str, Json]:
    return {"pointer": pointer, "code": code, "message": message}


def members_of(problem: Problem, instance: str | None = None) -> dict[str, Json]:
    """Return the JSON body of a problem. `instance` identifies the refused request."""
    found: dict[str, Json] = {
        "type": f"/problems/{problem.kind}",
        "title": KINDS[problem.kind].title,
        "status": problem.status,
        "detail": problem.detail,
    }
    if instance is not None:
        found["instance"] = instance
    return {**found, **problem.facts}
