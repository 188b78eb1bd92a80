"""A game as a PettingZoo environment (AEC). Seats take turns, and each seat chooses a command by its number.

An agent that is invited to answer a trade offer gets a turn too, and may pass. An agent sees only the view of its seat,
and can choose only commands that the rules accept.
"""

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import islice, pairwise
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Look
from kontor.domain.shipped import SHIPPED
from kontor.engine import new
from kontor.engine.game import AnyGame
from kontor.rl.encoding import EMPTY, Encoder

DECISIONS = 5_000  # a game is truncated after so many decisions
ILLEGAL = -1.0  # reward for choosing a masked action

Reward = Literal["win", "score"]
Bot = str | Callable[[Look], object]  # a name, or a function


def env(ruleset: str, seats: int = 3, **more: Any) -> AECEnv[str, Any, Any]:
    """Return an environment with PettingZoo's usual checks. `more`: arguments of `GameEnv`."""
    checked = TerminateIllegalWrapper(raw_env(ruleset, seats, **more), illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


def raw_env(ruleset: str, seats: int = 3, **more: Any) -> "GameEnv":
    return GameEnv(ruleset, seats, **more)


class GameEnv(AECEnv[str, Any, Any]):
    """A game of a ruleset as a PettingZoo environment.

    The agents are `seat_1` … `seat_n`. Action i is the command with number i (`encoder.numbering`), and the last action
    passes. With `commands=K`, action i is instead the i-th of up to K legal commands, which include each kind. They are
    drawn again for each decision, and the rows of `commands` are their factors.

    `reward`: with "win" the reward comes at the end. The winners share 1, and each of the n agents loses 1/n. With
    "score" the reward after each decision is the change of the agent's lead. The lead is its points minus the mean
    of all other seats.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int = 3,
        *,
        board: str | JsonObject | None = None,
        options: Mapping[str, object] | None = None,
        commands: int | None = None,
        decisions: int = DECISIONS,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"kontor_{ruleset}_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._rules = import_module(SHIPPED[ruleset]).RULESET
        self._asked = (seats, board, dict(options or {}))
        self._listed_most = commands
        self._decisions = decisions
        self._reward = reward
        self._luck = random.Random()
        self._found: NDArray[np.intp] | None = None
        self._game = self._new(bytes(32))
        self.encoder = Encoder(self._rules.arrays, self._game.state)
        self.passing = self.encoder.numbering.size if commands is None else commands  # the last action
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.action_spaces = {agent: Discrete(self.passing + 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    @property
    def game(self) -> AnyGame:
        """Return the game of this environment, for example to read or save it."""
        return self._game

    # ---------------------------------------------------------------- PettingZoo's calls

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed gives the same game. Without a seed, the next seed is derived from the last
        one. `options={"game": game}` begins with a copy of your game.
        """
        if seed is not None:
            self._luck = random.Random(seed)
        begun = (options or {}).get("game")
        self._game = self._new(self._luck.randbytes(32)) if begun is None else begun.copy()
        self._passed: set[int] = set()
        self._left = self._decisions
        self._leads = self.leads() if self._reward == "score" else {}
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._act(agent, self.command(action))

    def let_play(self, bot: Bot) -> None:
        """Let a bot choose for the selected agent, instead of calling `step`. `bot`: as in `game.ask`."""
        agent = self.agent_selection
        seat = self._seats[agent]
        chosen = self._game.ask(bot, seat)
        if chosen is None and seat in self._game.awaiting:
            raise ValueError(f"bot {bot} passed, but seat {seat} must decide")
        self._act(agent, chosen)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        mask = np.zeros(self.passing + 1, np.int8)
        listed = self._legal_numbers if agent == self.agent_selection and not self._game.is_over else None
        if listed is not None:
            mask[slice(len(listed)) if self._listed_most else listed] = 1
        mask[self.passing] = seat not in self._game.awaiting
        seen = {"observation": self.encoder.observe(self._game.state, seat), "action_mask": mask}
        if self._listed_most:
            rows = np.full((self._listed_most, self.encoder.factors.shape[1]), EMPTY, np.int16)
            if listed is not None:
                rows[: len(listed)] = self.encoder.factors[listed]
            seen["commands"] = rows
        return seen

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._game.text())
            return None
        return self._game.text()

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    # ---------------------------------------------------------------- what an action means

    def is_legal(self, action: int) -> bool:
        """Return whether the selected agent may choose this action now."""
        if action == self.passing:
            return self._seats[self.agent_selection] not in self._game.awaiting
        return 0 <= action < len(self._legal_numbers) if self._listed_most else action in self._legal_numbers

    def command(self, action: int) -> Any:
        """Return the command of a legal action of the selected agent, or None for passing."""
        action = int(action)  # NumPy's integers are not Python's
        if not self.is_legal(action):
            raise ValueError(f"action {action} is not legal now: the action mask shows the legal actions")
        if action == self.passing:
            return None
        luck = random.Random(self._game.version)  # the same position gives the same command
        number = int(self._legal_numbers[action]) if self._listed_most else action
        return self._rules.arrays.command(self._game.state, self._seats[self.agent_selection], number, luck)

    def words(self, action: int) -> str:
        """Return a description of an action of the selected agent."""
        if action == self.passing:
            return "pass"
        return self.encoder.numbering.words(int(self._legal_numbers[action]) if self._listed_most else action)

    def leads(self) -> dict[str, float]:
        """Return each agent's points minus the mean of all other seats."""
        points = {each.seat: each.total for each in self._game.score().seats}
        others = len(points) - 1
        return {
            agent: points[seat] - (sum(points.values()) - points[seat]) / others for agent, seat in self._seats.items()
        }

    # ---------------------------------------------------------------- internal

    def _new(self, seed: bytes) -> AnyGame:
        seats, board, asked = self._asked
        return new(self._rules, seats, board, seed, options=asked)

    def _act(self, agent: str, chosen: Any) -> None:
        """Play a command, or pass if there is none, and select the next agent."""
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if chosen is None:
            self._passed.add(self._seats[agent])
        else:
            self._game.play(chosen, self._seats[agent])
            self._passed.clear()
        self._left -= 1
        self._pay()
        if self._game.is_over:
            self._end()
        elif not self._left:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the next agent."""
        invited = (seat for seat in self._rules.invited(self._game.state) if seat not in self._passed)
        seat = next(invited, None) or self._game.awaiting[0]
        self.agent_selection = f"seat_{seat}"
        self._found = None

    @property
    def _legal_numbers(self) -> NDArray[np.intp]:
        """Return the numbers from which the selected agent can choose. They are not listed when a bot plays."""
        if self._found is None:
            found = self.encoder.legal(self._game.state, self._seats[self.agent_selection])
            most = self._listed_most
            self._found = found if most is None or len(found) <= most else self._some(found, most)
        return self._found

    def _some(self, numbers: NDArray[np.intp], most: int) -> NDArray[np.intp]:
        """Pick some of the legal numbers at random. If possible, pick at least one number of each group."""
        luck = random.Random(self._game.version)
        groups = self.encoder.factors[numbers, 0]
        bounds = [0, *(np.flatnonzero(np.diff(groups)) + 1).tolist(), len(numbers)]  # numbers are sorted by group
        drawn = {luck.randrange(first, end) for first, end in pairwise(bounds)}
        others = (n for n in luck.sample(range(len(numbers)), most) if n not in drawn)
        drawn.update([*islice(others, max(0, most - len(drawn)))])
        return numbers[sorted(drawn)[:most]]

    def _pay(self) -> None:
        """Reward each agent with the change of its lead, unless the reward comes at the end."""
        if self._reward == "win":
            return
        leads = self.leads()
        for agent, lead in leads.items():
            self.rewards[agent] = lead - self._leads[agent]
        self._leads = leads

    def _end(self) -> None:
        won = self._game.winners
        for agent, seat in self._seats.items() if self._reward == "win" else ():
            self.rewards[agent] = (1 / len(won) if seat in won else 0.0) - 1 / len(self._seats)
        self.infos = {f"seat_{each.seat}": {"points": each.total, "rank": each.rank} for each in self._game.ranking}
        self.terminations = dict.fromkeys(self.agents, True)

    def _space(self) -> Dict:
        spaces: dict[str, Any] = {
            "observation": self.encoder.space,
            "action_mask": Box(0, 1, (self.passing + 1,), np.int8),
        }
        if self._listed_most:
            widest = max(self.encoder.numbering.size, EMPTY)
            shape = (self._listed_most, self.encoder.factors.shape[1])
            spaces["commands"] = Box(EMPTY, widest, shape, np.int16)
        return Dict(spaces)
