"""The version of its ruleset that a game keeps (docs/contract/rulesets.md).

A state contains this version. A rule whose interpretation changed tests the version: `state.rules.since(1)`. So each
change is a small named difference next to the rule, and games of every version are decided as before.
"""

from typing import Final, NamedTuple

NEWEST: Final = 1_000_000  # above every version: all changes apply


class RulesVersion(NamedTuple):
    number: int = 0

    def since(self, number: int) -> bool:
        """Return whether the changes of this ruleset version apply to the game."""
        return self.number >= number
