"""A game as a PettingZoo environment (AEC). Seats take turns, and each seat chooses among some of its legal commands.

An agent that is invited to answer a trade offer gets a turn too, and may pass. An agent sees only the view of its seat,
and can choose only commands that the rules accept.
"""

import random
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.shipped import SHIPPED
from kontor.engine import new
from kontor.engine.game import AnyGame
from kontor.rl.encoding import COMMAND, MOST, VIEW, encoded

COMMANDS = 64  # number of complete commands from which an agent chooses
DECISIONS = 5_000  # a game is truncated after so many decisions
ILLEGAL = -1.0  # reward for choosing a masked action


def env(ruleset: str, seats: int = 3, **more: Any) -> AECEnv[str, Any, Any]:
    """Return an environment with PettingZoo's usual checks. `more`: arguments of `GameEnv`."""
    checked = TerminateIllegalWrapper(raw_env(ruleset, seats, **more), illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


def raw_env(ruleset: str, seats: int = 3, **more: Any) -> "GameEnv":
    return GameEnv(ruleset, seats, **more)


class GameEnv(AECEnv[str, Any, Any]):
    """A game of a ruleset as a PettingZoo environment.

    The agents are `seat_1` … `seat_n`. Action i is the i-th of up to `commands` legal commands. They include each kind
    of command, and are listed again for each decision. The last action passes, if the seat is not awaited.

    An observation has the encoded view (`observation`), the encoded commands row by row (`commands`) and the
    `action_mask`. `infos[agent]["commands"]` contains the commands themselves. Rewards come at the end: 1 for a win
    (divided among the winners), minus 1/n for every agent.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int = 3,
        *,
        board: str | JsonObject | None = None,
        options: Mapping[str, object] | None = None,
        commands: int = COMMANDS,
        decisions: int = DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"kontor_{ruleset}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._rules = import_module(SHIPPED[ruleset]).RULESET
        self._asked = (seats, board, dict(options or {}))
        self._count = commands
        self._decisions = decisions
        self._luck = random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.action_spaces = {agent: Discrete(commands + 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(commands) for agent in self.possible_agents}

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
        self._game = self._new() if begun is None else begun.copy()
        self._passed: set[int] = set()
        self._left = self._decisions
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
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(self._seats[agent], int(action))
        self._left -= 1
        if self._game.is_over:
            self._end()
        elif not self._left:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        listed = self._listed if agent == self.agent_selection and not self._game.is_over else ()
        mask = np.zeros(self._count + 1, np.int8)
        mask[: len(listed)] = 1
        mask[self._count] = seat not in self._game.awaiting
        shown = np.zeros((self._count, COMMAND), np.float32)
        for n, body in enumerate(listed):
            shown[n] = encoded(body, COMMAND)
        view: JsonObject = {"me": str(seat), "view": self._game.view(seat)}
        return {"observation": encoded(view, VIEW), "commands": shown, "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self._game.text())
            return None
        return self._game.text()

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    # ---------------------------------------------------------------- internal

    def _new(self) -> AnyGame:
        seats, board, asked = self._asked
        return new(self._rules, seats, board, self._luck.randbytes(32), options=asked)

    def _act(self, seat: int, action: int) -> None:
        if action == self._count and seat not in self._game.awaiting:
            self._passed.add(seat)
            return
        if action >= len(self._listed):
            raise ValueError(f"action {action} is not legal now: the action mask shows the legal actions")
        self._game.play(self._listed[action], seat)
        self._passed.clear()

    def _select(self) -> None:
        """Select the next agent, and the commands from which it can choose."""
        invited = (seat for seat in self._rules.invited(self._game.state) if seat not in self._passed)
        seat = next(invited, None) or self._game.awaiting[0]
        self.agent_selection = f"seat_{seat}"
        self._listed: Sequence[JsonObject] = self._game.look(seat).commands(self._count)
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"commands": list(self._listed)}

    def _end(self) -> None:
        won = self._game.winners
        for agent, seat in self._seats.items():
            self.rewards[agent] = (1 / len(won) if seat in won else 0.0) - 1 / len(self._seats)
        self.infos = {f"seat_{each.seat}": {"points": each.total, "rank": each.rank} for each in self._game.ranking}
        self.terminations = dict.fromkeys(self.agents, True)


def _space(commands: int) -> Dict:
    return Dict(
        {
            "observation": Box(-MOST, MOST, (VIEW,), np.float32),
            "commands": Box(-MOST, MOST, (commands, COMMAND), np.float32),
            "action_mask": Box(0, 1, (commands + 1,), np.int8),
        }
    )
