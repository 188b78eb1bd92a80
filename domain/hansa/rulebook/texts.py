"""The rules page as data: every rule id with its text, so that a refusal can show the rule it cites."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

_RULE = re.compile(r"\*\*(HT-[A-Z0-9-]+-\d+)\*\* ?(.*)")
_DECISION = re.compile(r"\| (HT-DEC-\d+) \| (.*) \|")
_COLUMNS = ("Decider", "Legal options", "Pass", "Hidden while deciding")


@cache
def rules() -> Mapping[str, str]:
    """Rule id → its text in Markdown, in the order of the page; worked examples and rulings are rules too."""
    page = files(__package__).joinpath("rules.md").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for rule, lines in _paragraphs(page.splitlines()):
        if rule in found:
            raise ValueError(f"the rules page defines {rule} twice")
        found[rule] = "\n".join(lines).strip()
    return MappingProxyType(found)


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Each rule with its lines: a rule runs to the next rule, heading or ruled line."""
    rule, text = "", list[str]()
    for line in lines:
        opening = _RULE.match(line)
        decision = _DECISION.match(line)
        if rule and (opening or decision or line.startswith("#") or line == "---"):
            yield rule, text
            rule = ""
        if opening:
            rule, text = opening[1], [opening[2]]
        elif decision:
            yield decision[1], _decision_text(decision[2])
        elif rule:
            text.append(line)
    if rule:
        yield rule, text


def _decision_text(row: str) -> list[str]:
    what, *cells = row.split(" | ")
    return [f"**{what}**", *(f"- {name}: {cell}" for name, cell in zip(_COLUMNS, cells, strict=True))]
