"""Measure which share of a bot's commands an agent could choose: `python -m kontor.rl.coverage hansa --games 3`."""

import argparse
from collections import Counter

from kontor.rl.environment import GameEnv


def measure(env: GameEnv, bot: str, games: int, most: int) -> tuple[Counter[str], Counter[str]]:
    """Let a bot play all seats. Return by type how many commands it sent, and how many of them an agent can choose."""
    played: Counter[str] = Counter()
    numbered: Counter[str] = Counter()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in range(most):
            if env.game.is_over:
                break
            command = env.game.ask(bot, int(env.agent_selection.removeprefix("seat_")))
            if command is not None:
                actions = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
                kind = type(command).__name__
                played[kind] += 1
                numbered[kind] += any(env.command(action) == command for action in actions)
            env.let_play(bot)
    return played, numbered


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--board")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=10_000, help="the largest number of decisions in each game")
    asked = parser.parse_args()
    env = GameEnv(asked.ruleset, asked.seats, board=asked.board)
    played, numbered = measure(env, asked.bot, asked.games, asked.decisions)
    print(f"{asked.ruleset}: agents can choose {numbered.total() / played.total():.0%} of {played.total()} commands")
    for kind, count in played.most_common():
        print(f"{kind:24} {numbered[kind]:6} of {count:6}")


if __name__ == "__main__":
    main()
