"""Every refusal of the service, as problem+json (RFC 9457). The table lists the kinds; `/problems/{name}` shows them.
How they leave a request process is in `problem_answers`: who writes the pages of the front needs no Flask.

Unreadable (400) is not illegal (422, with the rule) is not too late (409, 412). Nothing else is ever told: no stack
trace, no SQL, no token.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.refusals import Refused

MEDIA_TYPE = "application/problem+json"
LONGEST_TEXT = 1000  # characters of a sentence, its quotations included
LONGEST_FACT = 200  # characters of a value that a rule has refused
MOST_ITEMS = 100  # of a list or an object
ROOM_AGAIN = "60"  # seconds until it is worth while to ask again
WHOLE = ("missed",)  # events of the log, which no caller has just sent


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its status, its title, and what a client can do about it."""

    status: int
    title: str
    advice: str


KINDS: Mapping[str, Kind] = {
    "unreadable": Kind(
        400,
        "The request cannot be read",
        "`detail` says what is wrong and where; `errors` lists the first 100 flaws: a JSON pointer (or `query/name`, "
        "`header/name`), a code and a sentence.",
    ),
    "unauthenticated": Kind(
        401, "A valid key is needed", "Send `Authorization: Bearer <key>`; `POST /v1/accounts` gives one."
    ),
    "forbidden": Kind(
        403, "The key may not do this", "Use a key with the scope named, or the seat's own key or token."
    ),
    "not-found": Kind(404, "Nothing is here", "There is no such thing, or it is not for you; both answer alike."),
    "method-not-allowed": Kind(405, "This address does not know that method", "`Allow` lists the methods it knows."),
    "too-slow": Kind(408, "The request took too long to arrive", "Send head and body at once, within a few seconds."),
    "not-your-decision": Kind(
        409, "It is not this seat's decision", "Wait until `awaiting` names your seat, then look at its legal commands."
    ),
    "not-started": Kind(409, "The game has not started", "It starts by itself when its last open seat is taken."),
    "imported": Kind(
        409,
        "The game was played on another server",
        "`GET …/audit` gives it with the keys and the signature of that server; this one signs nothing about it.",
    ),
    "game-over": Kind(409, "The game no longer allows this", "Its log can be read for ever; nothing can be added."),
    "seat-taken": Kind(
        409, "The seat or colour is taken", "Choose another one; the game's summary shows what is open."
    ),
    "seat-not-held": Kind(
        409, "The seat is not in the state this needs", "`seats` of the summary shows who plays it now."
    ),
    "invitation-gone": Kind(
        409, "The invitation is no longer good", "Ask whoever sent it for another one; each is used once."
    ),
    "cannot-undo": Kind(
        409,
        "That cannot be undone",
        'Alone, take back what your seat did since; `"together": true` asks all people at the table for more.',
    ),
    "clock-unchanged": Kind(409, "These clocks cannot be changed so", "`paused` of the summary shows which ones rest."),
    "not-ended": Kind(409, "The game has not ended", "A rematch can be asked for once it is finished or aborted."),
    "too-many-games": Kind(
        409,
        "The account has too many games that have not ended",
        "Play one to its end or abort it (`POST /v1/games/{id}/abort`), then create the game; "
        "`GET /v1/games?mine=true` lists them.",
    ),
    "key-reused": Kind(
        409,
        "The idempotency key belongs to another request",
        "Use a new key for a new request; repeat an old one unchanged.",
    ),
    "stale-version": Kind(
        412, "The game has moved on", "`current_version` says where it stands, `missed` what happened; decide again."
    ),
    "too-large": Kind(
        413,
        "The request is too large",
        "Bodies end at 64 KiB, boards at 256 KiB, bundles at 16 MiB; nesting at 32 levels.",
    ),
    "unsupported-media-type": Kind(415, "The body is not JSON", "Send `Content-Type: application/json`, in UTF-8."),
    "rule-violation": Kind(
        422,
        "A rule of the game refuses this",
        "`rule` names it, `rule_href` leads to its text, `detail` says what is possible.",
    ),
    "draw-not-last": Kind(
        422, "A command that draws or reveals must be the last of its batch", "Send the commands after it on their own."
    ),
    "board-flawed": Kind(422, "The board cannot be played on", "`errors` lists its flaws with JSON pointers."),
    "too-many-requests": Kind(429, "Too many requests", "Wait `Retry-After` seconds; `RateLimit` shows what is left."),
    "internal": Kind(500, "Something broke here", "It is our fault and noted under `instance`. Try again later."),
    "contention": Kind(
        503, "Too many commands at once in this game", "Nothing was changed. Send it again in a moment."
    ),
    "log-damaged": Kind(
        503,
        "The stored log of this game is not the one that was written",
        "`version` is the first that is damaged; `GET …/events` shows what is stored. Nothing is added to the game "
        "until its operator has put the log right: tell them, and keep your receipts.",
    ),
    "unavailable": Kind(503, "The database cannot be reached", "Send it again, best with the same `Idempotency-Key`."),
}


