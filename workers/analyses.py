"""Analyse a finished game, in a separate program with limits (`workers.limited_program`). The ruleset's judge rates
each decision. The program stores each verdict at once, so that a second run continues where the first one stopped."""

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import structlog

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.luck import bot_luck
from kontor.domain.kernel.ruleset import Budget, Judge, Verdict
from kontor.service.engine.decisions import Decision, decisions
from kontor.service.engine.game_at import GameAt
from kontor.service.settings import Settings
from kontor.service.store.analyses import Analyses, Analysis, StoredVerdict
from kontor.workers.context import WorkerContext, open_context
from kontor.workers.limited_program import Progress, run

THINKING, ALL = 0.8, 0.95  # shares of a job's CPU time: for thinking, and for everything

logger = structlog.get_logger()


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
    analyses, progress = Analyses(context.store.pool), Progress()
    known = analyses.begin(now.game.id, Analysis(judge.bot, judge.revision, judge.unit, len(found)))
    left, most = [each for each in found if each.version not in known], context.settings.job_cpu_seconds
    for n, each in enumerate(left):
        used = time.process_time()
        if used > ALL * most:
            return len(known) + n
        seconds = min(context.settings.bot_seconds, max(0.0, THINKING * most - used) / (len(left) - n))
        analyses.add(now.game.id, _stored(context.past_games.at(now, each.version).at, judge, each, seconds))
        progress("judging", len(known) + n + 1, len(found))
    progress("judging", len(found), len(found))
    return len(found)


def _stored(at: GameAt, judge: Judge, decision: Decision, seconds: float) -> StoredVerdict:
    verdict = _verdict(at, judge, decision, seconds)
    sent, best = (canonical(each).decode() for each in (decision.command, verdict.command))
    return StoredVerdict(decision.version, decision.seat, decision.bot, sent, best, verdict.cost, verdict.missed)


def _verdict(at: GameAt, judge: Judge, decision: Decision, seconds: float) -> Verdict:
    """Let the judge rate a decision by what the seat could see. If the judge fails, return a verdict without a cost."""
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
