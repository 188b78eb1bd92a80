"""The rules that decide which games and which sealed parts a caller may read. Requests, streams, webhooks and audits
all use this module. The module does not use HTTP.

`may_read` decides which games a caller may read. A `Clearance` names the seats whose sealed parts the caller may open,
at each version. A `ReadableLog` returns events with these parts open and all other parts sealed. For queries over many
games or accounts, the rule of `may_read` is also a condition in SQL: `store.participants.IS_SEATED`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeAlias, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, NotCanonical, canonical_text
from kontor.domain.kernel.commits import Commit
from kontor.domain.kernel.event_lines import line, line_text
from kontor.domain.kernel.game import Status
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.game_settings import Visibility
from kontor.service.store.events import Logged
from kontor.service.store.games import ENDED, GameRow, Head
from kontor.service.store.lookup import Caller
from kontor.service.store.store import Store


class Restricted(Protocol):
    """The facts about a game that decide who may read it. A loaded game, a stored row of a game, and the result of
    looking up a caller all have these facts."""

    @property
    def creator(self) -> UUID | None: ...

    @property
    def private_to(self) -> frozenset[str] | None:
        """The participants of a private game, or None if the game is not private."""


def may_read(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game. Only its participants, their seat tokens, its creator, auditors and
    administrators may read a private game."""
    return caller.sees_all or may_enter(caller, game)


