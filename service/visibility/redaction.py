"""Redact the events of a log for one caller. Sealed parts that the caller may not open stay digests."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, NotCanonical, canonical_text
from kontor.domain.kernel.commits import Commit
from kontor.domain.kernel.event_lines import line, line_text
from kontor.domain.kernel.game import Status
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.game_settings import Visibility
from kontor.service.store.events import Logged
from kontor.service.store.games import ENDED, GameRow, Head
from kontor.service.store.lookup import Caller
from kontor.service.store.store import Store
from kontor.service.visibility.access import seats_held_in_row
from kontor.service.visibility.clearance import Clearance, Tenure, clearance_of


@dataclass(frozen=True, slots=True)
class ReadableLog:
    """A log as one caller may read it. `damaged` is the first version that is known to be damaged."""

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
        """Redact stored events."""
        for each in logged:
            yield redact(each, self.clearance.at(each.record.version), self.is_ended)

    def texts(self, logged: Iterable[Logged]) -> Iterator[str]:
        """Redact stored events and write them as canonical JSON. Copy the envelopes of a valid log without parsing."""
        for each in logged:
            seats = self.clearance.at(each.record.version)
            if self.damaged is None:
                yield line_text(each.record, seats, self.is_ended, each.cause)
            else:
                yield canonical_text(redact(each, seats, self.is_ended))


def log_of_game(store: Store, caller: Caller, at: GameAt) -> ReadableLog:
    return ReadableLog(at.game.id, at.head, at.game.status, at.settings.visibility, clearance_of(store, caller, at))


def log_as_stored(store: Store, caller: Caller, at: GameAt | GameDamaged) -> ReadableLog:
    """Return the log of a game, also if the game cannot be loaded. Raise `GameDamaged` if even its row is missing."""
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
    """Return the log up to `head` of a game that is not loaded: its row names the holders of seats. `past` are the
    caller's ended tenures."""
    clearance = Clearance(frozenset(seats_held_in_row(caller, row)), past)
    return ReadableLog(row.id, head, row.status, row.settings.visibility, clearance, damaged)


def log_of_spectator(row: GameRow) -> ReadableLog:
    """Return the log for a caller without a seat. After the end of the game, all parts are open."""
    seats = (seat["seat"] for seat in row.seats) if row.is_ended else ()
    return ReadableLog(row.id, row.head, row.status, row.settings.visibility, Clearance(frozenset(seats)))


def redact(logged: Logged, seats: Collection[int], ended: bool) -> JsonObject:
    """Return a stored event with the parts for these seats open, or with all parts after the end. If the envelope was
    changed and is no longer JSON, return it as a text."""
    try:
        return line(logged.record, seats, ended, logged.cause)
    except NotCanonical:
        text = replace(logged.record, envelope=canonical_text(logged.record.envelope))
        return line(text, seats, ended, logged.cause)


def redact_commits(store: Store, caller: Caller, at: GameAt, commits: Sequence[Commit[Any]]) -> Iterator[str]:
    """Redact events that are about to be stored, and write them as canonical JSON."""
    clearance, ended = clearance_of(store, caller, at), at.game.is_ended
    for commit in commits:
        for record in commit.records:
            cause = (commit.command, commit.salt) if record.version == commit.first else None
            yield line_text(record, clearance.at(record.version), ended, cause)
