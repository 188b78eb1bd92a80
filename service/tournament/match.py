"""One game in memory between bots: the same decisions a server would accept, without log and database."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Game, follow, require_state
from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.domain.kernel.luck import bot_luck
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.own_bots import BotFailed
from kontor.domain.kernel.ruleset import Budget, Ruleset
from kontor.domain.kernel.violation import Refusal, Violation


class NoEnd(Exception):
    """A game that has not ended after more decisions than any sensible game has."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: a board by its name and the options of the game."""

    board: str
    options: Mapping[str, bool | int | str]
    seconds: float  # of computing time that a bot may think per decision: a busy machine makes nobody weaker
    decisions: int = 20_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game went: rank and points by seat; by bot the number of its decisions and the seconds of the slowest."""

    ranks: Mapping[int, int]
    totals: Mapping[int, int]
    decisions: Mapping[str, int]
    slowest: Mapping[str, float]


def play_match(rules: Ruleset[Any, Any, Any], setting: Setting, bots: Sequence[str], number: int) -> Outcome:
    """A game between `bots`, seat by seat. The number is its seed: the same number is the same game."""
    game = started(rules, setting, bots, number)
    slowest = dict.fromkeys(bots, 0.0)
    decisions = dict.fromkeys(bots, 0)
    passed: set[int] = set()
    while game.status == "running":
        state = require_state(game)
        seat = next((each for each in rules.invited(state) if each not in passed), None) or rules.awaiting(state)[0]
        budget = Budget(setting.seconds, time.process_time, bot_luck(game.joint, game.version, seat))
        bot = bots[seat - 1]
        seen = look(rules, game, seat)
        began = time.process_time()
        choice = rules.bots[bot](seen, budget)
        slowest[bot] = max(slowest[bot], time.process_time() - began)
        if choice.command is None and seat not in rules.awaiting(state):
            passed.add(seat)
            continue
        game = _moved(rules, game, seat, choice.command, f"{bot}, on seat {seat} of game {number},")
        passed.clear()
        decisions[bot] += 1
        if sum(decisions.values()) > setting.decisions:
            raise NoEnd(f"Game {number} of {', '.join(bots)} has not ended after {setting.decisions} decisions.")
    final = follow(rules, game, play.score(rules, game))
    return Outcome(
        {each.seat: each.rank for each in final.ranking},
        {each.seat: each.total for each in final.ranking},
        decisions,
        slowest,
    )


def _moved(
    rules: Ruleset[Any, Any, Any], game: Game[Any], seat: int, command: JsonObject | None, who: str
) -> Game[Any]:
    if command is None:
        raise BotFailed(f"{who} passes, but the game waits for it.")
    try:
        return follow(rules, game, play.act(rules, game, seat, play.read_command(rules, command)))
    except (Violation, Unreadable, Refusal) as error:
        raise BotFailed(f"{who} chose {command}: {error}") from None


def started(rules: Ruleset[Any, Any, Any], setting: Setting, bots: Sequence[str], number: int) -> Game[Any]:
    """The game before its first decision; Violation or Unreadable if it cannot be played like that."""
    board = rules.boards()[rules.pick_board(setting.board, len(bots))]
    seed = hashlib.sha256(f"kontor/tournament/{number}".encode()).digest()
    blank: Game[Any] = Game(UUID(int=number), seed, board)
    seats = tuple(SeatPlan(seat, "bot", bot) for seat, bot in enumerate(bots, 1))
    return follow(rules, blank, play.create(rules, blank, play.Plan(board_hash(board), setting.options, seats)))
