"""For reinforcement learning: games as PettingZoo and Gymnasium environments, for every ruleset that defines arrays
(docs/python/learning.md; needs `kontor[rl]`).

    >>> from kontor import rl
    >>> env = rl.env("hansa", seats=3)
"""

from kontor.extras import extra

with extra("rl"):
    from kontor.rl.encoding import Encoder
    from kontor.rl.environment import GameEnv, env, raw_env
    from kontor.rl.parallel import ParallelGame as parallel_env
    from kontor.rl.single import SeatEnv, vector_env

__all__ = ["Encoder", "GameEnv", "SeatEnv", "env", "parallel_env", "raw_env", "vector_env"]
