"""The rules page as data: what a rule id of this ruleset says, word for word."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from kontor.domain.kernel.rulebook import parse_rules


@cache
def rules() -> Mapping[str, str]:
    """Rule id → text, in the order of the page; rulings and worked examples included."""
    return parse_rules(files(__package__).joinpath("rules.md").read_text(encoding="utf-8"))
