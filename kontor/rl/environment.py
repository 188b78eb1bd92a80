"""A game as a PettingZoo environment (AEC): seats take turns, each choosing among some of its legal commands.

An agent that merely is invited to answer (a trade offer) has its turn as well, and may pass. Nothing is seen but what
the seat's view shows; nothing can be chosen but what the rules accept.
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

COMMANDS = 64  # complete commands that an agent chooses from
DECISIONS = 5_000  # after so many a game is cut off
ILLEGAL = -1.0  # reward of whoever chooses what is masked


def env(ruleset: str, seats: int = 3, **more: Any) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual checks; `more` as `GameEnv` takes it."""
    checked = TerminateIllegalWrapper(raw_env(ruleset, seats, **more), illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


def raw_env(ruleset: str, seats: int = 3, **more: Any) -> "GameEnv":
    return GameEnv(ruleset, seats, **more)


class GameEnv(AECEnv[str, Any, Any]):
    """A game of a ruleset. Agents are `seat_1` … `seat_n`.

    Action i is the i-th of up to `commands` legal commands, with each kind among them, drawn anew for each decision;
    the last action of all passes, for whoever is not awaited. Observations: `observation`, the encoded view;
    `commands`, the encoded commands, row by row; `action_mask`. `infos[agent]["commands"]` has the commands themselves.
    Rewards come with the end: a win is 1 (shared by those who share it), less 1/n for everybody.
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
        """The game itself, for whoever wants to look at it, or save it."""
        return self._game

    # ---------------------------------------------------------------- PettingZoo's calls

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the same for the same seed; without one, the next of those that follow from the last seed.
        `options={"game": game}`: begin where a game of yours stands, which stays as it is."""
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
        """Nothing is held."""

    # ---------------------------------------------------------------- inside

    def _new(self) -> AnyGame:
        seats, board, asked = self._asked
        return new(self._rules, seats, board, self._luck.randbytes(32), options=asked)

    def _act(self, seat: int, action: int) -> None:
        if action == self._count and seat not in self._game.awaiting:
            self._passed.add(seat)
            return
        if action >= len(self._listed):
            raise ValueError(f"action {action} is not legal now: see the action mask")
        self._game.play(self._listed[action], seat)
        self._passed.clear()

    def _select(self) -> None:
        """The next to decide, and the commands to choose from."""
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
