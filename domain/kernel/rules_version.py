"""Which version of its ruleset a game keeps for ever (docs/contract/rulesets.md).

A state holds one, and a rule that came to be read otherwise asks it: `state.rules.since(1)`. So each change is a small
named difference beside the rule, and games of every version are decided again as they were.
"""

from typing import Final, NamedTuple

NEWEST: Final = 1_000_000  # above every version: all that the rules came to say holds


class RulesVersion(NamedTuple):
    number: int = 0

    def since(self, number: int) -> bool:
        """Whether what this version of the ruleset brought holds in the game."""
        return self.number >= number
