"""Measure how fair a fixed start of Merchants is (docs/boards-merchants.md §6; `fairer_start` finds a fairer one).

    python -m tests.tools.fair_start merchants-short --games 1000
    python -m tests.tools.fair_start merchants-short --games 1000 --bot planner --seconds 0.02 --journal /tmp/fair.jsonl

Bots of one kind play games, and wins are counted by colour. Each finished game is a line of the journal, and the same
command continues with the missing games.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kontor.domain.kernel.bots import Stages
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Budget, Chair, Order, Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.bots.planner import plan
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.empty_table import initial
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.setup import opening
from kontor.domain.merchants.rulebook.who_decides import awaiting, invited_seats, is_over
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import COLOURS
from kontor.service.tournament.standings import Rate

Board: TypeAlias = dict[str, Any]
Bot: TypeAlias = Callable[[State, int, random.Random], Command | None]


def planner(seconds: float) -> Bot:
    def chosen(state: State, seat: int, luck: random.Random) -> Command | None:
        return plan(state, seat, luck, Stages(Budget(seconds, time.process_time, luck)))

    return chosen


BOTS: dict[str, Callable[[float], Bot]] = {"greedy": lambda seconds: choose, "planner": planner}


# ---------------------------------------------------------------- games


def begun(board: Board, colours: Sequence[str], order: Order, luck: random.Random) -> State:
    chairs = tuple(Chair(seat, colour) for seat, colour in enumerate(colours, 1))
    table = Table(board, {}, chairs, order, RULESET.version)
    state = initial(table)
    for version, event in enumerate(opening(table, Dice(luck.randbytes(32), {})), 1):
        state = evolve(state, event, version)
    return state


def played(state: State, bot: Bot, luck: random.Random) -> State:
    """Play a game to its end. The state itself serves as the view, which is fast: bots read only public facts, their
    own hands and, when trading, the partner's hand, which they would have to guess in a real game."""
    dice, passed = Dice(luck.randbytes(32), {}), set[int]()
    while not is_over(state):
        asked = [seat for seat in invited_seats(state) if seat not in passed]
        seat = (asked or awaiting(state))[0]
        command = bot(state, seat, luck)
        if command is None:
            passed.add(seat)
            continue
        passed.clear()
        for event in decide(state, seat, command, dice):
            state = evolve(state, event, 0)
    return state


def winner(board: Board, colours: Sequence[str], number: int, bot: Bot, order: Order = "drawn") -> str:
    """Return the winning colour. The number of a game determines its luck."""
    luck = random.Random(number)
    end = played(begun(board, colours, order, luck), bot, luck)
    return end.colours[end.winner] if end.winner else "nobody"


def wins(board: Board, colours: Sequence[str], games: Iterable[int], bot: Bot) -> Counter[str]:
    """Count the wins by colour."""
    found = Counter(dict.fromkeys(colours, 0))
    found.update(winner(board, colours, number, bot) for number in games)
    return found


# ---------------------------------------------------------------- the command line


class Line(NamedTuple):
    """A game of the journal."""

    colours: tuple[str, ...]
    number: int
    won: str


def kept(journal: Path | None) -> list[Line]:
    if journal is None or not journal.exists():
        return []
    rows = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return [Line(tuple(colours), number, won) for colours, number, won in rows]


def show(colours: Sequence[str], found: Iterable[Line]) -> None:
    won = Counter(each.won for each in found)
    for colour in colours:
        rate = Rate(won[colour], won.total())
        low, high = rate.interval
        share = f"{rate.share:6.1%}  ({low:.1%} – {high:.1%})"
        print(f"{len(colours)} seats  {colour:8} {won[colour]:5} of {rate.games}  {share}", flush=True)


def board_named(name: str) -> Board:
    path = Path(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.suffix else dict(RULESET.boards()[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", help="the name of a shipped board, or a file")
    parser.add_argument("--games", type=int, default=1000, help="with each number of seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--bot", choices=tuple(BOTS), default="greedy")
    parser.add_argument("--seconds", type=float, default=0.05, help="that a planner computes at a decision")
    parser.add_argument("--order", choices=("drawn", "listed"), default="drawn")
    parser.add_argument(
        "--colours",
        nargs="+",
        choices=COLOURS,
        help="who plays; left out: the first three, then all, as the board allows",
    )
    parser.add_argument("--journal", type=Path, metavar="FILE")
    given = parser.parse_args()
    board, bot, lines = board_named(given.board), BOTS[given.bot](given.seconds), kept(given.journal)
    tables = [colours for colours in (COLOURS[:3], COLOURS) if str(len(colours)) in board["setup"]]
    for colours in [tuple(given.colours)] if given.colours else tables:
        known = {each.number: each for each in lines if each.colours == colours}
        for number in range(given.first, given.first + given.games):
            if number not in known:
                known[number] = Line(colours, number, winner(board, colours, number, bot, given.order))
                if given.journal is not None:
                    with given.journal.open("a", encoding="utf-8") as file:
                        print(json.dumps(known[number]), file=file)
        show(colours, known.values())


if __name__ == "__main__":
    main()
