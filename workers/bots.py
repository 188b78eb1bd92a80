"""Play the pending decisions of bots in a game, as a job. A bot gets the view of its seat, never the full state, and a
budget of time and random numbers.

The job reads the pending work from PostgreSQL, so it may run late or twice without harm.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import redis
import structlog

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import look, quick_bot, random_bot
from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.clocks import duration, moment
from kontor.domain.kernel.commits import DEEPEST_NOTE, SYSTEM
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Bot, Budget, Choice
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.service.clock import utc_now
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.game_lock import Contention
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Move, Moved, one_commit
from kontor.service.jobs.present_seats import listening
from kontor.service.jobs.queues import WAITED_FOR, Job, charge, enqueue, is_due_before, queue
from kontor.service.stop_event import stopping
from kontor.service.store.origins import Origin
from kontor.workers.context import WorkerContext, context

SLICE = 5.0  # most seconds of one job, so that other games do not wait too long
DECISIONS = 200  # most decisions of one job, for the same reason
POLITE = 0.5  # seconds after which a job ends if other jobs wait
LATELY = timedelta(minutes=30)
NEVER = datetime.min.replace(tzinfo=UTC)
APART = timedelta(seconds=2)  # tolerated difference between the clocks of two machines
LOOKED_AT = 200  # newest events to read: a seat that caused none of these events counts as absent
QUEUED = 0.5  # seconds until a worker takes a job that the relay has queued

Envelopes = Sequence[Mapping[str, Any]]

logger = structlog.get_logger()


def play_bots(game_id: str, version: int) -> None:
    """Play the pending decisions of a game's bots, one commit for each decision. Do nothing if the game is no longer at
    `version`.
    """
    worker, game, begun, decisions, at = context(), UUID(game_id), time.monotonic(), 0, None
    unfinished = None
    try:
        while owed := _owed_bots(worker, game, version):
            at = worker.games.fresh(game)
            if at.game.version != version:
                return
            if _has_had_its_turn(worker, at, time.monotonic() - begun, decisions):
                unfinished = at
                return
            if _is_too_long(worker, at):
                worker.games.handle(game, _give_up, expected=version, origin=Origin(None, SYSTEM, "length"))
                return
            seat = _next(at, owed)
            left = seconds_left(worker, at, seat)
            if left > 0:
                worker.store.debts.reschedule(game, version, left)
                return
            version = _play(worker, at, seat)
            decisions += 1
    except (Moved, Contention, NoSuchGame):
        return  # another process has changed the game; its pending work is in the database
    finally:
        if at is not None and worker.redis is not None:
            with suppress(redis.RedisError):
                charge(worker.redis, at.creator, time.monotonic() - begun)
        if unfinished is not None:  # after the charge, which decides about the queue
            _go_on_later(worker, unfinished)


def _is_too_long(worker: WorkerContext, at: GameAt) -> bool:
    """Return whether this game has no human player and has more versions than the operator allows. Bots such as
    `random` may play for thousands of versions, which are stored for ever.
    """
    most = worker.settings.bots_only_versions
    return 0 < most <= at.game.version and all(place.participant is None for place in at.game.places)


def _give_up(at: GameAt) -> Move:
    """Abort a game that has only bots and is too long."""
    logger.warning("game of bots aborted: too long", game=str(at.game.id), version=at.game.version)
    return one_commit(at, SYSTEM, {"type": "abort"}, play.abort(at.game, "agreed"))


def _owed_bots(worker: WorkerContext, game_id: UUID, version: int) -> tuple[int, ...]:
    """Return the bot seats that must decide, or may react, at this version of the game. The result is empty if the game
    has another version.
    """
    found = worker.store.debts.find(game_id)
    return found[1].bots if found is not None and found[0] == version else ()


def _has_had_its_turn(worker: WorkerContext, at: GameAt, seconds: float, decisions: int) -> bool:
    if decisions >= DECISIONS or seconds > SLICE or stopping.is_set():
        return True
    return decisions > 0 and seconds > POLITE and _others_wait(worker.redis, at.creator, seconds)


def _others_wait(client: redis.Redis | None, account: UUID | None, seconds: float) -> bool:
    """Return whether other jobs should run first. For example, a player may wait for a quick bot while this job takes
    long.
    """
    try:
        return client is not None and (
            client.exists(*(queue(client, kind).key for kind in WAITED_FOR)) > 0
            or is_due_before(client, account, seconds)
        )
    except redis.RedisError:
        return False


def _next(at: GameAt, owed: tuple[int, ...]) -> int:
    """Return the bot seat that decides first. A seat that may react comes before a seat that must decide, because a
    decision could close the offer.
    """
    awaited = at.awaiting
    return min(owed, key=lambda seat: (seat in awaited, seat))


def _play(worker: WorkerContext, at: GameAt, seat: int) -> int:
    """Let a bot decide once, store its command, and return the new version of the game."""
    game, store = at.game, worker.store
    seconds = thinking_seconds(at, worker.settings.bot_seconds)
    if seconds > store.debts.grace_seconds - 1:
        store.debts.postpone(game.id, game.version, seconds + store.debts.grace_seconds)
    try:
        return _write(worker, at, seat, choose(at, seat, seconds))
    except (Violation, Refusal) as error:
        facts = {"game": str(game.id), "version": game.version, "reason": str(error)}
        logger.error("bot's command refused, another bot decides instead", **facts)
        return _write(worker, at, seat, substitute(at, seat, seconds))


def _write(worker: WorkerContext, at: GameAt, seat: int, choice: Choice) -> int:
    """Store the command that a bot has chosen, or store that the bot passes. Return the version of the game after
    this."""
    game, version = at.game.id, at.game.version
    if choice.command is None:
        worker.store.debts.remove_bot(game, version, seat)
        return version
    return worker.games.act(game, seat, choice.command, version, choice.note).game.version


def _go_on_later(worker: WorkerContext, at: GameAt) -> None:
    """Queue the remaining work in a slower queue, so that games that need less time come first. If Redis is
    unreachable, the relay queues the job later.
    """
    if worker.redis is not None:
        try:
            enqueue(worker.redis, Job("long", at.game.id, at.game.version, 0, at.creator))
        except redis.RedisError as error:
            logger.warning("redis unreachable, job left to the relay", game=str(at.game.id), error=str(error))


# ---------------------------------------------------------------- choosing


def choose(at: GameAt, seat: int, seconds: float) -> Choice:
    """Return the choice of the bot on a seat. If this bot fails, or passes although it must decide, another bot
    decides.
    """
    name = at.game.place(seat).bot or quick_bot(at.rules)
    must = seat in at.awaiting
    try:
        choice = ask(at, seat, seconds, at.rules.bots[name])
        _require_sound(at, choice)
        if choice.command is not None or not must:
            return choice
        reason = "it passed"
    except Exception as error:  # a bug in a bot must not stop the game
        reason = repr(error)
    facts = {"bot": name, "game": str(at.game.id), "version": at.game.version, "reason": reason}
    logger.error("bot failed, another bot decides instead", **facts)
    return substitute(at, seat, seconds)


def substitute(at: GameAt, seat: int, seconds: float) -> Choice:
    """Let the quick bot decide instead of the bot on a seat, or the bot `random` if the quick bot fails too.

    The choice has no note, because `kontor audit verify --bots` would mistake the note for a note of the seat's own
    bot.
    """
    with suppress(Exception):
        command = ask(at, seat, seconds, at.rules.bots[quick_bot(at.rules)]).command
        if seat not in at.awaiting if command is None else play.is_accepted(at.rules, at.game, seat, command):
            return Choice(command)
    return ask(at, seat, seconds, random_bot)


def _require_sound(at: GameAt, choice: Choice) -> None:
    """Raise an error if the log cannot store the bot's choice. Whether the rules allow the command is decided later."""
    if choice.command is not None:
        play.read_command(at.rules, choice.command)
    canonical_text(choice.note, DEEPEST_NOTE)


