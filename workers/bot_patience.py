"""Patience: a bot that has asked people something waits for their answer before it goes on, and holds no worker while
it waits (what is owed falls due later).

It waits for those who may answer and are there: who have the game's stream open, or have acted or sat down lately. So
many seconds from when they were asked, whatever it does meanwhile; and not so long that it would decide later than the
game's clock allows. Whoever has acted since they were asked is not waited for any more.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from kontor.domain.kernel.clocks import duration, moment
from kontor.domain.kernel.game import require_created
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.jobs.presence import listening
from kontor.workers.bots import thinking_seconds
from kontor.workers.context import WorkerContext

LATELY = timedelta(minutes=30)
NEVER = datetime.min.replace(tzinfo=UTC)
APART = timedelta(seconds=2)  # clocks of two machines
LOOKED_AT = 200  # events: whoever did nothing in so many of them is not there
QUEUED = 0.5  # seconds until a worker has taken up what the relay sends

Envelopes = Sequence[Mapping[str, Any]]


def seconds_left(worker: WorkerContext, at: GameAt, seat: int) -> float:
    """For how long a bot that must decide still waits; 0 or less: no longer."""
    asked = [each for each in at.rules.invited(at.game.state) if at.game.place(each).bot is None]
    if seat not in at.awaiting or not asked:
        return 0.0
    events = worker.store.events.page(at.game.id, max(0, at.game.version - LOOKED_AT), LOOKED_AT)
    log, now = [envelope_of(each.record) for each in events], datetime.now(UTC)
    last = _last_seen(log)
    since = {each: _asked_since(log, at.rules.asked_at(at.game.state, each)) for each in asked}
    # a clock that went back since then: nobody knows how long ago that was
    silent = [each for each in asked if last.get(each, NEVER) < since[each] <= now + APART]
    there = {each for each in silent if last.get(each, NEVER) > now - LATELY}
    there |= listening(worker.redis, at.game.id, silent)
    latest = max((since[each] for each in there), default=NEVER)
    return _patience(worker, at) - (now - latest).total_seconds()


def _last_seen(log: Envelopes) -> Mapping[int, datetime]:
    """When each seat last acted, or was taken. Whoever takes back what they did has done nothing."""
    last = {}
    for envelope in log:
        actor = str(envelope["actor"]).removeprefix("seat:")
        seat = envelope["data"]["seat"] if envelope["type"] == "seat_taken" else actor.isdecimal() and int(actor)
        if seat and envelope["type"] != "commits_undone":
            last[seat] = moment(envelope["at"])
    return last


def _asked_since(log: Envelopes, version: int) -> datetime:
    """When a version asked what it asked; anew, if the game has gone back to it since."""
    asks = [each for each in log if each["version"] == version]
    asks += [each for each in log if each["type"] == "commits_undone" and each["data"]["to"] >= version > 0]
    return max((moment(each["at"]) for each in asks), default=NEVER)


def _patience(worker: WorkerContext, at: GameAt) -> float:
    """As the game or the operator has it; what a bot still needs when it is over is within the time of a decision."""
    settings, clock = worker.settings, require_created(at.game).clock
    patience = settings.bot_patience_seconds if at.settings.bot_patience is None else at.settings.bot_patience
    if clock is None:
        return patience
    needed = settings.relay_seconds + QUEUED + thinking_seconds(at, settings.bot_seconds)
    return min(patience, duration(clock.per_decision).total_seconds() - needed)
