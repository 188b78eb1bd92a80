"""Search for a fixed start of Merchants that is equally good for every colour (docs/boards-merchants.md §6).

    python -m tests.tools.fairer_start merchants-short --to /tmp/board.json --minutes 30

It changes what the rulebook leaves free: the places of printed numbers, start routes, and White's third post. It
keeps changes that bring all colours nearer to an equal share. It continues from its output file, if there is one. Its
games have other numbers than those of `fair_start`.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from math import exp
from pathlib import Path
from typing import TypeAlias

from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.evaluation import PIPS
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.words import COLOURS
from tests.tools.fair_start import Board, board_named, wins

FIRST = 1_000_000  # the number of the first game
STEP, ENOUGH = 25, 200  # games with each number of seats: between two checks, and to keep a change
DOUBT = 1.5  # standard errors by which a change must look worse to be dropped early
DRAWN = 30  # changes of numbers of which the most promising is tried
PIP = 0.15  # how much a pip at the start adds to the logarithm of a colour's chances: a rough guess

Shares: TypeAlias = dict[tuple[int, str], float]  # of all wins, by number of seats and colour
TABLES = {len(colours): colours for colours in (COLOURS[:3], COLOURS)}
OPEN_POST = ("white", 1)  # Berlin: the only start post that neither an example nor the start resources name


# ---------------------------------------------------------------- how fair a board is


@dataclass
class Standing:
    """A board and the results on it."""

    board: Board
    games: int = 0
    won: dict[int, Counter[str]] = field(default_factory=lambda: {seats: Counter() for seats in TABLES})

    def play(self, first: int, games: int, pool: Executor) -> None:
        """Play the same number of games with three seats and with four, in parallel."""
        numbers = range(first, first + games)
        played = {seats: pool.submit(wins, self.board, colours, numbers, choose) for seats, colours in TABLES.items()}
        for seats, found in played.items():
            self.won[seats] += found.result()
        self.games += games

    @property
    def shares(self) -> Shares:
        return {
            (seats, each): self.won[seats][each] / self.games for seats, colours in TABLES.items() for each in colours
        }

    @property
    def unfairness(self) -> float:
        return unfairness(self.shares) - sum((1 - 1 / seats) / self.games for seats in TABLES)

    @property
    def error(self) -> float:
        """Return the approximate standard error of the unfairness: from the slope at this value, and from the curvature
        near zero."""
        spread = (1 - 1 / 3) / 3 / self.games
        return float((4 * spread * max(self.unfairness, 0.0) + 2 * len(self.shares) * spread**2) ** 0.5)

    def is_worse_than(self, other: "Standing") -> bool:
        """Return whether the difference is significant already."""
        return bool(self.games) and self.unfairness - DOUBT * self.error > other.unfairness


def unfairness(found: Shares) -> float:
    """Return the squared distances of all shares from equal ones; a standing subtracts what chance alone adds."""
    return sum((share - 1 / seats) ** 2 for (seats, _), share in found.items())


def promise(now: Standing, found: Board) -> float:
    """Estimate the unfairness of a board with other numbers, from what its start posts gain and lose."""
    more = {each: exp(PIP * (pips_of(found, each) - pips_of(now.board, each))) for each in COLOURS}
    raw = {key: max(share, 0.01) * more[key[1]] for key, share in now.shares.items()}
    total = {seats: sum(share for key, share in raw.items() if key[0] == seats) for seats in TABLES}
    return unfairness({key: share / total[key[0]] for key, share in raw.items()})


def pips_of(board: Board, colour: str) -> int:
    """Return the ways to roll a card with the start posts of a colour; the numbers of start chips never change here."""
    number = {each["id"]: each["number"] for each in board["hexes"]}
    places = [each for each in board["intersections"] if each["site"] in board["fixed_start"][colour]["posts"]]
    return sum(PIPS[number[hex_] or 0] for place in places for hex_ in place["hexes"])


# ---------------------------------------------------------------- changes


def numbers_changed(board: Board, luck: random.Random) -> None:
    """Exchange printed numbers, except for the 3s: an example of the rulebook names those two."""
    free = [each for each in board["hexes"] if each["number"] not in (None, 3)]
    for _ in range(luck.choice((1, 1, 2))):
        a, b = luck.sample(free, 2)
        a["number"], b["number"] = b["number"], a["number"]


def route_changed(board: Board, luck: random.Random) -> None:
    start = board["fixed_start"][luck.choice(COLOURS)]
    start["route"] = start["caravan"] = luck.choice(edges_at(board, luck.choice(start["posts"])))


def post_changed(board: Board, luck: random.Random) -> None:
    """Move White's open post, but not to a 3, which White does not have in that example."""
    colour, place = OPEN_POST
    taken = {post for start in board["fixed_start"].values() for post in start["posts"]}
    violet = {each["id"] for each in board["sites"] if each["kind"] == "start"}
    threes = {each["id"] for each in board["hexes"] if each["number"] == 3}
    free = [each["site"] for each in board["intersections"] if threes.isdisjoint(each["hexes"])]
    start = board["fixed_start"][colour]
    before, start["posts"][place] = start["posts"][place], luck.choice(sorted(violet.intersection(free) - taken))
    if start["route"] in edges_at(board, before):
        start["route"] = start["caravan"] = luck.choice(edges_at(board, start["posts"][place]))


