"""Turn refusals of the rules and of the kernel into errors of the library.

try:
    …
except REFUSALS as refusal:
    raise error_of(rules, refusal) from None
"""

from typing import Final

from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.errors import BadCommand, KontorError, NotNow, RuleViolation

REFUSALS: Final = (Violation, Unreadable, Refusal)


def error_of(rules: Ruleset[S, C, E], refusal: Violation | Unreadable | Refusal) -> KontorError:
    """Return the error in `kontor.errors` that corresponds to a refusal."""
    if isinstance(refusal, Violation):
        text = rules.rules().get(refusal.rule)
        return RuleViolation(refusal.rule, refusal.code, refusal.message, refusal.facts, text)
    if isinstance(refusal, Unreadable):
        return BadCommand(str(refusal), refusal.flaws)
    return NotNow(refusal.code, str(refusal))
