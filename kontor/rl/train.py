"""Train a small policy against a bot: `python -m kontor.rl.train hansa --minutes 10 --out policy.npz`.

The games run in two processes. The learner improves its policy after each batch of decisions (PPO in NumPy), and plays
whole games at the end.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from kontor.rl.policy import Floats, Policy, Step
from kontor.rl.single import SeatEnv, vector_env

BATCH = 1024  # decisions between two improvements
EPOCHS = 3
DISCOUNT = 0.99
SMOOTHING = 0.95  # how far rewards are credited to earlier decisions
CLIP = 0.2  # how much a probability may change in one improvement
ENTROPY = 0.01
RATE = 3e-3
SCALE = 0.1  # of rewards, so that a step's reward is about 1


class Sample(NamedTuple):
    step: Step
    advantage: float
    result: float  # the discounted rewards that followed


class Learner:
    """Improves a policy with Adam."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in policy.weights.items()}
        self._updates = 0

    def improve(self, samples: Sequence[Sample]) -> None:
        advantages = np.array([each.advantage for each in samples])
        mean, spread = advantages.mean(), advantages.std() + 1e-6
        for _ in range(EPOCHS):
            total: dict[str, Floats] = {name: np.zeros_like(each) for name, each in self.policy.weights.items()}
            for sample in samples:
                self._add_gradient(total, sample, (sample.advantage - mean) / spread)
            self._descend({name: each / len(samples) for name, each in total.items()})

    def _add_gradient(self, total: dict[str, Floats], sample: Sample, advantage: float) -> None:
        policy, (seen, legal, chosen, before) = self.policy, sample.step
        layout, weights = policy.layout, policy.weights
        total["value"] += (policy.value(seen) - sample.result) * seen["common"]
        chances = policy.probabilities(seen, legal)
        ratio = chances[chosen] / before
        is_clipped = ratio > 1 + CLIP if advantage > 0 else ratio < 1 - CLIP
        slope = chances * (0.0 if is_clipped else ratio * advantage)
        slope[chosen] -= 0.0 if is_clipped else ratio * advantage
        logs = np.log(chances + 1e-9)
        slope += ENTROPY * chances * (logs - (chances * logs).sum())
        hidden, kinds = policy.hidden_layer(seen, legal), layout.kinds[legal]
        total["out"] += slope @ hidden
        np.add.at(total["bias"], kinds, slope)
        inner = (slope[:, None] * weights["out"]) * (1 - hidden**2)
        np.add.at(total["kinds"], kinds, inner)
        total["common"] += np.outer(seen["common"], inner.sum(axis=0))
        for name in layout.local:
            total[f"at {name}"] += seen[name][:, layout.positions[name][legal]] @ inner

    def _descend(self, gradient: dict[str, Any]) -> None:
        self._updates += 1
        for name, slope in gradient.items():
            first, second = self._moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self._updates) / (np.sqrt(second / (1 - 0.999**self._updates)) + 1e-8)
            self.policy.weights[name] -= RATE * step


def batches(env: Any, policy: Policy, rng: np.random.Generator, size: int) -> Iterator[tuple[list[Sample], float]]:
    """Yield batches of decisions. Each batch has the average reward of a decision."""
    count = env.num_envs
    observation, _ = env.reset(seed=int(rng.integers(2**31)))
    while True:
        steps: list[list[Step]] = []
        rewards, ends, values = [], [], []
        for _ in range(size // count):
            chosen = [policy.act(_one(observation, n), _legal(observation, n), rng) for n in range(count)]
            steps.append(chosen)
            values.append([policy.value(each.seen) for each in chosen])
            actions = np.array([each.legal[each.chosen] for each in chosen])
            observation, reward, over, late, _ = env.step(actions)
            rewards.append(reward * SCALE)
            ends.append(over | late)
        values.append([policy.value(policy.read_observation(_one(observation, n))) for n in range(count)])
        yield _samples(steps, np.array(rewards), np.array(ends), np.array(values)), float(np.mean(rewards) / SCALE)


def _one(observation: dict[str, Any], n: int) -> dict[str, Any]:
    return {name: each[n].copy() for name, each in observation["observation"].items()}


def _legal(observation: dict[str, Any], n: int) -> Any:
    legal = np.flatnonzero(observation["action_mask"][n])
    return legal if len(legal) else np.array([observation["action_mask"].shape[1] - 1])  # the game is over: any action


def _samples(steps: list[list[Step]], rewards: Any, ends: Any, values: Any) -> list[Sample]:
    """Compute the advantage of each decision, from the last one back."""
    found: list[Sample] = []
    advantage = np.zeros(rewards.shape[1])
    for at in reversed(range(len(steps))):
        goes_on = 1 - ends[at]
        surprise = rewards[at] + DISCOUNT * goes_on * values[at + 1] - values[at]
        advantage = surprise + DISCOUNT * SMOOTHING * goes_on * advantage
        results = advantage + values[at]
        found += [Sample(step, *each) for step, *each in zip(steps[at], advantage, results, strict=True)]
    return found


def lead(env: SeatEnv, policy: Policy, seed: int, rng: np.random.Generator) -> float:
    """Play a game, and return the policy's lead over the mean of all other seats."""
    seen, _ = env.reset(seed=seed)
    total, is_over = 0.0, False
    while not is_over:
        step = policy.act(seen["observation"], np.flatnonzero(seen["action_mask"]), rng)
        seen, reward, over, late, _ = env.step(step.legal[step.chosen])
        total, is_over = total + reward, over or late
    return total


def train(env: Any, policy: Policy, seconds: float, most: int, size: int = BATCH, seed: int = 0) -> int:
    """Improve the policy again and again until the time is over, but at most `most` times. Return the number of
    improvements."""
    learner, until = Learner(policy), time.monotonic() + seconds
    for done, (samples, mean) in enumerate(batches(env, policy, np.random.default_rng(seed), size), 1):
        learner.improve(samples)
        print(f"{done:5} batches: {mean:7.3f} points per decision", flush=True)
        if done == most or time.monotonic() > until:
            return done
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m kontor.rl.train", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--board")
    parser.add_argument("--against", default="random")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--batches", type=int, default=1_000_000, help="the largest number of improvements")
    parser.add_argument("--batch", type=int, default=BATCH, help="the number of decisions in a batch")
    parser.add_argument(
        "--decisions",
        type=int,
        default=1_500,
        help=("the largest number of decisions in a training game, of all seats together"),
    )
    parser.add_argument("--games", type=int, default=20, help="the number of games after the training, at least 1")
    parser.add_argument("--processes", type=int, default=2, help="0: train in this process")
    parser.add_argument("--out", default="policy.npz")
    asked = parser.parse_args()
    more: dict[str, Any] = {"board": asked.board, "against": asked.against, "reward": "score"}
    env = vector_env(
        asked.ruleset, asked.processes or 1, processes=asked.processes > 0, decisions=asked.decisions, **more
    )
    whole = SeatEnv(asked.ruleset, decisions=4 * asked.decisions, **more)
    policy = Policy(whole.turns.encoder)
    train(env, policy, 60 * asked.minutes, asked.batches, asked.batch)
    env.close()
    policy.save(asked.out)
    leads = [lead(whole, policy, seed, np.random.default_rng(seed)) for seed in range(asked.games)]
    print(
        f"ahead in {sum(each > 0 for each in leads)} of {asked.games} games, by {np.mean(leads):.1f} points on average"
    )


if __name__ == "__main__":
    main()