def ask(at: GameAt, seat: int, seconds: float, bot: Bot) -> Choice:
    """Return the choice of a bot for a seat. The bot may think for `seconds` seconds."""
    luck = bot_luck(at.game.joint, at.game.version, seat)
    return bot(look(at.rules, at.game, seat), Budget(seconds, time.monotonic, luck))


def thinking_seconds(at: GameAt, bot_seconds: float) -> float:
    """Return how many seconds a bot may think. The setting of the game has priority over the setting of the server."""
    return bot_seconds if at.settings.bot_milliseconds is None else at.settings.bot_milliseconds / 1000


# ---------------------------------------------------------------- patience
#
# A bot that has made an offer waits for the answers of people. It occupies no worker meanwhile: the pending work of the
# game becomes due later. The bot waits for seats that may answer and are present. A seat is present if it has an open
# stream of the game, or recently acted or sat down. The wait starts when the bot made the offer. It is shorter if the
# bot would otherwise miss its deadline. The bot does not wait for a seat that has acted after the offer.


def seconds_left(worker: WorkerContext, at: GameAt, seat: int) -> float:
    """Return how many seconds the bot on `seat` must still wait for answers before it decides. If the number is 0 or
    negative, the bot decides now.
    """
    asked = [each for each in at.rules.invited(at.game.state) if at.game.place(each).bot is None]
    if seat not in at.awaiting or not asked:
        return 0.0
    events = worker.store.events.page(at.game.id, max(0, at.game.version - LOOKED_AT), LOOKED_AT)
    log, now = [envelope_of(each.record) for each in events], utc_now()
    last = _last_seen(log)
    since = {each: _asked_since(log, at.rules.asked_at(at.game.state, each)) for each in asked}
    # An offer from the future means that a clock was set back. Do not wait, because the age of the offer is unknown.
    silent = [each for each in asked if last.get(each, NEVER) < since[each] <= now + APART]
    there = {each for each in silent if last.get(each, NEVER) > now - LATELY}
    there |= listening(worker.redis, at.game.id, silent)
    latest = max((since[each] for each in there), default=NEVER)
    return _patience(worker, at) - (now - latest).total_seconds()


