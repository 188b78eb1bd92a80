"""A game with PettingZoo's parallel interface: all agents act in every step, although only one of them decides."""

from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv

from kontor.rl.environment import ILLEGAL, GameEnv

Each = dict[str, Any]


class ParallelGame(ParallelEnv[str, Any, Any]):
    """A `GameEnv` whose agents all act in every step. The action of the deciding agent is played, and all other agents
    can only pass. If an agent chooses a masked action, it gets the reward −1, and the game ends (`truncations`)."""

    def __init__(self, ruleset: str, seats: int = 3, **more: Any) -> None:
        self.turns = GameEnv(ruleset, seats, **more)
        self.metadata = self.turns.metadata
        self.render_mode = self.turns.render_mode
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> Discrete:
        return self.turns.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        self.turns.reset(seed, options)
        self.agents = [*self.possible_agents]
        return self._observations(), self.turns.infos

    def step(self, actions: Each) -> tuple[Each, Each, Each, Each, Each]:
        turns = self.turns
        wrong = [agent for agent in self.agents if not self._is_legal(agent, int(actions[agent]))]
        if wrong:
            turns.rewards = {agent: ILLEGAL if agent in wrong else 0.0 for agent in self.agents}
            turns.truncations = dict.fromkeys(self.agents, True)
        else:
            turns.step(actions[turns.agent_selection])
        if any(turns.terminations.values()) or any(turns.truncations.values()):
            self.agents = []
        return self._observations(), turns.rewards, turns.terminations, turns.truncations, turns.infos

    def render(self) -> str | None:
        return self.turns.render()

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    def _is_legal(self, agent: str, action: int) -> bool:
        if agent == self.turns.agent_selection:
            return self.turns.is_legal(action)
        return action == self.turns.passing

    def _observations(self) -> Each:
        seen = {agent: self.turns.observe(agent) for agent in self.possible_agents}
        for agent in self.possible_agents:
            if agent != self.turns.agent_selection:
                seen[agent]["action_mask"][self.turns.passing] = 1
        return seen
