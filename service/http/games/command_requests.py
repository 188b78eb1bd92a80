"""Commands as they are sent: one, or a batch that happens as a whole; tried on paper if wished."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.commits import Commit
from kontor.domain.kernel.game import follow
from kontor.domain.kernel.model import Unreadable, write
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.engine.game_at import Seen
from kontor.service.engine.moves import Move, seat_commit
from kontor.service.http.auth import held_by
from kontor.service.http.games.idempotency import problem_of
from kontor.service.http.limits import require_owing
from kontor.service.http.problems import Problem, of_unreadable, unreadable
from kontor.service.registry import AnyRuleset
from kontor.service.store.lookup import Caller

BATCH_MOST = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with the seat it is for, if that was said; `at`: where it stands in the body."""

    command: Any  # the ruleset's own
    seat: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    commands: tuple[Asked, ...]
    dry_run: bool = False


def read_request(rules: AnyRuleset, body: Json) -> Request:
    """A command `{"type", …}` or a batch `{"commands": […]}`, with `seat` and `dry_run` beside either."""
    if not isinstance(body, Mapping):
        raise unreadable("", "wrong-type", "must be an object")
    rest = dict(body)
    dry_run = rest.pop("dry_run", False)
    if type(dry_run) is not bool:
        raise unreadable("/dry_run", "wrong-type", "must be true or false")
    if "commands" not in rest:
        return Request((read_one(rules, rest, "", None),), dry_run)
    seat, listed = _seat(rest, "", None), rest.pop("commands")
    rest.pop("seat", None)
    if rest:
        raise unreadable(f"/{next(iter(rest))}", "unknown-field", "a batch has commands, seat and dry_run only")
    return Request(read_all(rules, listed, seat), dry_run)


def read_all(rules: AnyRuleset, listed: Json, seat: int | None = None) -> tuple[Asked, ...]:
    if not isinstance(listed, list) or not 1 <= len(listed) <= BATCH_MOST:
        raise unreadable("/commands", "wrong-size", f"must be a list of 1 to {BATCH_MOST} commands")
    return tuple(read_one(rules, each, f"/commands/{n}", seat) for n, each in enumerate(listed))


def read_one(rules: AnyRuleset, body: Json, at: str, seat: int | None) -> Asked:
    if not isinstance(body, Mapping):
        raise unreadable(at, "wrong-type", "must be an object")
    chosen = _seat(body, at, seat)
    try:
        command = play.read_command(rules, {key: value for key, value in body.items() if key != "seat"})
    except Unreadable as error:
        raise of_unreadable(error, at) from None
    return Asked(command, chosen, at)


def _seat(body: Mapping[str, Json], at: str, otherwise: int | None) -> int | None:
    if "seat" not in body:
        return otherwise
    seat = body["seat"]
    if type(seat) is not int:
        raise unreadable(f"{at}/seat", "wrong-type", "must be an integer")
    return seat


# ---------------------------------------------------------------- deciding


def decided(at: Seen, who: Caller, request: Request) -> Move:
    """The commits of a request, each decided on the position that the one before it leaves behind."""
    commits: list[Commit[Any]] = []
    game = at.game
    for n, asked in enumerate(request.commands):
        seat = seat_of(at.moved_to(game), who, asked)
        try:
            if n + 1 < len(request.commands):
                play.require_no_turning_point(at.rules, game, seat, asked.command)
            commits.append(seat_commit(at.rules, game, seat, asked.command))
        except (Violation, Refusal) as error:
            error.add_note(asked.at)  # which of them it was
            raise
        game = commits[-1].after
    return Move(tuple(commits))


def tried(at: Seen, who: Caller, request: Request) -> tuple[list[Json], bool]:
    """What a request would do, up to the first thing that nobody can know before it happens."""
    found: list[Json] = []
    game = at.game
    for asked in request.commands:
        seat = seat_of(at.moved_to(game), who, asked)
        try:
            events, undetermined = play.act_on_paper(at.rules, game, seat, asked.command)
        except (Violation, Refusal) as error:
            error.add_note(asked.at)
            raise problem_of(error, at.rules.name) from None
        found.extend(facts(at.rules, events))
        if undetermined:
            return found, True
        game = follow(at.rules, game, events)
    return found, False


def facts(rules: AnyRuleset, events: Sequence[object]) -> list[Json]:
    names = {form: name for name, form in rules.events.items()}
    return [{"type": names[type(event)], "data": write(event)} for event in events]


def seat_of(at: Seen, who: Caller, asked: Asked) -> int:
    """The seat a command is for: the one named, or the only one of the caller's that may act."""
    held = held_by(who, at)
    _require_own(held, asked)
    if asked.seat is not None:
        return asked.seat
    if not held:
        raise _seatless()
    acting = [seat for seat in held if seat in may_act(at)]
    if len(acting) > 1:
        raise unreadable(f"{asked.at}/seat", "missing-field", f"say for which seat: {', '.join(map(str, acting))}")
    return acting[0] if acting else held[0]


def may_act(at: Seen) -> tuple[int, ...]:
    return at.rules.may_act(at.game.state) if at.game.status == "running" else ()


def require_seat(at: Seen, who: Caller) -> None:
    """Commands are for those who sit at the table; known before the body is read."""
    held = held_by(who, at)
    if not held:
        raise _seatless()
    awaited = at.rules.awaiting(at.game.state) if at.game.status == "running" else ()
    require_owing(any(seat in awaited for seat in held))


def require_own_seats(at: Seen, who: Caller, request: Request) -> None:
    """Nobody commands another's seat; known before any key or version is compared."""
    held = held_by(who, at)
    for asked in request.commands:
        _require_own(held, asked)


def _require_own(held: Collection[int], asked: Asked) -> None:
    if asked.seat is not None and asked.seat not in held:
        raise Problem("forbidden", f"You do not hold seat {asked.seat}.")


def _seatless() -> Problem:
    return Problem("forbidden", "You hold no seat in this game.")
