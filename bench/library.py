"""How fast is the library? Random games, a bot, views, environments and tables, compared with catanatron.

    .venv/bin/uv pip install catanatron      # for comparison only: not part of the lock
    python -m bench.library [--seconds 3] [--rounds 3]

Every row is measured in each round, by process time; the best round counts. Ratios hold on a busy machine too,
because a row and its yardstick come from the same minutes. Without catanatron there are no ratios.
"""

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import kontor
from kontor import hansa, merchants
from kontor.engine.game import AnyGame

LISTED = 20_000  # commands per enumeration
GOALS = {  # relative to catanatron's decisions, or a number per second
    "hansa-3, legal().choice": 1.0,
    "merchants-short, legal().choice": 1.0,
    "hansa-3, ask('random')": 0.5,
    "merchants-short, ask('random')": 0.5,
    "hansa-3, commands listed": 20_000,
    "merchants-short, commands listed": 20_000,
    "hansa-3, views": 5_000,
    "merchants-short, views": 5_000,
    "rl hansa, steps, K = 24": 2_000,
    "rl merchants, steps, K = 24": 2_000,
    "frames, events": 20_000,
}
New = Callable[[int], AnyGame]
Work = Callable[[float], float]  # runs for so many seconds, returns the work per second


def hansa_game(seed: int) -> AnyGame:
    return hansa.new(seats=3, board="hansa-3", seed=seed)


def merchants_game(seed: int) -> AnyGame:
    return merchants.new(seats=3, board="merchants-short", seed=seed)


def rate(once: Callable[[int], int], seconds: float) -> float:
    """Return the things done per second of processor time. `once` gets a number and returns how many it did."""
    done, number, begin = 0, 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        done += once(number)
        number += 1
    return done / spent


def decisions(new: New, decide: Callable[[AnyGame, random.Random], object]) -> Work:
    """Measure decisions of whole games per second."""

    def once(number: int) -> int:
        game, rng, made = new(number), random.Random(number), 0
        while not game.is_over:
            decide(game, rng)
            made += 1
        return made

    return lambda seconds: rate(once, seconds)


def by_choice(game: AnyGame, rng: random.Random) -> None:
    game.play(game.legal().choice(rng))


def by_bot(game: AnyGame, rng: random.Random) -> None:
    game.play(game.ask("random"))


def after(new: New, made: int) -> AnyGame:
    game, rng = new(1), random.Random(1)
    for _ in range(made):
        by_choice(game, rng)
    return game


def crowded(new: New) -> AnyGame:
    """Return a position with more commands than a list may have."""
    game, rng = after(new, 60), random.Random(2)
    while game.legal().at_most < 10 * LISTED:
        by_choice(game, rng)
    return game


def listing(new: New) -> Work:
    game = crowded(new)
    return lambda seconds: rate(lambda _: sum(1 for _ in islice(game.legal(), LISTED)), seconds)


def views(new: New) -> Work:
    game = after(new, 200)
    return lambda seconds: rate(lambda _: len([game.view(1) for _ in range(100)]), seconds)


def steps(ruleset: str) -> Work:
    env = kontor.rl.raw_env(ruleset, 3, commands=24)

    def once(number: int) -> int:
        env.reset(seed=number)
        rng = random.Random(number)
        for made in range(200):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                return made
            env.step(rng.choice(seen["action_mask"].nonzero()[0]))
        return 200

    return lambda seconds: rate(once, seconds)


def events() -> Work:
    path = Path(tempfile.mkdtemp()) / "game.ndjson"
    game = after(hansa_game, 2_000)
    game.save(path)
    return lambda seconds: rate(lambda _: kontor.frames(path).events.num_rows, seconds)


def catanatron() -> Work | None:
    """Measure decisions of catanatron's random games per second."""
    try:
        other: Any = import_module("catanatron")
    except ModuleNotFoundError:
        return None

    def once(number: int) -> int:
        players = [other.RandomPlayer(colour) for colour in (other.Color.RED, other.Color.BLUE, other.Color.WHITE)]
        random.seed(number)
        game = other.Game(players, seed=number)
        game.play()
        return len(game.state.actions)

    return lambda seconds: rate(once, seconds)


def works() -> dict[str, Work]:
    found: dict[str, Work] = {}
    for name, new in (("hansa-3", hansa_game), ("merchants-short", merchants_game)):
        found[f"{name}, legal().choice"] = decisions(new, by_choice)
        found[f"{name}, ask('random')"] = decisions(new, by_bot)
        found[f"{name}, commands listed"] = listing(new)
        found[f"{name}, views"] = views(new)
    for ruleset in ("hansa", "merchants"):
        found[f"rl {ruleset}, steps, K = 24"] = steps(ruleset)
    found["frames, events"] = events()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.library", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of each row, in each round")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    yardstick, rows = catanatron(), works()
    gc.collect()
    gc.freeze()  # modules imported for comparison must not slow down either side
    best, base = dict.fromkeys(rows, 0.0), 0.0
    for _ in range(asked.rounds):
        base = max(base, yardstick(asked.seconds) if yardstick else 0.0)
        for name, work in rows.items():
            best[name] = max(best[name], work(asked.seconds))
    print(f"{'':34} {'per s':>9} {'of catanatron':>13} {'goal':>8}")
    print(f"{'catanatron, random game':34} {base:9,.0f}" if yardstick else "catanatron is not installed")
    for name, speed in best.items():
        goal, ratio = GOALS[name], speed / base if base else 0.0
        is_missed = (ratio if goal <= 1 else speed) < goal
        print(f"{name:34} {speed:9,.0f} {ratio:13.2f} {goal:8,g} {'missed' if is_missed else ''}")


if __name__ == "__main__":
    main()
