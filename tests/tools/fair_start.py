"""How fair a fixed start of Merchants is, and a search for a fairer one (docs/boards-merchants.md §6).

    python -m tests.tools.fair_start show merchants-short --games 1000
    python -m tests.tools.fair_start search merchants-short --to /tmp/board.json --minutes 30

`show` plays games among bots of one kind and counts wins by colour. `search` changes what the rulebook leaves free,
printed numbers and start routes, and keeps what brings all colours nearer to an equal share. It begins again from the
file it writes, if there is one.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from kontor.domain.kernel.bots import Stages
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Budget, Chair, Order, Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.evaluation import PIPS
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.bots.planner import planned
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.decisions import awaiting, invited, is_over
from kontor.domain.merchants.rulebook.initial_state import initial
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.setup import opening
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import COLOURS
from kontor.service.tournament.standings import Rate

Board: TypeAlias = dict[str, Any]
Bot: TypeAlias = Callable[[State, int, random.Random], Command | None]

SECONDS = 0.05  # of computing that a planner has for a decision
QUICK, THOROUGH = 40, 200  # games with each number of seats: to drop a change, to keep it
DRAWN = 5  # changes of which the most promising is tried
TUNED = 1_000_000  # the number of the first game of a search: none of those that are shown


def planner(state: State, seat: int, luck: random.Random) -> Command | None:
    return planned(state, seat, luck, Stages(Budget(SECONDS, time.process_time, luck)))


BOTS: dict[str, Bot] = {"greedy": choose, "planner": planner}


# ---------------------------------------------------------------- games


def begun(board: Board, colours: Sequence[str], order: Order, luck: random.Random) -> State:
    chairs = tuple(Chair(seat, colour) for seat, colour in enumerate(colours, 1))
    table = Table(board, {}, chairs, order, RULESET.version)
    state = initial(table)
    for version, event in enumerate(opening(table, Dice(luck.randbytes(32), {})), 1):
        state = evolve(state, event, version)
    return state


def played(state: State, bot: Bot, luck: random.Random) -> State:
    """The game as it ends; bots look at open facts and their own hands, so that the state itself serves as a view."""
    dice, passed = Dice(luck.randbytes(32), {}), set[int]()
    while not is_over(state):
        asked = [seat for seat in invited(state) if seat not in passed]
        seat = (asked or awaiting(state))[0]
        command = bot(state, seat, luck)
        if command is None:
            passed.add(seat)
            continue
        passed.clear()
        for event in decide(state, seat, command, dice):
            state = evolve(state, event, 0)
    return state


def wins(
    board: Board, colours: Sequence[str], games: range, bot: str = "greedy", order: Order = "drawn"
) -> Counter[str]:
    """By colour. The number of a game is its luck."""
    found = Counter(dict.fromkeys(colours, 0))
    for number in games:
        luck = random.Random(number)
        end = played(begun(board, colours, order, luck), BOTS[bot], luck)
        found[end.colours[end.winner] if end.winner else "nobody"] += 1
    return found


# ---------------------------------------------------------------- the search


Shares: TypeAlias = dict[tuple[int, str], float]  # of all wins, by number of seats and colour


def shares(board: Board, games: range) -> Shares:
    """With three seats, and with four."""
    found: Shares = {}
    for colours in (COLOURS[:3], COLOURS):
        counted = wins(board, colours, games)
        found |= {(len(colours), each): counted[each] / len(games) for each in colours}
    return found


def unfairness(found: Shares, games: int) -> float:
    """The squared distances of all shares from equal ones, less what chance alone would make of so few games."""
    distances = sum((share - 1 / seats) ** 2 for (seats, _), share in found.items())
    return distances - sum((1 - 1 / seats) / games for seats in (3, 4))


def help_for_winners(board: Board, found: Board, now: Shares) -> float:
    """How much the numbers of a changed board bring to those who win too often: less is better."""
    surplus = {
        colour: sum(now[seats, colour] - 1 / seats for seats in (3, 4) if (seats, colour) in now) for colour in COLOURS
    }
    return sum(surplus[colour] * (pips_of(found, colour) - pips_of(board, colour)) for colour in COLOURS)


def pips_of(board: Board, colour: str) -> int:
    """Ways to roll a card with the start posts of a colour; what lies under start chips never changes here."""
    number = {each["id"]: each["number"] for each in board["hexes"]}
    places = [each for each in board["intersections"] if each["site"] in board["fixed_start"][colour]["posts"]]
    return sum(PIPS[number[hex_] or 0] for place in places for hex_ in place["hexes"])


def numbered(board: Board) -> list[int]:
    """Hexes with a printed number other than 3: those two are named by an example of the rulebook."""
    return [n for n, each in enumerate(board["hexes"]) if each["number"] not in (None, 3)]


def changed(board: Board, luck: random.Random) -> Board:
    """Another board: two numbers change places, or a start route goes elsewhere, now and then both."""
    found = deepcopy(board)
    for _ in range(luck.choice((1, 1, 2, 3))):
        if luck.random() < 0.5:
            a, b = (found["hexes"][n] for n in luck.sample(numbered(found), 2))
            a["number"], b["number"] = b["number"], a["number"]
        else:
            start = found["fixed_start"][luck.choice(COLOURS)]
            start["route"] = start["caravan"] = luck.choice(edges_at(found, luck.choice(start["posts"])))
    return found


def edges_at(board: Board, site: str) -> list[str]:
    place = next(each for each in board["intersections"] if each["site"] == site)
    found: list[str] = place["edges"]
    return found


def hot_neighbours(board: Board) -> bool:
    """Whether a 6 or an 8 lies beside another one."""
    hot = {(each["q"], each["r"]) for each in board["hexes"] if each["number"] in (6, 8)}
    return any((q + dq, r + dr) in hot for q, r in hot for dq, dr in ((1, 0), (0, 1), (1, -1)))


def candidates(board: Board, luck: random.Random) -> Iterator[Board]:
    """Changed boards that can be played. What the rulebook says of its board holds on them as before: it speaks of
    sites, ways, lands and the two 3s, and none of these change."""
    while True:
        found = changed(board, luck)
        if found != board and not RULESET.check_board(found) and not hot_neighbours(found):
            yield found


def search(board: Board, to: Path, minutes: float, seed: int) -> None:
    luck, until, first = random.Random(seed), time.monotonic() + 60 * minutes, TUNED
    now = shares(board, range(first, first + THOROUGH))
    best = unfairness(now, THOROUGH)
    print(f"begins at {best:.4f}: {told(now)}", flush=True)
    while time.monotonic() < until:
        first += THOROUGH
        drawn = list(islice(candidates(board, luck), DRAWN))
        found = min(drawn, key=lambda each: help_for_winners(board, each, now))
        if unfairness(shares(found, range(first, first + QUICK)), QUICK) > best:
            continue
        then = shares(found, range(first, first + THOROUGH))
        if unfairness(then, THOROUGH) < best:
            board, now, best = found, then, unfairness(then, THOROUGH)
            to.write_text(json.dumps(board, ensure_ascii=False), encoding="utf-8")
            print(f"{best:.4f}: {told(now)}", flush=True)


def told(found: Shares) -> str:
    return ", ".join(f"{colour} {share:.0%} of {seats}" for (seats, colour), share in found.items())


# ---------------------------------------------------------------- the command line


def show(board: Board, colours: Sequence[str], games: range, bot: str, order: Order) -> None:
    counted = wins(board, colours, games, bot, order)
    for colour, won in counted.items():
        rate = Rate(won, len(games))
        low, high = rate.interval
        print(
            f"{len(colours)} seats  {colour:8} {won:5} of {len(games)}  {rate.share:6.1%}  ({low:.1%} – {high:.1%})",
            flush=True,
        )


def board_named(name: str) -> Board:
    path = Path(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.suffix else dict(RULESET.boards()[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("show", "search"))
    parser.add_argument("board", help="the name of a shipped board, or a file")
    parser.add_argument("--games", type=int, default=1000, help="with each number of seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--bot", choices=tuple(BOTS), default="greedy")
    parser.add_argument("--order", choices=("drawn", "listed"), default="drawn")
    parser.add_argument("--colours", nargs="+", choices=COLOURS, help="who plays; left out: the first three, then all")
    parser.add_argument("--to", type=Path, default=Path("fair-start.json"), help="where a search keeps its best board")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "search":
        begin = str(given.to) if given.to.exists() else given.board
        search(board_named(begin), given.to, given.minutes, given.seed)
    else:
        for colours in [given.colours] if given.colours else [COLOURS[:3], COLOURS]:
            show(
                board_named(given.board), colours, range(given.first, given.first + given.games), given.bot, given.order
            )


if __name__ == "__main__":
    main()
