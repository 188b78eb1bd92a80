"""Tune Hansa's bots: a variant against the unchanged bots, on games that are never reported (docs/bots.md).

    python -m tests.tools.duel planner planner --scale uses=1.5 --board britannia --games 60 --to /tmp/uses.jsonl
    python -m tests.tools.duel expert planner --seconds 0.5 --games 30 --to /tmp/expert.jsonl

The first bot has one seat, with its weights multiplied by the given factors; the second one has all others. Each
finished game is a line of the file, and the same command continues with the missing games. Variants that play the same
numbers are compared game by game.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.expert import expert_search, search_turn
from kontor.domain.hansa.bots.planner import plan_turn, planner_search
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look
from kontor.service.tournament.match import Setting, play_match
from kontor.service.tournament.standings import Rate
from tests.tools.trials import NAMES, played, scaled

THINKING = {"planner": (plan_turn, planner_search), "expert": (search_turn, expert_search)}
VARIANT = "variant"


@dataclass(frozen=True, slots=True)
class Duel:
    """The bots, the board, and the factors of the weights."""

    bot: str
    others: str
    seats: int
    setting: Setting
    factors: Mapping[str, float]


def variant(bot: str, factors: Mapping[str, float]) -> Bot:
    thinking, usual = THINKING[bot]
    weights = cache(partial(scaled, factors=factors))

    def chosen(look: Look, budget: Budget) -> Choice:
        stages = Stages(budget)
        state = imagine(look, budget.luck, determinize)
        search = usual(state, look.seat, budget.luck)
        ways = thinking(state, search._replace(weights=weights(search.weights)), stages)
        return best_of(ways, look.seat, VARIANT, stages.nodes)

    return chosen


def play(duel: Duel, number: int) -> dict[str, float]:
    seat = number % duel.seats + 1
    bots = [VARIANT if each == seat else duel.others for each in range(1, duel.seats + 1)]
    rules = replace(RULESET, bots={**RULESET.bots, VARIANT: variant(duel.bot, duel.factors)})
    outcome = play_match(rules, duel.setting, bots, number)
    first = [each for each, rank in outcome.ranks.items() if rank == 1]
    lead = outcome.totals[seat] - max(total for each, total in outcome.totals.items() if each != seat)
    return {"number": number, "won": (seat in first) / len(first), "lead": lead, "slowest": outcome.slowest[VARIANT]}


def told(lines: Sequence[Mapping[str, float]]) -> str:
    """Return the wins with their interval, and the mean lead over the best other seat with its error."""
    rate, leads = Rate(sum(each["won"] for each in lines), len(lines)), [each["lead"] for each in lines]
    low, high = rate.interval
    error = stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else float("nan")
    wins = f"{rate.wins:g} of {rate.games} won: {rate.share:.1%} ({low:.1%} to {high:.1%})"
    return f"{wins}, lead {mean(leads):.1f} ± {error:.1f}, slowest {max(each['slowest'] for each in lines):.2f} s"


def factor(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if name not in NAMES:
        raise argparse.ArgumentTypeError(f"{name} is not a weight")
    return name, float(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bot", choices=THINKING)
    parser.add_argument("others", choices=RULESET.bots)
    parser.add_argument("--scale", type=factor, action="append", default=[], metavar="NAME=FACTOR")
    parser.add_argument("--board", default="hansa")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE")
    given = parser.parse_args()
    duel = Duel(given.bot, given.others, given.seats, Setting(given.board, {}, given.seconds), dict(given.scale))
    for lines in played(given.to, partial(play, duel), given.games, given.jobs):
        print(told(lines), flush=True)


if __name__ == "__main__":
    main()
