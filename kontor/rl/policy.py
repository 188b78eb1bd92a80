"""A small policy in NumPy that chooses among numbered actions, as an example and a baseline. It shares its weights
between places: the value of an action follows from its kind and from the channels of the places that it names.
"""

import random
from importlib import import_module
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Look
from kontor.domain.shipped import SHIPPED
from kontor.rl.encoding import EMPTY, Encoder

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]

HIDDEN = 32
LOGS = np.log1p(np.arange(256, dtype=np.float32))  # of each number in an observation


class Step(NamedTuple):
    """A decision: the observation by block, the actions that were legal, the chosen one and its probability."""

    seen: dict[str, Floats]
    legal: Ints
    chosen: int
    probability: float


class Layout:
    """The relation between actions and places.

    `kinds` has the kind of each action, `groups` its group, and `positions` its place in each block. If an action has
    no place in a block, `positions` has the number of places instead.
    """

    def __init__(self, encoder: Encoder) -> None:
        factors, groups = encoder.factors, encoder.numbering.groups
        sizes = {name: len(block.places) for name, block in encoder.blocks.items()}
        self.channels = {name: len(block.channels) for name, block in encoder.blocks.items()}
        named = {name for axes in encoder.axis_blocks for name in axes if name}
        self.local = [name for name in sizes if name in named]
        self.common = [name for name in sizes if name not in named]
        self.width = sum(self.channels[name] * sizes[name] for name in self.common)
        self.passing = encoder.numbering.size
        self.positions = {name: np.full(self.passing + 1, sizes[name], np.intp) for name in self.local}
        self.kinds = np.zeros(self.passing + 1, np.intp)
        self.groups = np.append(factors[:, 0], len(groups)).astype(np.intp)
        count = 1  # kind 0 is passing
        for group, (axes, blocks) in enumerate(zip(groups.values(), encoder.axis_blocks, strict=True)):
            rows = np.flatnonzero(factors[:, 0] == group)
            kind = np.zeros(len(rows), np.intp)
            for n, (axis, block) in enumerate(zip(axes, blocks, strict=True), 1):
                if block:
                    self.positions[block][rows] = factors[rows, n]
                else:
                    kind = kind * len(axis) + factors[rows, n]
            self.kinds[rows] = count + kind
            count += int(kind.max(initial=EMPTY)) + 1
        self.count = count


class Policy:
    """The weights of a policy for one board and number of seats."""

    def __init__(self, encoder: Encoder, seed: int = 0) -> None:
        self.layout = layout = Layout(encoder)
        rng = np.random.default_rng(seed)

        def small(*shape: int) -> Floats:
            return rng.normal(0, 0.1, shape).astype(np.float32)

        self.weights: dict[str, Floats] = {
            "kinds": small(layout.count, HIDDEN),
            "bias": np.zeros(layout.count, np.float32),
            "common": small(layout.width, HIDDEN),
            "out": small(HIDDEN),
            "value": np.zeros(layout.width, np.float32),
            **{f"at {name}": small(layout.channels[name], HIDDEN) for name in layout.local},
        }

    def read_observation(self, observation: dict[str, Any]) -> dict[str, Floats]:
        """Return the observation as this policy reads it. Each block has an additional last column, for actions without
        a place."""
        found = {name: np.pad(LOGS[observation[name]], ((0, 0), (0, 1))) for name in self.layout.local}
        found["common"] = np.concatenate([LOGS[observation[name]].ravel() for name in self.layout.common])
        return found

    def hidden_layer(self, seen: dict[str, Floats], legal: Ints) -> Floats:
        weights, layout = self.weights, self.layout
        total = weights["kinds"][layout.kinds[legal]] + seen["common"] @ weights["common"]
        for name in layout.local:
            total += (seen[name].T @ weights[f"at {name}"])[layout.positions[name][legal]]
        found: Floats = np.tanh(total)
        return found

    def probabilities(self, seen: dict[str, Floats], legal: Ints) -> Floats:
        scores = self.hidden_layer(seen, legal) @ self.weights["out"] + self.weights["bias"][self.layout.kinds[legal]]
        groups = self.layout.groups[legal]
        scores -= np.log(np.bincount(groups)[groups])  # otherwise the largest group would be chosen most often
        raised = np.exp(scores - scores.max())
        chances: Floats = raised / raised.sum()
        return chances

    def value(self, seen: dict[str, Floats]) -> float:
        return float(seen["common"] @ self.weights["value"])

    def act(self, observation: dict[str, Any], legal: Ints, rng: np.random.Generator) -> Step:
        """Pick an action at random, with the probabilities of the policy."""
        seen = self.read_observation(observation)
        chances = self.probabilities(seen, legal)
        chosen = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(legal) - 1)
        return Step(seen, legal, chosen, float(chances[chosen]))

    # ---------------------------------------------------------------- files and games

    def save(self, path: str | PathLike[str]) -> None:
        np.savez_compressed(path, **self.weights)  # type: ignore[arg-type]  # names and arrays

    def load(self, path: str | PathLike[str]) -> None:
        with np.load(path) as stored:
            self.weights = {name: stored[name] for name in self.weights}


def bot(ruleset: str, path: str | PathLike[str]) -> Any:
    """Return a stored policy as a function for `game.ask`, `kontor tournament` and `kontor.run_bot`."""
    rules = import_module(SHIPPED[ruleset]).RULESET
    rng, known = np.random.default_rng(0), dict[str, tuple[Encoder, Policy]]()

    def choose(look: Look) -> object:
        state = rules.determinize(look.table, look.view, Dice(bytes(32), {}))
        if not known:
            encoder = Encoder(rules.arrays, state)
            known["one"] = encoder, Policy(encoder)
            known["one"][1].load(path)
        encoder, policy = known["one"]
        legal = encoder.legal(state, look.seat)
        step = policy.act(encoder.observe(state, look.seat), legal, rng)
        return rules.arrays.command(state, look.seat, int(legal[step.chosen]), random.Random(0))

    return choose
