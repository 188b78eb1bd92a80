"""Check which command each kernel event may come from: part of the verifier (log format §7).

The first kernel event of a commit determines the command and its actor; a note determines nothing.
"""

from typing import cast

from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.domain.kernel.finding import require
from kontor.domain.kernel.lifecycle import KERNEL_EVENTS

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


def tells_cause(kind: str) -> bool:
    return kind in KERNEL_EVENTS and kind != "note_sealed"


def check_cause(kind: str, data: JsonObject, actor: str, body: JsonObject | None) -> None:
    """Check that the commit of this event can come from the actor and, if it is shown, from the command."""
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
