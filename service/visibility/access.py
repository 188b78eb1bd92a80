"""Which games a caller may read, and which seats they hold: of a loaded game, or of its row."""

from collections.abc import Iterable, Sequence
from typing import Any, cast
from uuid import UUID

from kontor.service.engine.game_at import GameAt
from kontor.service.store import GameRow, Visibility
from kontor.service.store.lookup import Caller


def may_read(caller: Caller, at: GameAt) -> bool:
    """Whether the caller may read the game. A private game is open to its seats, their tokens, its creator and
    auditors."""
    return caller.sees_all or may_enter(caller, at)


def may_enter(caller: Caller, at: GameAt) -> bool:
    """Whether the caller may read the game without a grant of the operator: auditors read, but are not guests."""
    participants = (place.participant for place in at.game.places)
    return _is_open_to(caller, at.visibility, at.creator, participants)


def may_read_row(caller: Caller, row: GameRow) -> bool:
    """`may_read` for a game that is not loaded."""
    participants = (seat.get("participant") for seat in _seats(row))
    return caller.sees_all or _is_open_to(caller, row.visibility, row.creator, participants)


def _is_open_to(
    caller: Caller, visibility: Visibility, creator: UUID | None, participants: Iterable[str | None]
) -> bool:
    if visibility != "private":
        return True
    if caller.account is not None and caller.account == creator and not caller.is_token:
        return True
    return any(each in caller.participants for each in participants)


def seats_held(caller: Caller, at: GameAt) -> tuple[int, ...]:
    """The seats that the caller plays now."""
    places = at.game.places
    return tuple(place.seat for place in places if place.bot is None and place.participant in caller.participants)


def seats_held_in_row(caller: Caller, row: GameRow) -> dict[int, str]:
    """`seats_held` for a game that is not loaded, each with the participant who plays it."""
    played = [each for each in _seats(row) if each["kind"] == "participant"]
    return {each["seat"]: each["participant"] for each in played if each.get("participant") in caller.participants}


def seat_count(row: GameRow) -> int:
    return len(_seats(row))


def _seats(row: GameRow) -> Sequence[dict[str, Any]]:
    return cast("Sequence[dict[str, Any]]", row.summary["seats"])
