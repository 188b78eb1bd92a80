"""Analyse a finished game, in a separate program with limits (`workers.limited_program`). The ruleset's judge rates
each decision. The program stores each verdict at once, so that a second run continues where the first run stopped.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import JsonObject, canonical
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget, Judge, Verdict
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.log_pages import page_after
from kontor.service.settings import Settings
from kontor.service.store.analyses import Analysis, StoredVerdict
from kontor.service.store.store import Store
from kontor.workers.context import WorkerContext, open_context
from kontor.workers.limited_program import Progress, run

THINKING, ALL = 0.8, 0.95  # shares of a job's CPU time: for thinking, and for everything
PAGE = 500  # events to read at a time

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's command, and the version of the game before this command. `bot`: the name of the bot that decided, or
    None.
    """

    version: int
    seat: int
    bot: str | None
    command: JsonObject


def decisions(store: Store, now: GameAt) -> Iterator[Decision]:
    """Yield all decisions of seats in order, including decisions that were undone later."""
    for after in range(0, now.game.version, PAGE):
        for each in page_after(store, now.game.id, after, PAGE, now.head).events:
            if each.cause is None:
                continue
            command = each.cause[0]
            if command.actor.startswith("seat:") and command.body.get("type") in now.rules.commands:
                seat = int(command.actor.removeprefix("seat:"))
                yield Decision(each.record.version - 1, seat, command.bot, command.body)


def analyse(text: bytes, settings: Settings) -> Mapping[str, Any]:
    context = open_context(settings)
    with context.store.pool:
        now = context.games.fresh(UUID(json.loads(text)["game"]))
        judge = now.rules.judge
        if judge is None:
            return {"why": f"{now.rules.title} has no judge."}
        found = list(decisions(context.store, now))
        done = _judge_all(context, now, judge, found)
    if done < len(found):
        return {"why": f"{done} of {len(found)} decisions were judged before the time limit. Ask again to continue."}
    return {"result": {"game": str(now.game.id), "decisions": done}}


def _judge_all(context: WorkerContext, now: GameAt, judge: Judge, found: Sequence[Decision]) -> int:
    """Judge the decisions until the CPU time is used up. Return the number of decisions that have a verdict."""
    analyses, progress = context.store.analyses, Progress()
    known = analyses.begin(now.game.id, Analysis(judge.bot, judge.revision, judge.unit, len(found)))
    left, most = [each for each in found if each.version not in known], context.settings.job_cpu_seconds
    for n, each in enumerate(left):
        used = time.process_time()
        if used > ALL * most:
            return len(known) + n
        seconds = min(context.settings.bot_seconds, max(0.0, THINKING * most - used) / (len(left) - n))
        analyses.add(now.game.id, _as_stored(context.past_games.at(now, each.version).at, judge, each, seconds))
        progress("judging", len(known) + n + 1, len(found))
    progress("judging", len(found), len(found))
    return len(found)


def _as_stored(at: GameAt, judge: Judge, decision: Decision, seconds: float) -> StoredVerdict:
    verdict = _verdict(at, judge, decision, seconds)
    sent, best = (canonical(each).decode() for each in (decision.command, verdict.command))
    return StoredVerdict(decision.version, decision.seat, decision.bot, sent, best, verdict.cost, verdict.missed)


def _verdict(at: GameAt, judge: Judge, decision: Decision, seconds: float) -> Verdict:
    """Let the judge rate a decision, with only the facts that the seat could see. If the judge fails, return a verdict
    without a cost.
    """
    luck = bot_luck(at.game.joint, at.game.version, decision.seat)
    budget = Budget(seconds, time.process_time, luck)
    try:
        return judge.verdict(look(at.rules, at.game, decision.seat), budget, decision.command)
    except Exception as error:  # a bug in a judge must not end the analysis
        facts = {"bot": judge.bot, "game": str(at.game.id), "version": at.game.version, "reason": repr(error)}
        logger.error("judge failed, decision is not judged", **facts)
        return Verdict(decision.command, None)


if __name__ == "__main__":
    run(analyse, 0)
