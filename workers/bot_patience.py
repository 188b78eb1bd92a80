"""Patience: a bot that has asked people something waits for their answer before it goes on, and holds no worker while
it waits (what is owed falls due later).

It waits for those who may answer and are there: who have the game's stream open, or have acted or sat down lately. So
many seconds from when a bot last did something, and no longer than a decision may take by the game's clock. Whoever has
acted since is not waited for any more.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from kontor.domain.kernel.clocks import duration, moment
from kontor.domain.kernel.game import require_created
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.jobs.presence import listening
from kontor.workers.context import WorkerContext

LATELY = timedelta(minutes=30)
NEVER = datetime.min.replace(tzinfo=UTC)
APART = timedelta(seconds=2)  # clocks of two machines
LOOKED_AT = 200  # events: whoever did nothing in so many of them is not there


def seconds_left(worker: WorkerContext, at: GameAt, seat: int) -> float:
    """For how long a bot that must decide still waits; 0 or less: no longer."""
    asked = [each for each in at.rules.invited(at.game.state) if at.game.place(each).bot is None]
    if seat not in at.awaiting or not asked:
        return 0.0
    events = worker.store.events(at.game.id, max(0, at.game.version - LOOKED_AT), LOOKED_AT)
    last = _last_seen(envelope_of(each.record) for each in events)
    asked_at = max((last[place.seat] for place in at.game.places if place.bot and place.seat in last), default=None)
    if asked_at is None:
        return 0.0
    now = datetime.now(UTC)
    if asked_at > now + APART:  # the clock went back since: nobody knows how long ago it was
        return 0.0
    silent = [each for each in asked if last.get(each, NEVER) < asked_at]
    seen = any(last.get(each, NEVER) > now - LATELY for each in silent)
    if not seen and not listening(worker.redis, at.game.id, silent):
        return 0.0
    usual = worker.settings.bot_patience_seconds
    patience = min(usual if at.bot_patience is None else at.bot_patience, _longest(at))
    return patience - (now - asked_at).total_seconds()


def _last_seen(envelopes: Iterable[Mapping[str, Any]]) -> Mapping[int, datetime]:
    """When each seat last acted, or was taken."""
    last = {}
    for envelope in envelopes:
        actor = str(envelope["actor"]).removeprefix("seat:")
        seat = envelope["data"]["seat"] if envelope["type"] == "seat_taken" else actor.isdecimal() and int(actor)
        if seat:
            last[seat] = moment(envelope["at"])
    return last


def _longest(at: GameAt) -> float:
    clock = require_created(at.game).clock
    return float("inf") if clock is None else duration(clock.per_decision).total_seconds()