def _last_seen(log: Envelopes) -> Mapping[int, datetime]:
    """Return the time at which each seat last acted or was taken. An undo does not count as an action."""
    last = {}
    for envelope in log:
        actor = str(envelope["actor"]).removeprefix("seat:")
        seat = envelope["data"]["seat"] if envelope["type"] == "seat_taken" else actor.isdecimal() and int(actor)
        if seat and envelope["type"] != "commits_undone":
            last[seat] = moment(envelope["at"])
    return last


def _asked_since(log: Envelopes, version: int) -> datetime:
    """Return the time at which the game reached the version of the offer, or returned to this version by an undo."""
    asks = [each for each in log if each["version"] == version]
    asks += [each for each in log if each["type"] == "commits_undone" and each["data"]["to"] >= version > 0]
    return max((moment(each["at"]) for each in asks), default=NEVER)


def _patience(worker: WorkerContext, at: GameAt) -> float:
    """Return how many seconds a bot waits for answers. This is the setting of the game or of the server, shortened so
    that the bot meets its deadline.
    """
    settings, clock = worker.settings, require_created(at.game).clock
    patience = settings.bot_patience_seconds if at.settings.bot_patience is None else at.settings.bot_patience
    if clock is None:
        return patience
    needed = settings.relay_seconds + QUEUED + thinking_seconds(at, settings.bot_seconds)
    return min(patience, duration(clock.per_decision).total_seconds() - needed)
