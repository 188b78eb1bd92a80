"""Check the kernel events of a log: which seats are held by whom, and from which command each event may come. The first
kernel event of a commit determines the command and its actor; a note determines nothing.

This is a part of the verifier (log format §7). It knows only the lines, not the game.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import cast

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.domain.kernel.finding import LogError, require
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS
from kontor.domain.kernel.model import read, write

SYSTEM = "system"
ANYBODY = None

# By event, and by `why` or `reason` where that matters: the types that the command's body may have. The oldest logs use
# the second type.
TYPES = {
    "game_created": ("create",),
    "seat_taken": ("join", "take_seat"),
    "seat_left": ("leave", "leave_seat"),
    "seat_changed resigned": ("resign",),
    "seat_changed returned": ("return",),
    "seat_changed timed_out": ("time_out",),
    "decision_timed_out": ("time_out",),
    "seat_passed": ("pass_seat",),
    "clocks_paused": ("pause",),
    "clocks_resumed": ("resume",),
    "commits_undone": ("undo",),
    "game_aborted": ("abort",),
    "game_aborted timed_out": ("time_out",),
    "game_finished": ("score",),
}

# check the hour here: some versions of Python accept 24:00 as 00:00 of the next day
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z").fullmatch


def require_time(value: Json, name: str) -> str:
    """Return the time if it exists and is written as `2026-01-01T00:00:00.000Z`. Such texts sort by time."""
    require(
        isinstance(value, str) and bool(_AT(value)) and _exists(value),
        f"{name} must be a time in UTC with three decimals",
    )
    return cast(str, value)


def _exists(at: str) -> bool:
    try:
        datetime.fromisoformat(at)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class Seating:
    """The values known from the kernel events so far. `people` and `bots`: the current or last holder of each seat."""

    seats: tuple[int, ...] = ()
    people: dict[int, str] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    commitment: str = ""
    participants: set[str] = field(default_factory=set)  # all participants who ever had a seat
    paused: set[int | None] = field(default_factory=set)  # None: all clocks
    started: bool = False
    open_until: str | None = None
    idle_days: int | None = None
    at: str = ""  # the time of the previous event
    seed: bytes | None = None

    @property
    def is_full(self) -> bool:
        return bool(self.seats) and all(seat in self.people or seat in self.bots for seat in self.seats)


def follow(seating: Seating, envelope: JsonObject) -> None:
    """Apply one event of the log. Raise LogError or Unreadable if the event is not possible at this point of the
    log."""
    _follow(seating, envelope)
    seating.at = cast(str, envelope["at"])


def _follow(seating: Seating, envelope: JsonObject) -> None:
    kind = cast(str, envelope["type"])
    if not seating.started and seating.is_full:
        require(kind == "game_started", "all seats are taken: the next event must be game_started")
    if kind not in life.KERNEL_EVENTS:
        if not seating.started:
            raise LogError(f"{kind} comes before game_started")
        return
    event = _read(kind, envelope)
    match event:
        case life.GameCreated():
            _create(seating, event)
        case life.SeatTaken() | life.SeatLeft() | life.GameStarted():
            require(not seating.started, f"{kind} comes after game_started")
            _seat(seating, event)
        case life.GameAborted():
            if event.reason == "abandoned":
                require(_is_abandoned(seating, cast(str, envelope["at"])), "the game is not abandoned yet")
            seating.seed = bytes.fromhex(event.seed)
        case life.ClocksPaused() | life.ClocksResumed():
            require(seating.started, f"{kind} comes before game_started")
            _pause(seating, event)
        case _:
            require(seating.started, f"{kind} comes before game_started")
            _play(seating, event, envelope)


def require_seat(seating: Seating, seat: int) -> None:
    require(seat in seating.seats, f"the game has no seat {seat}")


def _read(kind: str, envelope: JsonObject) -> life.KernelEvent:
    """Return the kernel event of an envelope. Refuse it if it does not match format 1 exactly."""
    require(envelope["schema"] == 1, f"{kind} must have schema 1 in this format")
    event = read(life.KERNEL_EVENTS[kind], envelope["data"])
    require(canonical(write(event)) == canonical(envelope["data"]), f"{kind} does not have the form of this format")
    require(not envelope["opens"], f"{kind} must not open a sealed part")
    require(kind == "note_sealed" or not envelope["sealed"], f"{kind} must not seal a part")
    return event


def _create(seating: Seating, event: life.GameCreated) -> None:
    seating.seats = tuple(plan.seat for plan in event.seats)
    require(seating.seats == tuple(range(1, len(event.seats) + 1)), "seats must be numbered from 1, without a gap")
    for plan in event.seats:
        require(
            (plan.kind == "bot") == (plan.bot is not None),
            f"seat {plan.seat} must name a bot if and only if its kind is bot",
        )
        if plan.bot is not None:
            seating.bots[plan.seat] = plan.bot
    require(bool(seating.seats), "a game must have at least one seat")
    seating.commitment = event.commitment
    seating.open_until, seating.idle_days = event.open_until, event.idle_days
    if event.open_until is not None:
        require_time(event.open_until, "open_until")


def _is_abandoned(seating: Seating, at: str) -> bool:
    """Return whether a time limit of game_created is over: the limit for the start, or the limit for the next event
    after the start."""
    if not seating.started:
        return seating.open_until is not None and seating.open_until <= at
    idle = datetime.fromisoformat(at) - datetime.fromisoformat(seating.at)
    return seating.idle_days is not None and idle >= timedelta(days=seating.idle_days)


def _seat(seating: Seating, event: life.SeatTaken | life.SeatLeft | life.GameStarted) -> None:
    match event:
        case life.SeatTaken(seat, participant, nonce):
            require_seat(seating, seat)
            require(seat not in seating.people and seat not in seating.bots, f"seat {seat} is taken already")
            seating.people[seat] = participant
            seating.participants.add(participant)
            if nonce is not None:
                seating.nonces[seat] = nonce
            require(nonce is not None or not event.before_commitment, "before_commitment needs a nonce")
        case life.SeatLeft(seat, participant):
            require(
                seating.people.get(seat) == participant, f"seat {seat} is left by a participant who does not hold it"
            )
            del seating.people[seat]
            seating.nonces.pop(seat, None)
        case life.GameStarted(nonces, turn_order):
            require(seating.is_full, "the game starts with an open seat")
            given = [(each.seat, each.nonce) for each in nonces]
            require(given == sorted(seating.nonces.items()), "the nonces are not the ones that the seats gave")
            require(sorted(turn_order) == list(seating.seats), "turn_order must name every seat once")
            seating.started = True


def _pause(seating: Seating, event: life.ClocksPaused | life.ClocksResumed) -> None:
    if event.seat is not None:
        require_seat(seating, event.seat)
    if isinstance(event, life.ClocksResumed):
        require(event.seat in seating.paused, "clocks_resumed, but these clocks were not paused")
        seating.paused.remove(event.seat)
        return
    require(event.seat not in seating.paused, "clocks_paused, but these clocks were paused already")
    require(event.why != "vacation" or event.seat is not None, "a vacation must name a seat")
    if event.until is not None:
        require_time(event.until, "until")
    seating.paused.add(event.seat)


def _play(seating: Seating, event: life.KernelEvent, envelope: JsonObject) -> None:
    match event:
        case life.SeatChanged(seat, life.BotHolder(_, bot), why):
            require_seat(seating, seat)
            require(why != "returned", "only a participant can return to a seat")
            require(why != "resigned" or seat not in seating.bots, f"seat {seat} is a bot's and cannot resign")
            seating.bots[seat] = bot
        case life.SeatChanged(seat, life.ParticipantHolder(_, participant), why):
            require(why == "returned", "in a running game, a participant gets a seat only by returning")
            back = seat in seating.bots and seating.people.get(seat) == participant
            require(back, f"seat {seat} is taken back by a participant who did not hand it to a bot")
            del seating.bots[seat]
        case life.SeatPassed(seat, from_, to):
            require(
                seating.people.get(seat) == from_, f"seat {seat} is passed on by a participant who does not hold it"
            )
            require(
                to not in seating.participants,
                f"seat {seat} is passed to a participant who already had a seat in this game",
            )
            seating.people[seat] = to
            seating.participants.add(to)
            seating.bots.pop(seat, None)
        case life.DecisionTimedOut(seat, deadline):
            require_seat(seating, seat)
            passed = require_time(deadline, "deadline") <= cast(str, envelope["at"])
            require(passed, "a decision timed out before its deadline")
        case life.GameFinished():
            require(envelope["actor"] == "system", "the actor of game_finished must be the system")
            _check_ranking(seating, event)
            seating.seed = bytes.fromhex(event.seed)


def _check_ranking(seating: Seating, event: life.GameFinished) -> None:
    require(sorted(each.seat for each in event.ranking) == list(seating.seats), "the ranking must name every seat once")
    rows = [(each.rank, each.seat) for each in event.ranking]
    require(rows == sorted(rows), "the ranking must be sorted by rank, then by seat")
    require(rows[0][0] == 1, "the ranking must begin with rank 1")
    for place, ((before, _), (rank, seat)) in enumerate(pairwise(rows), 2):
        require(
            before == rank or rank <= place,
            f"seat {seat} cannot have rank {rank}: fewer than {rank - 1} seats are before it",
        )


# ---------------------------------------------------------------- causes


def tells_cause(kind: str) -> bool:
    return kind in KERNEL_EVENTS and kind != "note_sealed"


def check_cause(kind: str, data: JsonObject, actor: str, body: JsonObject | None) -> None:
    """Check that the commit of this event can come from the actor. If the command is shown, check that it can come from
    the command too."""
    require(kind != "game_started", "game_started must be in the commit that filled the last seat")
    why = f"{kind} {data.get('why', data.get('reason'))}"
    actors = _actors(kind, data)
    require(actors is ANYBODY or actor in actors, f"{why if why in TYPES else kind} does not come from {actor}")
    if body is not None:
        types = TYPES.get(why) or TYPES[kind]
        require(body.get("type") in types, f"{kind} must come from a command of type {types[0]}")
        same = "seat" not in body or ("seat" in data and canonical(body["seat"]) == canonical(data["seat"]))
        require(same, f"the command names another seat than {kind}")


def _actors(kind: str, data: JsonObject) -> tuple[str, ...] | None:
    seat, why = f"seat:{data.get('seat')}", cast(str, data.get("why"))
    match kind, why:
        case ("seat_taken" | "seat_left", _) | ("seat_changed", "resigned" | "returned"):
            return (seat,)
        case ("seat_passed", _) | ("clocks_paused", "vacation"):
            return seat, SYSTEM
        case ("clocks_paused", "agreed") | ("commits_undone" | "clocks_resumed", _):
            return ANYBODY
        case _:
            return (SYSTEM,)
