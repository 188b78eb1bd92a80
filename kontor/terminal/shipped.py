"""The rulesets of this installation, for games without a server."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from kontor.domain.shipped import SHIPPED

if TYPE_CHECKING:
    from kontor.domain.kernel.ruleset import Ruleset

    AnyRules: TypeAlias = Ruleset[Any, Any, Any]


def shipped_rules(name: str | None) -> "Iterator[AnyRules]":
    """Yield the ruleset with this name, or all rulesets if no name is given."""
    if name is not None and name not in SHIPPED:
        raise click.ClickException(f"There is no ruleset {name}. The rulesets are {', '.join(SHIPPED)}.")
    for each in [name] if name else SHIPPED:
        yield import_module(SHIPPED[each]).RULESET
