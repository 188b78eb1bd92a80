"""Measure how many of the legal commands an agent can choose from: `python -m kontor.rl.coverage hansa --games 3`."""

import argparse
from collections.abc import Iterator
from itertools import islice

from kontor.engine.game import AnyGame
from kontor.rl.environment import COMMANDS, raw_env

MANY = 300  # most legal commands that are counted per decision; the share refers to this number
SHOWN = (COMMANDS // 4, COMMANDS, COMMANDS * 4)


def decisions(ruleset: str, seats: int, board: str | None, games: int, most: int) -> Iterator[AnyGame]:
    """Yield each position in which a seat decides, from games between greedy bots."""
    for seed in range(games):
        environment = raw_env(ruleset, seats, board=board)
        environment.reset(seed=seed)
        game = environment.game
        for _ in range(most):
            if game.is_over:
                break
            yield game
            seat = game.awaiting[0]
            game.play(game.ask("greedy", seat, 0.01), seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--board")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=10_000, help="at most so many decisions of each game")
    asked = parser.parse_args()
    whole, kinds, shares, count = dict.fromkeys(SHOWN, 0), dict.fromkeys(SHOWN, 0), dict.fromkeys(SHOWN, 0.0), 0
    for game in decisions(asked.ruleset, asked.seats, asked.board, asked.games, asked.decisions):
        legal = game.legal(game.awaiting[0])
        there = sum(1 for _ in islice(legal, MANY))
        count += 1
        for size in SHOWN:
            some = legal.some(size)
            whole[size] += len(some) == there < MANY
            kinds[size] += len({type(command) for command in some}) == len(legal.kinds)
            shares[size] += len(some) / there
    print(f"{asked.ruleset}: {count} decisions of {asked.games} games between greedy bots, {asked.seats} seats")
    for size in SHOWN:
        print(
            f"K = {size:3}: everything legal is listed in {whole[size] / count:.0%} of them, "
            f"each kind in {kinds[size] / count:.0%}; {shares[size] / count:.0%} of what is legal "
            f"(counted up to {MANY}), on average"
        )


if __name__ == "__main__":
    main()
