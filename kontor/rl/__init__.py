"""For learning machines: games as PettingZoo environments, of every ruleset that is shipped (docs/python.md §5; needs
`kontor[rl]`).

    >>> from kontor import rl
    >>> env = rl.env("hansa", seats=3)
"""

from kontor.extras import extra

with extra("rl"):
    from kontor.rl.environment import COMMANDS, GameEnv, env, raw_env

__all__ = ["COMMANDS", "GameEnv", "env", "raw_env"]
