"""How fast are the engines? Random legal decisions, enumeration, fold and finished games, on one core.

    python -m bench.engine               the named worlds
    python -m bench.engine east          every world whose name contains `east`

`quick`: random legal decisions per second as bots and search make them: drawn from the state, typed,
decided, evolved. `wire`: the same as a client makes them: list the options as JSON, draw and fill one (again if the
rules refuse the filling), read the command, decide, evolve every event. `games`: finished games per second with a
fast policy that makes progress. `fold`: the ruleset's own fold of events in memory. `cold`: from stored texts to a
game: compare hashes, parse texts, read and fold events. Nothing is stored; times are process times.

Compare numbers of one run only; those of two runs or machines differ. So there are ratios to the first row, and the
time of a fixed piece of plain Python, which distinguishes a slow moment of the machine from a slow engine.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kontor.domain.kernel import play
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.fold import fold as kernel_fold
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.legality import Option, filling
from kontor.domain.kernel.violation import Violation
from tests.support.playing import stored_events
from tests.support.playouts import begun, played
from tests.worlds import WORLDS
from tests.worlds.world import AnyGame, Quick, World

NAMED = (
    "hansa-3-3-seats",
    "hansa-45-5-seats",
    "east-3-seats",
    "britannia-45-4-seats",
    "merchants-short-3-seats-start-fixed",
    "merchants-main-4-seats-drawn",
)
LONGEST = 400  # random decisions before a new game begins: random play need not end


@dataclass(slots=True)
class Random:
    """Random play of one world, without a log. The clock runs only while it decides, not while seats are taken."""

    world: World
    luck: random.Random
    decided: int = 0
    listed: int = 0
    refused: int = 0
    enumerating: float = 0.0
    spent: float = 0.0

    def run(self, seconds: float) -> None:
        number = 0
        while self.spent < seconds:
            number += 1
            game = begun(self.world, number).game
            begin = time.process_time()
            self._play(game)
            self.spent += time.process_time() - begin

    def _play(self, game: AnyGame) -> None:
        rules, state, version, counters = self.world.rules, game.state, game.version, dict(game.counters)
        for _ in range(LONGEST):
            if rules.is_over(state):
                return
            seat = rules.awaiting(state)[0]
            begin = time.process_time()
            options = rules.legal(state, seat)
            self.enumerating += time.process_time() - begin
            self.listed += len(options)
            dice = Dice(game.joint, counters)
            for event in self._decide(state, seat, options, dice):
                version += 1
                state = rules.evolve(state, event, version)
            for draw in dice.drawn:
                counters[draw.purpose] = draw.counter + 1
            self.decided += 1

    def _decide(self, state: Any, seat: int, options: Sequence[Option], dice: Dice) -> Sequence[object]:
        while True:
            option = options[int(self.luck.random() * len(options))]
            body = filling(option, self.luck)
            assert isinstance(body, dict)
            try:
                return self.world.rules.decide(state, seat, play.read_command(self.world.rules, body), dice)
            except Violation:
                self.refused += 1


def fold(world: World, seconds: float) -> float:
    """Return µs per event of the ruleset's own fold of a game's log."""
    playout = played(world, 1, LONGEST)
    kinds = set(world.rules.events.values())
    events = [event for made in playout.commits for event in stored_events(world.rules, made)]
    own = [(version, event) for version, event in enumerate(events, 1) if type(event) in kinds]

    def once() -> None:
        state = world.rules.initial(world.table)
        for version, event in own:
            state = world.rules.evolve(state, event, version)

    return best_of(once, seconds) / len(own) * 1e6


def cold(world: World, seconds: float) -> float:
    """Return µs per event from stored records to the game, as in a process that has not cached it."""
    playout = played(world, 1, LONGEST)
    records = [record for made in playout.commits for record in made.records]
    bare: AnyGame = Game(playout.game.id, playout.game.seed, playout.game.board)
    return best_of(lambda: kernel_fold(world.rules, bare, records), seconds) / len(records) * 1e6


def quick_decisions(world: World, quick: Quick, seconds: float) -> float:
    """Return random legal decisions per second without JSON: drawn from the state, decided, evolved."""
    luck, made, spent, number = random.Random(1), 0, 0.0, 0
    while spent < seconds:
        number += 1
        game = begun(world, number).game
        state, dice, begin = game.state, game.dice(), time.process_time()
        for _ in range(LONGEST):
            if world.rules.is_over(state):
                break
            seat = world.rules.awaiting(state)[0]
            state = quick.advance(state, seat, quick.anything(state, seat, luck), dice)
            made += 1
        spent += time.process_time() - begin
    return made / spent


def quick_games(world: World, quick: Quick, seconds: float) -> tuple[float, float]:
    """Return finished games per second, and the decisions per game."""
    lengths: list[int] = []
    spent, number = 0.0, 0
    while spent < seconds:
        number += 1
        game, luck = begun(world, number).game, random.Random(number)
        state, dice, begin, made = game.state, game.dice(), time.process_time(), 0
        while not world.rules.is_over(state) and made < 10 * LONGEST:
            seat = (world.rules.invited(state) or world.rules.awaiting(state))[0]
            state = quick.advance(state, seat, quick.purposeful(state, seat, luck), dice)
            made += 1
        spent += time.process_time() - begin
        lengths += [made] if world.rules.is_over(state) else []
    return len(lengths) / spent, statistics.fmean(lengths or [0])


def best_of(work: Callable[[], object], seconds: float) -> float:
    """Return the fastest of as many runs as fit: the others were disturbed."""
    times: list[float] = []
    until = time.process_time() + seconds
    while not times or time.process_time() < until:
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def reference() -> int:
    """Run a fixed piece of plain Python: dictionaries, tuples, small integers."""
    found: dict[int, tuple[int, int]] = {}
    for n in range(20_000):
        found[n % 97] = (n, found.get(n % 89, (0, 0))[0] % 7)
    return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", nargs="?", default="", help="part of the name of a world")
    parser.add_argument("--seconds", type=float, default=2.0, help="per number")
    asked = parser.parse_args()
    worlds = [world for world in WORLDS if (asked.name in world.name if asked.name else world.name in NAMED)]
    print(f"reference {best_of(reference, 0.5) * 1e3:.2f} ms")
    print(
        f"{'world':44} {'quick/s':>8} {'ratio':>5} {'wire/s':>8} {'ratio':>5} {'legal µs':>8} {'options':>7}"
        f" {'refused':>7} {'fold µs':>7} {'cold µs':>7} {'games/s':>7} {'length':>6}"
    )
    first = first_quick = 0.0
    for world in worlds:
        random_play = Random(world, random.Random(1))
        random_play.run(asked.seconds)
        speed = random_play.decided / random_play.spent
        first = first or speed
        quick, games, length = 0.0, 0.0, 0.0
        if world.quick is not None:
            quick = quick_decisions(world, world.quick, asked.seconds)
            games, length = quick_games(world, world.quick, asked.seconds)
        first_quick = first_quick or quick or 1.0
        print(
            f"{world.name:44} {quick:8,.0f} {quick / first_quick:5.2f} {speed:8,.0f} {speed / first:5.2f}"
            f" {random_play.enumerating / random_play.decided * 1e6:8.1f}"
            f" {random_play.listed / random_play.decided:7.1f}"
            f" {random_play.refused / random_play.decided:7.2f}"
            f" {fold(world, asked.seconds / 2):7.1f} {cold(world, asked.seconds / 2):7.1f} {games:7.1f} {length:6.0f}"
        )
    print(f"reference {best_of(reference, 0.5) * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
