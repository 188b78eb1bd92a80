"""Commands: read one command or a batch, find the seat of each command, decide the commands and store their events. A
dry run stores nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, canonical_text
from kontor.domain.kernel.commits import DEEPEST_NOTE, Commit
from kontor.domain.kernel.game import follow
from kontor.domain.kernel.model import Unreadable, read, write
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.clock import now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, seat_commit
from kontor.service.http.auth import GameCall, NotLookedUp, needs_game
from kontor.service.http.games.audit import nothing_contradicted
from kontor.service.http.games.changes import change, expected_version, stale
from kontor.service.http.games.queries import CommandHeaders
from kontor.service.http.games.requests import CommandBatchForm
from kontor.service.http.games.responses import DryRunSchema, OutcomeSchema
from kontor.service.http.games.story import Teller
from kontor.service.http.json_bodies import as_json, json_body
from kontor.service.http.openapi.components import documented_body
from kontor.service.http.problems import LONGEST_FACT, Problem, of_unreadable, of_violation, shorten_texts, unreadable
from kontor.service.http.smorest import ETAG, GAME, Blueprint
from kontor.service.registry import AnyRuleset
from kontor.service.store.lookup import Caller
from kontor.service.visibility import seats_held

OF_COMMAND = ("dry_run", "note")  # fields next to each command, also in a batch
LONGEST_NOTE = 2048  # bytes of canonical JSON

blp = Blueprint("commands", GAME, "commands")


@dataclass(frozen=True, slots=True)
class SeatCommand:
    """A command, and the seat that the body names for the command, if any. `pointer`: a JSON pointer to the command in
    the body."""

    command: Any  # of a type of the ruleset
    seat: int | None
    pointer: str = ""
    dry_run: bool = False
    note: Json = None  # sealed until the end of the game


@dataclass(frozen=True, slots=True)
class CommandRequest:
    commands: tuple[SeatCommand, ...]
    dry_run: bool = False


# ---------------------------------------------------------------- the seat of a command


def require_seat(call: GameCall) -> None:
    """Refuse callers who hold no seat. Also refuse callers over the rate limit if none of their seats has to decide."""
    held = seats_held(call.caller, call.at)
    if not held:
        raise _no_seat()
    if call.over_limit is not None and not set(held) & set(call.at.awaiting):
        raise call.over_limit


def require_own(call: GameCall, asked: CommandRequest) -> None:
    """Refuse a command for a seat that the caller does not hold. Do not refuse callers without any seat: they may get
    the answer stored under their Idempotency-Key."""
    held = seats_held(call.caller, call.at)
    for each in asked.commands:
        if held and each.seat is not None and each.seat not in held:
            own_seat(call.caller, call.at, each.seat, each.pointer)


def own_seat(caller: Caller, at: GameAt, named: int | None, pointer: str) -> int:
    """Return the named seat, or the only seat of the caller that may act. Refuse a seat that the caller does not
    hold."""
    held = seats_held(caller, at)
    if named is not None and named not in held:
        raise Problem("forbidden", f"You do not hold seat {named}.")
    if not held:
        raise _no_seat()
    if named is not None:
        return named
    return seat_to_act([seat for seat in held if seat in at.may_act], pointer) or held[0]


def seat_to_act(acting: Sequence[int], pointer: str) -> int | None:
    """Return the seat for a command that names no seat, or None if no seat may act. Raise 400 if several seats may
    act."""
    if len(acting) > 1:
        raise unreadable(pointer, "missing-field", f"several seats may act; name one of: {', '.join(map(str, acting))}")
    return acting[0] if acting else None


def _no_seat() -> Problem:
    return Problem("forbidden", "You hold no seat in this game.")


@blp.route("/commands")
class Commands(MethodView):
    @needs_game("game:play", require=require_seat, cached=True)
    @blp.doc(requestBody=documented_body("CommandRequest"))
    @blp.headers(CommandHeaders)
    @blp.operation("sendCommand", 201, OutcomeSchema, also=(409, 412, 422), headers=ETAG)
    @blp.alt_response(200, schema=DryRunSchema, description="A dry run: the server stored nothing", success=True)
    def post(self, call: GameCall) -> Response:
        """Send a command

        Send one command, or `{"commands": […]}`: the server accepts all of them or none. With `"dry_run": true` it
        stores nothing. If a rule refuses a command, `receipt` of the problem is a signed refusal: keep it to prove what
        the server decided. A `note` with your reasons, of up to 2 KB, is sealed until the end of the game. If you
        repeat a request with the same `Idempotency-Key`, the server executes it only once. With `If-Match` the server
        executes it only at that version of the game.
        """
        try:
            asked = read_request(call.at.rules, json_body(request))
            require_own(call, asked)
            if not asked.dry_run:
                attempt = Attempt(call, asked)
                return change(call, attempt.decide, expected_version(), sign_refusal=attempt.sign_refusal)
        except (Problem, Refusal) as refused:
            if not call.is_cached:
                call.context.refusals.note(call.caller, call.at, refused, request.get_data(as_text=True))
            raise
        return _dry_run(call, asked)


def _dry_run(call: GameCall, asked: CommandRequest) -> Response:
    if call.is_cached:
        raise NotLookedUp
    version, expected = call.at.game.version, expected_version()
    if expected is not None and expected != version:
        raise stale(call, call.at, expected)
    try:
        events, undetermined = try_all(call.caller, call.at, asked)
    except Violation as error:
        raise of_violation(error, call.at.rules.name) from None
    teller = Teller(call.at)
    told = [{**each, "sentence": teller.sentence(each["type"], each["data"])} for each in events]
    body = {"dry_run": True, "version": version, "events": told, "undetermined": undetermined}
    return as_json(body, headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- reading


def read_request(rules: AnyRuleset, body: Json) -> CommandRequest:
    """Read a command `{"type", …}` or a batch `{"commands": […]}`. A command and a batch may have the fields `seat` and
    `dry_run`. Each command may have a `note`.

    A command has the same fields in a batch as alone. If one command of a batch is a dry run, the whole batch is a dry
    run."""
    if not isinstance(body, Mapping):
        raise unreadable("", "wrong-type", "must be an object")
    if "commands" not in body:
        one = _read_one(rules, body, "", None)
        return CommandRequest((one,), one.dry_run)
    try:
        batch = read(CommandBatchForm, body)
    except Unreadable as error:
        raise of_unreadable(error) from None
    commands = read_all(rules, batch.commands, batch.seat)
    return CommandRequest(commands, batch.dry_run or any(each.dry_run for each in commands))


def read_all(rules: AnyRuleset, listed: Sequence[Any], seat: int | None = None) -> tuple[SeatCommand, ...]:
    return tuple(_read_one(rules, each, f"/commands/{n}", seat) for n, each in enumerate(listed))


def _read_one(rules: AnyRuleset, body: Json, pointer: str, seat: int | None) -> SeatCommand:
    if not isinstance(body, Mapping):
        raise unreadable(pointer, "wrong-type", "must be an object")
    has_own = _has_own_seat(rules, body)
    chosen, beside = (seat, OF_COMMAND) if has_own else (_read_seat(body, pointer, seat), ("seat", *OF_COMMAND))
    try:
        command = play.read_command(rules, {key: body[key] for key in body if key not in beside})
    except Unreadable as error:
        raise of_unreadable(error, pointer) from None
    return SeatCommand(command, chosen, pointer, _read_dry_run(body, pointer), _read_note(body, pointer))


def _has_own_seat(rules: AnyRuleset, body: Mapping[str, Json]) -> bool:
    """Return whether `seat` is a field of the command itself (such as a trade partner). Then `seat` does not name the
    sender."""
    form = rules.commands.get(str(body.get("type")))
    return form is not None and "seat" in form.__dataclass_fields__


def _read_seat(body: Mapping[str, Json], pointer: str, otherwise: int | None) -> int | None:
    if "seat" not in body:
        return otherwise
    seat = body["seat"]
    if type(seat) is not int:
        raise unreadable(f"{pointer}/seat", "wrong-type", "must be an integer")
    return seat


def _read_dry_run(body: Mapping[str, Json], pointer: str) -> bool:
    dry_run = body.get("dry_run", False)
    if type(dry_run) is not bool:
        raise unreadable(f"{pointer}/dry_run", "wrong-type", "must be true or false")
    return dry_run


def _read_note(body: Mapping[str, Json], pointer: str) -> Json:
    """Return the note that was sent with a command: any JSON that the log can contain, of up to 2 KB. Null means that
    there is no note."""
    if (note := body.get("note")) is None:
        return None
    try:
        size = len(canonical_text(note, DEEPEST_NOTE).encode())
    except NotCanonical as error:
        raise unreadable(f"{pointer}/note", "wrong-form", f"must be JSON that the log can contain: {error}") from None
    if size > LONGEST_NOTE:
        raise unreadable(f"{pointer}/note", "wrong-size", f"must have at most {LONGEST_NOTE} bytes, not {size}")
    return note


# ---------------------------------------------------------------- deciding


class Attempt:
    """The commands of a request. It remembers the game on which it last decided them, because the game may have changed
    since the request arrived. A signed refusal contains the head of that game."""

    def __init__(self, call: GameCall, asked: CommandRequest) -> None:
        self._call = call
        self._asked = asked
        self._at = call.at
        self._decided: list[tuple[int, Any]] = []  # seats and commands, up to the refused one

    def decide(self, at: GameAt) -> Move:
        """Decide the commands one after the other, and return their commits."""
        self._at, self._decided = at, []
        commits: list[Commit[Any]] = []
        game, last = at.game, self._asked.commands[-1]
        for each in self._asked.commands:
            seat = own_seat(self._call.caller, at.moved_to(game), each.seat, f"{each.pointer}/seat")
            self._decided.append((seat, each.command))
            try:
                if each is not last:
                    play.require_no_turning_point(at.rules, game, seat, each.command)
                commits.append(seat_commit(at.rules, game, seat, each.command, each.note))
            except (Violation, Refusal) as error:
                error.add_note(each.pointer)  # the refused command of the batch
                raise
            game = commits[-1].after
        return Move(tuple(commits))

    def sign_refusal(self, error: Violation) -> JsonObject | None:
        """Return the signed refusal of the last command that was decided. Return None if the caller is over a limit, or
        if the command has a long text: answers do not repeat long texts. If the game contradicts the transparency log,
        raise the problem `log-damaged` instead."""
        context, game = self._call.context, self._at.game
        forms = self._at.rules.commands
        sent: list[JsonObject] = [
            {"seat": seat, "body": play.body_of(forms, command)} for seat, command in self._decided
        ]
        if any(shorten_texts(each, LONGEST_FACT) != each for each in sent):
            return None
        if self._call.over_limit is not None or not context.limits.may_sign_refusal(self._call.caller):
            return None
        with nothing_contradicted(context):
            context.tlog.require_head(game.id, game.version, game.head)
        return context.signer.refusal(game, sent, error.rule, error.code, now())


def try_all(caller: Caller, at: GameAt, asked: CommandRequest) -> tuple[list[dict[str, Any]], bool]:
    """Return the events that the commands of a request would cause. Also return whether the events stop because a
    random draw or hidden information decides what follows."""
    found: list[dict[str, Any]] = []
    game = at.game
    for each in asked.commands:
        seat = own_seat(caller, at.moved_to(game), each.seat, f"{each.pointer}/seat")
        try:
            events, undetermined = play.act_on_paper(at.rules, game, seat, each.command)
        except (Violation, Refusal) as error:
            error.add_note(each.pointer)
            raise
        found.extend(facts(at.rules, events))
        if undetermined:
            return found, True
        game = follow(at.rules, game, events)
    return found, False


def facts(rules: AnyRuleset, events: Sequence[object]) -> list[dict[str, Any]]:
    """Return the events of a dry run or a what-if request as JSON. These events are not stored and not sealed."""
    names = {form: name for name, form in rules.events.items()}
    return [{"type": names[type(event)], "data": write(event)} for event in events]