def may_enter(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game without a scope that only the operator can grant."""
    if game.private_to is None:
        return True
    if caller.account is not None and caller.account == game.creator and not caller.is_token:
        return True
    return not caller.participants.isdisjoint(game.private_to)


def needs_grant(caller: Caller, game: Restricted) -> bool:
    """Return whether the caller may read the game only because the operator granted them a scope. The server records
    such reads."""
    return caller.sees_all and not may_enter(caller, game)


def participants_of(caller: Caller, at: GameAt) -> frozenset[str]:
    """Return the participants of the game that belong to the caller, including those whose seat a bot plays now."""
    return caller.participants.intersection(str(place.participant) for place in at.game.places)


def seats_held(caller: Caller, at: GameAt) -> tuple[int, ...]:
    """Return the seats that the caller plays now."""
    places = at.game.places
    return tuple(place.seat for place in places if place.bot is None and place.participant in caller.participants)


def seats_held_in_row(caller: Caller, row: GameRow) -> dict[int, str]:
    """Return the seats that the caller plays in a game that is not loaded, and the participant of each seat."""
    played = [seat for seat in row.seats if seat["kind"] == "participant"]
    return {seat["seat"]: seat["participant"] for seat in played if seat.get("participant") in caller.participants}


# ---------------------------------------------------------------- clearance
#
# The holder of a seat may open all parts that are sealed for the seat, including earlier ones. A caller who gave up a
# seat may open the parts that were sealed for it while they held it (their tenure).

SEAT_CHANGES = ("seat_taken", "seat_left", "seat_changed", "seat_passed")  # events after which a seat has a new holder

Tenure: TypeAlias = tuple[int, int, int]  # seat, from version, before version


@dataclass(frozen=True, slots=True)
class Clearance:
    """The sealed parts of a log that a caller may open. `now`: the seats that the caller holds, or all seats if the
    game has ended. `past`: the times when the caller held other seats, as versions."""

    now: frozenset[int]
    past: tuple[Tenure, ...] = ()

    def at(self, version: int) -> frozenset[int]:
        """Return the seats whose sealed parts the caller may open in the event of this version."""
        return self.now | {seat for seat, since, until in self.past if since <= version < until}


def clearance_of(store: Store, caller: Caller, at: GameAt) -> Clearance:
    """Return the caller's clearance in a loaded game."""
    if at.game.is_ended:
        return Clearance(frozenset(place.seat for place in at.game.places))
    now = frozenset(seats_held(caller, at))
    given_up = caller.participants - {place.participant for place in at.game.places if place.seat in now}
    return Clearance(now, _past(store, at, given_up) if given_up else ())


def participants_without_seat(caller: Caller, row: GameRow) -> frozenset[str]:
    """Return the participants of the caller that hold no seat now, for a game that is not loaded. Return none for a
    game that has ended, because all its parts are open."""
    return frozenset() if row.is_ended else caller.participants - set(seats_held_in_row(caller, row).values())


def _past(store: Store, at: GameAt, given_up: Collection[str]) -> tuple[Tenure, ...]:
    """Return the times when these participants held seats that they have given up, as versions. The function reads the
    whole log, but few callers have given up a seat."""
    page = page_after(store, at.game.id, 0, at.game.version, Head())  # `at` may not be stored yet: accept any end
    if page.damaged is not None:
        raise GameDamaged(at.game.id, page.damaged)
    return Tenures().add(envelope_of(each.record) for each in page.events).ended(given_up)


class Tenures:
    """The versions between which each participant held a seat, computed from the events of a game."""

    def __init__(self) -> None:
        self._version = 0  # version of the last change
        self._current: dict[int, tuple[str | None, int]] = {}  # seat → its holder, and the version since when
        self._ended: list[tuple[str | None, Tenure]] = []

    def add(self, envelopes: Iterable[JsonObject]) -> Self:
        """Add events in the order of their versions. Events that were already added change nothing."""
        for envelope in envelopes:
            if envelope["type"] in SEAT_CHANGES and cast(int, envelope["version"]) > self._version:
                self._version, data = cast(int, envelope["version"]), cast("dict[str, Any]", envelope["data"])
                self._end(data["seat"])
                if envelope["type"] != "seat_left":
                    self._current[data["seat"]] = (_holder(data), self._version)
        return self

    def _end(self, seat: int) -> None:
        if seat in self._current:
            holder, since = self._current.pop(seat)
            self._ended.append((holder, (seat, since, self._version)))

    def ended(self, participants: Collection[str]) -> tuple[Tenure, ...]:
        """Return the ended tenures of these participants: each seat that they gave up, with the versions when they held
        it."""
        return tuple(tenure for holder, tenure in self._ended if holder in participants)


def _holder(data: dict[str, Any]) -> str | None:
    """Return the participant who plays the seat after an event, or None if a bot plays it. In a `seat_passed` event,
    `to` is only the name of the participant."""
    to = data.get("to", data)
    return to if isinstance(to, str) else to.get("participant")


# ---------------------------------------------------------------- redaction


@dataclass(frozen=True, slots=True)
class ReadableLog:
    """The log of a game as one caller may read it. `damaged`: the first version that is known to be damaged."""

    game_id: UUID
    head: Head
    status: Status
    visibility: Visibility
    clearance: Clearance
    damaged: int | None = None

    @property
    def is_ended(self) -> bool:
        return self.status in ENDED

    def lines(self, logged: Iterable[Logged]) -> Iterator[JsonObject]:
        """Yield stored events, with all parts sealed that the caller may not read."""
        for each in logged:
            yield redact(each, self.clearance.at(each.record.version), self.is_ended)

    def texts(self, logged: Iterable[Logged]) -> Iterator[str]:
        """Yield stored events as canonical JSON, with all parts sealed that the caller may not read. The envelopes of a
        valid log are copied without parsing them."""
        for each in logged:
            seats = self.clearance.at(each.record.version)
            if self.damaged is None:
                yield line_text(each.record, seats, self.is_ended, each.cause)
            else:
                yield canonical_text(redact(each, seats, self.is_ended))


def log_of_game(store: Store, caller: Caller, at: GameAt) -> ReadableLog:
    return ReadableLog(at.game.id, at.head, at.game.status, at.settings.visibility, clearance_of(store, caller, at))


def log_as_stored(store: Store, caller: Caller, at: GameAt | GameDamaged) -> ReadableLog:
    """Return the log of a game, even if the game cannot be loaded. Raise `GameDamaged` if even the row of the game is
    missing."""
    try:
        if isinstance(at, GameDamaged):
            raise at
        return log_of_game(store, caller, at)
    except GameDamaged as error:
        if (row := store.games.row(error.game_id)) is None:
            raise
        return log_of_row(row, caller, row.head, damaged=error.version)


def log_of_row(
    row: GameRow, caller: Caller, head: Head, past: tuple[Tenure, ...] = (), damaged: int | None = None
) -> ReadableLog:
    """Return the log, up to `head`, of a game that is not loaded. The row of the game names the holders of the seats.
    `past`: the caller's ended tenures."""
    clearance = Clearance(frozenset(seats_held_in_row(caller, row)), past)
    return ReadableLog(row.id, head, row.status, row.settings.visibility, clearance, damaged)


def log_of_spectator(row: GameRow) -> ReadableLog:
    """Return the log of a game for a caller without a seat. After the end of the game, all parts are open."""
    seats = (seat["seat"] for seat in row.seats) if row.is_ended else ()
    return ReadableLog(row.id, row.head, row.status, row.settings.visibility, Clearance(frozenset(seats)))


def redact(logged: Logged, seats: Collection[int], ended: bool) -> JsonObject:
    """Return a stored event with the parts for these seats open. All parts are open if the game has `ended`. If the
    envelope was changed and is no longer JSON, return the envelope as a text."""
    try:
        return line(logged.record, seats, ended, logged.cause)
    except NotCanonical:
        text = replace(logged.record, envelope=canonical_text(logged.record.envelope))
        return line(text, seats, ended, logged.cause)


def redact_commits(store: Store, caller: Caller, at: GameAt, commits: Sequence[Commit[Any]]) -> Iterator[str]:
    """Yield events that are about to be stored as canonical JSON, with all parts sealed that the caller may not
    read."""
    clearance, ended = clearance_of(store, caller, at), at.game.is_ended
    for commit in commits:
        for record in commit.records:
            cause = (commit.command, commit.salt) if record.version == commit.first else None
            yield line_text(record, clearance.at(record.version), ended, cause)