class Problem(Refused):
    """A request that is refused: the kind, a sentence, and the extensions of the contract."""

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None, **facts: Json) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = shorten(detail, LONGEST_TEXT)
        self.headers = dict(headers or {})
        self.facts = {name: fact if name in WHOLE else _bounded(fact) for name, fact in facts.items()}

    @property
    def status(self) -> int:
        return KINDS[self.kind].status


def _bounded(value: Json, longest: int = LONGEST_TEXT) -> Json:
    """Shorten every text of a value, and keep the first items of its lists and objects: a request of 60 KB could
    otherwise be answered with megabytes."""
    if isinstance(value, str):
        return shorten(value, longest)
    if isinstance(value, Mapping):
        return {shorten(name): _bounded(value[name], longest) for name in list(value)[:MOST_ITEMS]}
    if isinstance(value, Sequence):
        return [_bounded(each, longest) for each in value[:MOST_ITEMS]]
    return value


def not_found() -> Problem:
    """One sentence for what is not there and for what is not for the caller."""
    return Problem("not-found", "There is nothing here, or nothing that your key may see.")


def too_much(detail: str) -> Problem:
    """Refuse to store more for an account than it may have; the sentence says how many, and what to do."""
    return Problem("too-many-requests", detail, {"Retry-After": ROOM_AGAIN})


def unreadable(pointer: str, code: str, message: str, **facts: Json) -> Problem:
    return of_flaws([(pointer, code, message)], **facts)


def of_unreadable(error: Unreadable, base: str = "") -> Problem:
    return of_flaws([(base + flaw.pointer, flaw.code, flaw.message) for flaw in error.flaws])


def of_flaws(flaws: Sequence[tuple[str, str, str]], **facts: Json) -> Problem:
    """All that is wrong with a request: pointer, code and message of each. The first is told in `detail` already, since
    that is what people are shown."""
    pointer, _, message = flaws[0]
    more = f" (and {len(flaws) - 1} more, see errors)" if len(flaws) > 1 else ""
    errors = [_error(*flaw) for flaw in flaws[:MOST_ITEMS]]
    return Problem("unreadable", f"{pointer or '/'}: {message}{more}", None, errors=errors, **facts)


def of_refusal(error: Refusal) -> Problem:
    return _pointing(error, Problem(error.code, str(error), None, **error.facts))


def of_violation(error: Violation, ruleset: str) -> Problem:
    problem = Problem(
        "rule-violation",
        error.message,
        rule=error.rule,
        rule_href=f"/v1/rulesets/{ruleset}/rules/{error.rule}",
        code=error.code,
        facts=_bounded(error.facts, LONGEST_FACT),
    )
    return _pointing(error, problem)


def _pointing(error: Exception, problem: Problem) -> Problem:
    """With the command of a batch that is refused: whoever decides it notes its place in the body."""
    if pointer := next(iter(getattr(error, "__notes__", ())), ""):
        problem.facts["pointer"] = pointer
    return problem


def _error(pointer: str, code: str, message: str) -> Mapping[str, Json]:
    return {"pointer": pointer, "code": code, "message": message}


def body_of(problem: Problem, instance: str | None = None) -> dict[str, Json]:
    """`instance`: the name of the request that is refused."""
    found: dict[str, Json] = {
        "type": f"/problems/{problem.kind}",
        "title": KINDS[problem.kind].title,
        "status": problem.status,
        "detail": problem.detail,
    }
    if instance is not None:
        found["instance"] = instance
    return {**found, **problem.facts}
