"""What a caller may see of a game: through whose eyes, which events, which position."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.commits import Commit
from kontor.domain.kernel.event_lines import line_text
from kontor.domain.kernel.game import Status
from kontor.service.audit.log_lines import shown_line
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.engine.past_games import PastGames, Position
from kontor.service.http.callers import held_by
from kontor.service.http.games.tenures import Tenure, Tenures
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store import GameRow, Head, Logged, Store, Visibility
from kontor.service.store.lookup import Caller

# ---------------------------------------------------------------- through whose eyes


@dataclass(frozen=True, slots=True)
class Eyes:
    """Which seats' secrets a caller may open at which version. A seat that is held now opens all of its past;
    one that was given up opens what was sealed for it while the caller held it."""

    now: frozenset[int]
    past: tuple[Tenure, ...] = ()

    def at(self, version: int) -> frozenset[int]:
        return self.now | {seat for seat, since, until in self.past if since <= version < until}


def eyes_of(store: Store, caller: Caller, at: GameAt) -> Eyes:
    if at.game.is_ended:
        return Eyes(frozenset(place.seat for place in at.game.places))
    now = frozenset(held_by(caller, at))
    given_up = caller.participants - {place.participant for place in at.game.places if place.seat in now}
    return Eyes(now, _tenures(store, at, given_up) if given_up else ())


def _tenures(store: Store, at: GameAt, given_up: Collection[str]) -> tuple[Tenure, ...]:
    """When those who gave up their seats held them. Rare, so the log is simply read."""
    page = page_after(store, at.game.id, 0, at.game.version, Head())  # `at` may not be written yet: any end will do
    if page.damaged is not None:
        raise GameDamaged(at.game.id, page.damaged)
    return Tenures().hear(envelope_of(each.record) for each in page.events).of(given_up)


# ---------------------------------------------------------------- events


def texts_of_commits(store: Store, caller: Caller, at: GameAt, commits: Sequence[Commit[Any]]) -> Iterator[str]:
    """Events that are just being written, in canonical JSON."""
    eyes, ended = eyes_of(store, caller, at), at.game.is_ended
    for commit in commits:
        for record in commit.records:
            cause = (commit.command, commit.salt) if record.version == commit.first else None
            yield line_text(record, eyes.at(record.version), ended, cause)


# ---------------------------------------------------------------- logs, sound or not


@dataclass(frozen=True, slots=True)
class LogSeen:
    """A log as a caller may see it; `damaged`: the first version that is known not to be as it was written."""

    game_id: UUID
    head: Head
    status: Status
    visibility: Visibility
    eyes: Eyes
    damaged: int | None = None

    @property
    def is_ended(self) -> bool:
        return self.status in ("finished", "aborted")


def log_of_game(store: Store, caller: Caller, at: GameAt) -> LogSeen:
    return LogSeen(at.game.id, at.head, at.game.status, at.visibility, eyes_of(store, caller, at))


def log_of_row(row: GameRow, caller: Caller, damaged: int) -> LogSeen:
    """A log that cannot be folded: its row tells who sits where."""
    eyes = Eyes(frozenset(seat for seat, _ in seats_in(row, caller)))
    return LogSeen(row.id, row.head, row.status, row.visibility, eyes, damaged)


def seats_in(row: GameRow, caller: Caller) -> Iterator[tuple[int, str]]:
    """The seats that the caller plays as the row tells them, with the participants."""
    for each in cast("Sequence[dict[str, Any]]", row.summary["seats"]):
        if each["kind"] == "participant" and each.get("participant") in caller.participants:
            yield each["seat"], each["participant"]


def shown(log: LogSeen, logged: Iterable[Logged]) -> Iterator[JsonObject]:
    for each in logged:
        yield shown_line(each, log.eyes.at(each.record.version), log.is_ended)


def texts(log: LogSeen, logged: Iterable[Logged]) -> Iterator[str]:
    """The same in canonical JSON. What is known to be as it was written is passed on, not read and written again."""
    for each in logged:
        eyes = log.eyes.at(each.record.version)
        if log.damaged is None:
            yield line_text(each.record, eyes, log.is_ended, each.cause)
        else:
            yield canonical_text(shown_line(each, eyes, log.is_ended))


# ---------------------------------------------------------------- positions


def position(past_games: PastGames, at: GameAt, version: int | None, field: str = "version") -> Position:
    """The position at a version of the log; 400 for one that is not there. `field` of the query names it."""
    if version is not None and version > at.game.version:
        raise unreadable(f"query/{field}", "out-of-range", f"the game stands at version {at.game.version}")
    return past_games.at(at, at.game.version if version is None else version)


def seats_to_show(store: Store, caller: Caller, at: GameAt, version: int, given: str | None) -> frozenset[int]:
    """The seats of `as=`, or all that the caller may look through."""
    allowed = eyes_of(store, caller, at).at(version)
    if given is None:
        return allowed
    if given == "spectator":
        return frozenset()
    seat = int(given.removeprefix("seat:"))
    if seat > len(at.game.places):
        raise unreadable("query/as", "out-of-range", f"seats are 1 to {len(at.game.places)}")
    if seat not in allowed:
        raise Problem("forbidden", f"You do not hold seat {seat}; its view is for its holder.")
    return frozenset({seat})
