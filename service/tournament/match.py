"""Play one game between bots in memory, with the same rules as on a server, but without a database."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from kontor.domain.kernel import play
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bots import BotFailed, look
from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import Game, follow, require_state
from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.domain.kernel.model import Unreadable, read, write
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget, Ruleset
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.engine.files import game_bundle
from kontor.engine.log import Log, Step, uuid_of
from kontor.service.tournament.slow_decisions import DECISIONS as NOW
from kontor.service.tournament.stdio_bots import STDIO

DECISIONS = 20_000  # more than any sensible game has; bots that play at random may need so many


@dataclass(frozen=True, slots=True)
class Setting:
    """The conditions of a game: the name of its board, its options and its limits."""

    board: str
    options: Mapping[str, bool | int | str]
    seconds: float  # CPU time of a bot per decision, so that a busy machine makes no bot weaker
    decisions: int = DECISIONS  # limit after which a game is given up


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the rank and the points of each seat. Both are empty if the game was given up.
    `decisions`: the number of decisions of each bot. `slowest`: the seconds of each bot's slowest decision. `bundle`:
    the whole game, if it has ended and the caller wants it."""

    ranks: Mapping[int, int]
    totals: Mapping[int, int]
    decisions: Mapping[str, int]
    slowest: Mapping[str, float]
    bundle: bytes | None = None

    @property
    def is_given_up(self) -> bool:
        return not self.ranks


def play_match(
    rules: Ruleset[Any, Any, Any], setting: Setting, bots: Sequence[str], number: int, keep: bool = False
) -> Outcome:
    """Play a game between `bots`, in the order of seats. The seed of the game follows from its number. Give up the game
    if it has not ended after the number of decisions that the setting allows."""
    log = begin_log(rules, setting, bots, number)
    slowest = dict.fromkeys(bots, 0.0)
    decisions = dict.fromkeys(bots, 0)
    passed: set[int] = set()
    while log.now.status == "running":
        if sum(decisions.values()) >= setting.decisions:
            return Outcome({}, {}, decisions, slowest)
        game = log.now
        state = require_state(game)
        seat = next((each for each in rules.invited(state) if each not in passed), None) or rules.awaiting(state)[0]
        bot = bots[seat - 1]
        clock = time.monotonic if bot.startswith(STDIO) else time.process_time  # a program is another process
        budget = Budget(setting.seconds, clock, bot_luck(game.joint, game.version, seat))
        seen = look(rules, game, seat)
        began = clock()
        with NOW.made_by(f"{bot}, on seat {seat} of game {number},"):
            choice = rules.bots[bot](seen, budget)
        slowest[bot] = max(slowest[bot], clock() - began)
        if choice.command is None and seat not in rules.awaiting(state):
            passed.add(seat)
            continue
        log.append(*_play_step(rules, game, seat, bot, choice.command, f"{bot}, on seat {seat} of game {number},"))
        passed.clear()
        decisions[bot] += 1
    log.append(*_step(rules, log.now, SYSTEM, {"type": "score"}, play.score(rules, log.now)))
    return Outcome(
        {each.seat: each.rank for each in log.now.ranking},
        {each.seat: each.total for each in log.now.ranking},
        decisions,
        slowest,
        game_bundle(rules, log) if keep else None,
    )


def _play_step(
    rules: Ruleset[Any, Any, Any], game: Game[Any], seat: int, bot: str, command: JsonObject | None, who: str
) -> tuple[Step, Game[Any]]:
    if command is None:
        raise BotFailed(f"{who} passes, but the game waits for it.")
    try:
        asked = play.read_command(rules, command)
        events = play.act(rules, game, seat, asked)
    except (Violation, Unreadable, Refusal) as error:
        raise BotFailed(f"{who} chose {command}: {error}") from None
    return _step(rules, game, seat_actor(seat), asked, events, bot)


def _step(
    rules: Ruleset[Any, Any, Any],
    game: Game[Any],
    actor: str,
    asked: object,
    events: Sequence[object],
    bot: str | None = None,
) -> tuple[Step, Game[Any]]:
    return Step(actor, asked, tuple(events), bot), follow(rules, game, events)


def begin_log(rules: Ruleset[Any, Any, Any], setting: Setting, bots: Sequence[str], number: int) -> Log[Any]:
    """Return the log of a game before its first decision. Raise `Violation` or `Unreadable` if the rules refuse the
    game."""
    board = rules.boards()[rules.pick_board(setting.board, len(bots))]
    seats = tuple(SeatPlan(seat, "bot", bot) for seat, bot in enumerate(bots, 1))
    options = cast("dict[str, bool | int | str]", write(read(rules.options, dict(setting.options))))
    plan = play.Plan(board_hash(board), options, seats)
    seed = hashlib.sha256(f"kontor/tournament/{number}".encode()).digest()
    about = canonical({"ruleset": rules.name, "plan": write(plan)})
    blank: Game[Any] = Game(uuid_of(b"tournament/" + about + seed), seed, board)
    events = play.create(rules, blank, plan)
    log = Log.of(blank)
    log.append(*_step(rules, blank, SYSTEM, {"type": "create"}, events))
    return log


def start_game(rules: Ruleset[Any, Any, Any], setting: Setting, bots: Sequence[str], number: int) -> Game[Any]:
    """Return a game before its first decision. Raise `Violation` or `Unreadable` if the rules refuse the game."""
    return begin_log(rules, setting, bots, number).now
