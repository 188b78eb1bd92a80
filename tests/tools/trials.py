"""Find the weights of Hansa's bots that bring points: in each game every seat draws its own weights; at the end the
effect of each weight is estimated (docs/bots.md).

    python -m tests.tools.trials --games 150 --to /tmp/trials.jsonl

All seats play like `greedy`, which takes a second per game. Each finished game is a line of the file, and the same
command continues with the missing games.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import fields, replace
from functools import partial
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.search import rank, search_for
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.rulebook.scoring import score
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.kernel.game import require_state
from kontor.service.tournament.match import Setting, start_game

FIRST = 100_000  # the number of the first game: lower numbers are for reports
SEATS = 3
SPREAD = 0.4  # of the logarithm of a weight's random factor
BREADTH, SAMPLES = 8, 4  # less than `greedy` examines, for more games
NAMES = [each.name for each in fields(Weights)]
Factors = Mapping[str, float]
Line = dict[str, Any]


def scaled(weights: Weights, factors: Factors) -> Weights:
    """Multiply some weights. The first of `routes` stays 1, because the others are relative to it; `patience` changes
    by its loss."""
    changes: dict[str, Any] = {}
    for name, factor in factors.items():
        old = getattr(weights, name)
        if name == "patience":
            changes[name] = old ** (1 / factor)
        elif isinstance(old, tuple):
            changes[name] = tuple(each * factor for each in old)
        else:
            changes[name] = old * factor
    if "routes" in changes:
        changes["routes"] = (1.0, *(min(1.0, each) for each in changes["routes"][1:]))
    return replace(weights, **changes)


def play(board: str, number: int) -> Line:
    luck = Random(number)
    drawn = [{name: luck.gauss(0, SPREAD) for name in NAMES} for _ in range(SEATS)]
    weights = [scaled(WEIGHTS, {name: exp(each) for name, each in of_seat.items()}) for of_seat in drawn]
    state = require_state(start_game(RULESET, Setting(board, {}, 0.0), ["greedy"] * SEATS, number))
    while (seat := decider(state)) >= 0:
        state = rank(state, search_for(state, seat, luck, weights[seat - 1]), BREADTH, SAMPLES)[0].after
    totals = {each.seat: each.total for each in score(state).seats}
    return {"number": number, "drawn": drawn, "points": [totals[seat] for seat in range(1, SEATS + 1)]}


def effects(lines: Sequence[Line]) -> dict[str, tuple[float, float]]:
    """Return, by weight, the points above the table's mean for e times as much of it, and the error. Weights are drawn
    independently, so each is analysed alone."""
    points = [each - mean(line["points"]) for line in lines for each in line["points"]]
    freedom = (1 - 1 / SEATS) * len(points)  # the points of a game's last seat follow from the others
    spread = sqrt(sum(each**2 for each in points) / freedom)
    found: dict[str, tuple[float, float]] = {}
    for name in NAMES:
        drawn = [
            of_seat[name] - mean(each[name] for each in line["drawn"]) for line in lines for of_seat in line["drawn"]
        ]
        squares = sum(each**2 for each in drawn)
        slope = sum(a * b for a, b in zip(drawn, points, strict=True)) / squares
        found[name] = slope, spread / sqrt(squares)
    return found


def played(to: Path, game: Callable[[int], Line], games: int, jobs: int) -> Iterator[list[Line]]:
    """Play the games that are missing in the file; yield all games after each."""
    lines: list[Line] = [json.loads(line) for line in to.read_text().splitlines()] if to.exists() else []
    missing = set(range(FIRST, FIRST + games)) - {each["number"] for each in lines}
    with ProcessPoolExecutor(jobs) as pool, to.open("a") as file:
        for done in as_completed([pool.submit(game, number) for number in sorted(missing)]):
            lines.append(done.result())
            print(json.dumps(lines[-1]), file=file, flush=True)
            yield lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--board", default="hansa")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--to", type=Path, required=True, metavar="FILE")
    given = parser.parse_args()
    lines: list[Line] = []
    for lines in played(given.to, partial(play, given.board), given.games, given.jobs):
        print(f"{len(lines)} games", end="\r", flush=True)
    for name, (slope, error) in sorted(effects(lines).items(), key=lambda each: -abs(each[1][0] / each[1][1])):
        print(f"{name:14} {slope:6.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()
