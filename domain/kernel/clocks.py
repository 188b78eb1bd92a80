"""Clocks: how long each seat has made the game wait, computed from the times in the log.

Each decision has its own time. Further time is taken from the seat's bank, which is not refilled. A seat's clock runs
while the game waits for it, a person plays it and it is not paused. It restarts with each commit of that seat, except
for pause, resume and undo: with these a seat must not gain time.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from kontor.domain.kernel.echo import quote
from kontor.domain.kernel.game import Game, require_created
from kontor.domain.kernel.ruleset import C, E, Ruleset, S

_DURATION = re.compile("P(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?").fullmatch


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat. `since`: when it started, or None if it is stopped. `taken`: the time taken from the bank.
    `used`: the time of the pending decision before a pause."""

    since: datetime | None = None
    taken: timedelta = timedelta(0)
    used: timedelta = timedelta(0)


def tick(rules: Ruleset[S, C, E], before: Game[S], after: Game[S], actor: str, at: str) -> Game[S]:
    """Return the game after a commit, with updated clocks. A game without clocks stays unchanged."""
    created = require_created(after)
    if created.clock is None:
        return after
    now, allowed = moment(at), duration(created.clock.per_decision)
    clocks = dict(before.clocks)
    waited = waited_for(rules, after)
    is_move = (before.paused, before.undone) == (after.paused, after.undone)
    for place in after.places:
        clock, seat = clocks.get(place.seat, SeatClock()), place.seat
        decided = seat not in waited or (is_move and actor == f"seat:{seat}")
        if clock.since is not None and (decided or after.is_paused(seat)):
            clock = SeatClock(None, clock.taken, clock.used + now - clock.since)
        if decided:
            clock = SeatClock(None, clock.taken + max(timedelta(0), clock.used - allowed))
        if clock.since is None and seat in waited and not after.is_paused(seat):
            clock = replace(clock, since=now)
        clocks[seat] = clock
    return replace(after, clocks=clocks)


def waited_for(rules: Ruleset[S, C, E], game: Game[S]) -> tuple[int, ...]:
    """Return the seats whose clocks run: the game waits for them, and a person plays them."""
    if game.status != "running" or game.state is None:
        return ()
    return tuple(seat for seat in rules.awaiting(game.state) if game.place(seat).bot is None)


def deadlines(game: Game[S]) -> dict[int, datetime]:
    """Return the deadline of each seat whose clock runs. The result is empty if the game has no clock."""
    created = require_created(game)
    if created.clock is None:
        return {}
    allowed, bank = duration(created.clock.per_decision), duration(created.clock.bank)
    return {
        seat: clock.since + allowed + max(timedelta(0), bank - clock.taken) - clock.used
        for seat, clock in game.clocks.items()
        if clock.since is not None
    }


def abandoned_at(game: Game[S]) -> datetime | None:
    """Return the time at which the system ends the game if nothing happens before. Return None if it never does. A
    running game ends no sooner than its deadlines, and no sooner than the planned end of a pause."""
    created = require_created(game)
    if game.status == "open":
        return None if created.open_until is None else moment(created.open_until)
    if game.status != "running" or created.idle_days is None:
        return None
    planned = [moment(until) for until in game.paused.values() if until is not None]
    return max([moment(game.at) + timedelta(days=created.idle_days), *deadlines(game).values(), *planned])


def duration(text: str) -> timedelta:
    """Read an ISO 8601 duration of days, hours, minutes and seconds."""
    found = _DURATION(text)
    if found is None or not any(found.groups()):
        raise ValueError(f"{quote(text)} is not a duration such as P1D or PT10M")
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def moment(at: str) -> datetime:
    """Return a time of the log as a datetime in UTC."""
    return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(UTC)
