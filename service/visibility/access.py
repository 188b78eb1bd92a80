"""Which games a caller may read, and which seats they hold."""

from typing import Protocol
from uuid import UUID

from kontor.service.engine.game_at import GameAt
from kontor.service.store.games import GameRow
from kontor.service.store.lookup import Caller


class Restricted(Protocol):
    """The facts about a game that these rules need: from a loaded game, its row, or the look-up of a caller."""

    @property
    def creator(self) -> UUID | None: ...

    @property
    def private_to(self) -> frozenset[str] | None:
        """The participants of a private game, or None if the game is not private."""


def may_read(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game. A private game is open to its seats, their tokens, its creator and
    auditors."""
    return caller.sees_all or may_enter(caller, game)


def may_enter(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game without a grant of the operator."""
    if game.private_to is None:
        return True
    if caller.account is not None and caller.account == game.creator and not caller.is_token:
        return True
    return not caller.participants.isdisjoint(game.private_to)


def needs_grant(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game only by a grant of the operator. The server records such reads."""
    return caller.sees_all and not may_enter(caller, game)


def participants_of(caller: Caller, at: GameAt) -> frozenset[str]:
    """Return the participants of the game that belong to the caller, also while a bot plays their seat."""
    return caller.participants.intersection(str(place.participant) for place in at.game.places)


def seats_held(caller: Caller, at: GameAt) -> tuple[int, ...]:
    """Return the seats that the caller plays now."""
    places = at.game.places
    return tuple(place.seat for place in places if place.bot is None and place.participant in caller.participants)


def seats_held_in_row(caller: Caller, row: GameRow) -> dict[int, str]:
    """Return the seats that the caller plays in a game that is not loaded, each with its participant."""
    played = [seat for seat in row.seats if seat["kind"] == "participant"]
    return {seat["seat"]: seat["participant"] for seat in played if seat.get("participant") in caller.participants}
