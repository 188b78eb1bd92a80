"""A game for one learner, as a Gymnasium environment: bots play all other seats. Several of them form a vector."""

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from kontor.rl.environment import ILLEGAL, Bot, GameEnv, Reward


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game in which the agent plays one seat, and bots play the other seats.

    `against`: one bot for all other seats, or a list with a bot for each. A bot is a name or a function, as in
    `game.ask`. `seat`: the seat of the agent. Without `seat`, each game picks one at random. A masked action costs −1
    and ends the game. `more`: arguments of `GameEnv`.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int = 3,
        against: Bot | Sequence[Bot] = "random",
        seat: int | None = None,
        reward: Reward = "win",
        **more: Any,
    ) -> None:
        self.turns = GameEnv(ruleset, seats, **more)
        self._reward = reward
        self._against = [against] * (seats - 1) if isinstance(against, str) or callable(against) else [*against]
        self._seat = seat
        self.metadata = {"render_modes": ["ansi", "human"]}
        self.render_mode = self.turns.render_mode
        self.observation_space = self.turns.observation_space(self.turns.possible_agents[0])
        self.action_space = self.turns.action_space(self.turns.possible_agents[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        agents = self.turns.possible_agents
        seat = int(self.np_random.integers(len(agents))) if self._seat is None else self._seat - 1
        self._agent = agents[seat]
        self._bots = dict(zip([agent for agent in agents if agent != self._agent], self._against, strict=True))
        self.turns.reset(int(self.np_random.integers(2**32)), options)
        self._let_others_play()
        self._lead = self._count_lead()
        return self.turns.observe(self._agent), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        turns = self.turns
        if not turns.is_legal(int(action)):
            return turns.observe(self._agent), ILLEGAL, True, False, {"illegal": True}
        turns.step(action)
        self._let_others_play()
        before, self._lead = self._lead, self._count_lead()
        earned = turns.rewards[self._agent] if self._reward == "win" else self._lead - before
        over, late = turns.terminations[self._agent], turns.truncations[self._agent]
        return turns.observe(self._agent), earned, over, late, self._info()

    def render(self) -> Any:
        return self.turns.render()

    # ---------------------------------------------------------------- internal

    def _let_others_play(self) -> None:
        turns = self.turns
        while not (turns.terminations[self._agent] or turns.truncations[self._agent]):
            if turns.agent_selection == self._agent:
                return
            turns.let_play(self._bots[turns.agent_selection])

    def _count_lead(self) -> float:
        return self.turns.leads()[self._agent] if self._reward == "score" else 0.0

    def _info(self) -> dict[str, Any]:
        return dict(self.turns.infos[self._agent])


def vector_env(ruleset: str, count: int, *, processes: bool = False, **more: Any) -> "SyncVectorEnv | AsyncVectorEnv":
    """Return `count` games for one learner that step together, as a Gymnasium vector environment. `processes`: each
    game runs in its own process. `more`: arguments of `SeatEnv` and `GameEnv`."""
    made = [lambda: SeatEnv(ruleset, **more)] * count
    return AsyncVectorEnv(made) if processes else SyncVectorEnv(made)
