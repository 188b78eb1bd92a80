"""The bot `expert`. It searches its turn like `planner`. Then it simulates only the continuations that are close to the
best, and deals the hidden hands again each time. Its trades are in `expert_trades.py`.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.reasons import Reasons
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.choice import make_choice, plain_reasons
from kontor.domain.merchants.bots.expert_trades import deal_hands, is_welcome, next_offer
from kontor.domain.merchants.bots.greedy_trades import answer_or_counter
from kontor.domain.merchants.bots.planner import TRUST, Judged, in_turn, judge_way, plan_with_reasons, position_after
from kontor.domain.merchants.bots.planner_trades import conclude, may_win
from kontor.domain.merchants.bots.turn_search import Way
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

TRADING: Final = 0.3  # share of the time to search the turn after a trade
MARGIN: Final = 0.6  # continuations that the search finds worse by more rounds are not simulated
SAMPLES: Final = 24  # most simulations of a continuation


def expert(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    stages = Stages(budget)
    state = imagine(look, budget.luck, determinize)
    command, reasons = decide_with_reasons(state, look.seat, budget.luck, stages)
    return make_choice(command, reasons, stages.nodes)


def decide_with_reasons(state: State, seat: int, luck: Luck, stages: Stages) -> tuple[Command | None, Reasons]:
    """Return the seat's command and the reasons for it. Outside the action phase, the bot decides like `planner`."""
    if state.phase != "action":
        return plan_with_reasons(state, seat, luck, stages)
    if seat == state.active:
        return in_turn(state, seat, luck, stages, deal, simulate)
    answer = answer_or_counter(state, seat, lambda less, more: is_welcome(state, seat, less, more, state.active, luck))
    return answer, plain_reasons(state.phase, answer)


def deal(state: State, seat: int, luck: Luck, stages: Stages) -> tuple[Command, Reasons] | None:
    """Return a trade with another seat, and the reasons for it."""
    found = conclude(state, seat, partial(is_welcome, luck=luck)) or next_offer(
        state, seat, luck, stages.until(TRADING)
    )
    return None if found is None else (found, plain_reasons(state.phase, found))


def simulate(finalists: Sequence[Way], seat: int, luck: Luck, stages: Stages) -> list[Judged]:
    """Order the continuations by their value after a simulated round. Each simulation is the same for all
    continuations. While a rival may win soon, all continuations are simulated, because the search does not see wins of
    rivals. Otherwise those are left out that the search finds much worse.
    """
    late, state = stages.until(0.95), finalists[0].state
    is_race = any(may_win(state, each) for each in state.seats if each != seat)
    limit = min(way.rounds for way in finalists) + MARGIN
    left = [way for way in finalists if is_race or way.rounds <= limit]
    met: list[list[State]] = []
    while len(left) > 1 and len(met) < SAMPLES:
        seed = luck.random()
        later = [_simulate(way.state, seat, Random(seed)) for way in left if not late()]
        if len(later) < len(left):
            break
        met.append(later)
    found = [judge_way(way, seat, [each[n] for each in met], TRUST) for n, way in enumerate(left)]
    others = [judge_way(way, seat, (), TRUST) for way in finalists if way not in left]
    return [*sorted(found, key=lambda each: each.value), *others]


def _simulate(state: State, seat: int, luck: Random) -> State:
    """Return the position a round later, with hidden hands that are dealt again."""
    return position_after(deal_hands(state, seat, luck), seat, luck, 1)
