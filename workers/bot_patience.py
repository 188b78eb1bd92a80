"""How long a bot waits for people whom it has asked something. It occupies no worker meanwhile: the pending work of the
game becomes due later.

The bot waits for seats that may answer and are present. A seat is present if it has a stream of the game open, or acted
or sat down lately. The time starts when the bot asked. It is shorter if the bot would otherwise miss its deadline. The
bot does not wait for a seat that has acted after the question.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from kontor.domain.kernel.clocks import duration, moment
from kontor.domain.kernel.game import require_created
from kontor.service.clock import utc_now
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.jobs.present_seats import listening
from kontor.workers.bots import thinking_seconds
from kontor.workers.context import WorkerContext

LATELY = timedelta(minutes=30)
NEVER = datetime.min.replace(tzinfo=UTC)
APART = timedelta(seconds=2)  # difference between the clocks of two machines
LOOKED_AT = 200  # newest events to read: a seat without one of them is absent
QUEUED = 0.5  # seconds until a worker takes a job that the relay has queued

Envelopes = Sequence[Mapping[str, Any]]


def seconds_left(worker: WorkerContext, at: GameAt, seat: int) -> float:
    """Return the seconds that the bot on `seat` must still wait before it decides. 0 or less: it decides now."""
    asked = [each for each in at.rules.invited(at.game.state) if at.game.place(each).bot is None]
    if seat not in at.awaiting or not asked:
        return 0.0
    events = worker.store.events.page(at.game.id, max(0, at.game.version - LOOKED_AT), LOOKED_AT)
    log, now = [envelope_of(each.record) for each in events], utc_now()
    last = _last_seen(log)
    since = {each: _asked_since(log, at.rules.asked_at(at.game.state, each)) for each in asked}
    # A question from the future means that a clock was set back: do not wait, its age is unknown.
    silent = [each for each in asked if last.get(each, NEVER) < since[each] <= now + APART]
    there = {each for each in silent if last.get(each, NEVER) > now - LATELY}
    there |= listening(worker.redis, at.game.id, silent)
    latest = max((since[each] for each in there), default=NEVER)
    return _patience(worker, at) - (now - latest).total_seconds()


def _last_seen(log: Envelopes) -> Mapping[int, datetime]:
    """Return when each seat last acted or was taken. An undo does not count as an action."""
    last = {}
    for envelope in log:
        actor = str(envelope["actor"]).removeprefix("seat:")
        seat = envelope["data"]["seat"] if envelope["type"] == "seat_taken" else actor.isdecimal() and int(actor)
        if seat and envelope["type"] != "commits_undone":
            last[seat] = moment(envelope["at"])
    return last


def _asked_since(log: Envelopes, version: int) -> datetime:
    """Return when the game reached the version that asks, or returned to it by an undo."""
    asks = [each for each in log if each["version"] == version]
    asks += [each for each in log if each["type"] == "commits_undone" and each["data"]["to"] >= version > 0]
    return max((moment(each["at"]) for each in asks), default=NEVER)


def _patience(worker: WorkerContext, at: GameAt) -> float:
    """Return how long a bot waits: the game's or the server's setting, shortened so that the bot meets the deadline."""
    settings, clock = worker.settings, require_created(at.game).clock
    patience = settings.bot_patience_seconds if at.settings.bot_patience is None else at.settings.bot_patience
    if clock is None:
        return patience
    needed = settings.relay_seconds + QUEUED + thinking_seconds(at, settings.bot_seconds)
    return min(patience, duration(clock.per_decision).total_seconds() - needed)