def edges_at(board: Board, site: str) -> list[str]:
    place = next(each for each in board["intersections"] if each["site"] == site)
    found: list[str] = place["edges"]
    return found


def candidates(board: Board, change: Callable[[Board, random.Random], None], luck: random.Random) -> Iterator[Board]:
    """Yield changed boards that are valid. Everything that the rulebook says about its board still holds: it names
    sites, ways, lands, the other start posts and the two 3s, and none of these change."""
    while True:
        found = deepcopy(board)
        change(found, luck)
        if found != board and not RULESET.check_board(found) and not hot_neighbours(found):
            yield found


def hot_neighbours(board: Board) -> bool:
    """Return whether a 6 or an 8 is next to another one."""
    hot = {(each["q"], each["r"]) for each in board["hexes"] if each["number"] in (6, 8)}
    return any((q + dq, r + dr) in hot for q, r in hot for dq, dr in ((1, 0), (0, 1), (1, -1)))


def tried(now: Standing, luck: random.Random) -> Board:
    """Return the next board to try: often other numbers, sometimes another route or post."""
    change = luck.choices((numbers_changed, route_changed, post_changed), (5, 3, 1))[0]
    if change is numbers_changed:
        return min(islice(candidates(now.board, change, luck), DRAWN), key=lambda each: promise(now, each))
    return next(candidates(now.board, change, luck))


# ---------------------------------------------------------------- the search


def search(board: Board, to: Path, goes_on: Callable[[], bool], seed: int, pool: Executor) -> None:
    luck, first = random.Random(seed), FIRST * seed
    best = Standing(board)
    best.play(first, ENOUGH, pool)
    print(told(best), flush=True)
    while goes_on():
        found = Standing(tried(best, luck))
        while found.games < ENOUGH and not found.is_worse_than(best):
            first += STEP
            found.play(first, STEP, pool)
        if found.games < ENOUGH or found.unfairness >= best.unfairness:
            continue
        found.play(first + STEP, ENOUGH, pool)  # this reveals changes that were kept by luck
        first += ENOUGH + STEP
        best = min(found, best, key=lambda each: each.unfairness)
        to.write_text(json.dumps(best.board, ensure_ascii=False), encoding="utf-8")
        print(told(best), flush=True)


def told(found: Standing) -> str:
    shares = ", ".join(f"{colour} {share:.0%} of {seats}" for (seats, colour), share in found.shares.items())
    return f"{found.unfairness:.4f} after {found.games} games: {shares}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", help="the name of a shipped board, or a file")
    parser.add_argument("--to", type=Path, default=Path("fair-start.json"), help="where the best board is kept")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begin, until = str(given.to) if given.to.exists() else given.board, time.monotonic() + 60 * given.minutes
    with ProcessPoolExecutor(len(TABLES)) as pool:
        search(board_named(begin), given.to, lambda: time.monotonic() < until, given.seed, pool)


if __name__ == "__main__":
    main()
