"""Refusals of the rules and of the kernel, as users of the library meet them."""

from collections.abc import Iterator
from contextlib import contextmanager

from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.violation import Refusal, Violation
from kontor.errors import BadCommand, NotNow, RuleViolation


@contextmanager
def told(rules: Ruleset[S, C, E]) -> Iterator[None]:
    """Whatever refuses something in here is raised as an error of `kontor.errors`."""
    try:
        yield
    except Violation as error:
        text = rules.rules().get(error.rule)
        raise RuleViolation(error.rule, error.code, error.message, error.facts, text) from None
    except Unreadable as error:
        raise BadCommand(str(error), error.flaws) from None
    except Refusal as error:
        raise NotNow(error.code, str(error)) from None
