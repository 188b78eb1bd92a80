"""Tune Hansa's bots: a variant against the others as they are, on games that are never reported (docs/bots.md).

    python -m tests.tools.duel planner planner --set patience=0.85 --board britannia --games 60 --to /tmp/patience.jsonl
    python -m tests.tools.duel expert planner --seconds 0.5 --games 30 --to /tmp/expert.jsonl

The first bot has one seat, with the weights that are set; the second one has all others. Each game is a line of the
file when it ends, and the same command goes on with those that are missing. Variants that play the same numbers are
compared game by game.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.expert import searched
from kontor.domain.hansa.bots.planner import planned
from kontor.domain.hansa.bots.search import search_for
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.ruleset import Bot, Budget, Choice, Look
from kontor.service.tournament.match import Setting, play_match
from kontor.service.tournament.standings import Rate

FIRST = 100_000  # the number of the first game: those before are for reports
THINKING = {"planner": planned, "expert": searched}
VARIANT = "variant"


@dataclass(frozen=True, slots=True)
class Duel:
    """Who plays whom, where, and with which weights instead of the usual ones."""

    bot: str
    others: str
    seats: int
    setting: Setting
    weights: Mapping[str, float]


def variant(bot: str, weights: Weights) -> Bot:
    def chosen(look: Look, budget: Budget) -> Choice:
        stages = Stages(budget)
        state = imagined(look, budget.luck, determinize)
        return best_of(THINKING[bot](state, search_for(state, look.seat, budget.luck, weights), stages), stages.nodes)

    return chosen


def play(duel: Duel, number: int) -> dict[str, float]:
    seat = number % duel.seats + 1
    bots = [VARIANT if each == seat else duel.others for each in range(1, duel.seats + 1)]
    weights = replace(WEIGHTS, **duel.weights)  # type: ignore[arg-type]  # names and numbers of the caller's
    rules = replace(RULESET, bots={**RULESET.bots, VARIANT: variant(duel.bot, weights)})
    played = play_match(rules, duel.setting, bots, number)
    first = [each for each, rank in played.ranks.items() if rank == 1]
    lead = played.totals[seat] - max(total for each, total in played.totals.items() if each != seat)
    return {"number": number, "won": (seat in first) / len(first), "lead": lead, "slowest": played.slowest[VARIANT]}


def told(lines: Sequence[Mapping[str, float]]) -> str:
    """Wins with their interval, and the mean lead over the best other seat with its error."""
    rate, leads = Rate(sum(each["won"] for each in lines), len(lines)), [each["lead"] for each in lines]
    low, high = rate.interval
    error = stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else float("nan")
    wins = f"{rate.wins:g} of {rate.games} won: {rate.share:.1%} ({low:.1%} to {high:.1%})"
    return f"{wins}, lead {mean(leads):.1f} ± {error:.1f}, slowest {max(each['slowest'] for each in lines):.2f} s"


def weight(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    if not isinstance(getattr(WEIGHTS, name, None), float):
        raise argparse.ArgumentTypeError(f"{name} is no weight that is a single number")
    return name, float(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bot", choices=THINKING)
    parser.add_argument("others", choices=RULESET.bots)
    parser.add_argument("--set", dest="weights", type=weight, action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--board", default="hansa")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE")
    given = parser.parse_args()
    duel = Duel(given.bot, given.others, given.seats, Setting(given.board, {}, given.seconds), dict(given.weights))
    lines = [json.loads(line) for line in given.to.read_text().splitlines()] if given.to.exists() else []
    missing = set(range(FIRST, FIRST + given.games)) - {each["number"] for each in lines}
    with ProcessPoolExecutor(given.jobs) as pool, given.to.open("a") as file:
        for done in as_completed([pool.submit(play, duel, number) for number in sorted(missing)]):
            lines.append(done.result())
            print(json.dumps(lines[-1]), file=file, flush=True)
            print(told(lines), flush=True)


if __name__ == "__main__":
    main()
