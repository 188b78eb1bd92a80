"""The wire names of commands and events are those of the rules page (sections 21.3 and 21.5)."""

import re
from importlib.resources import files

from kontor.domain.merchants.rulebook.catalogue import COMMANDS, EVENTS


def told(section: str) -> set[str]:
    """The names in the first column of a section's table."""
    page = (files("kontor.domain.merchants.rulebook") / "rules.md").read_text("utf-8")
    text = page.split(f"### {section} ")[1].split("\n### ")[0]
    return {name for row in re.findall(r"^\| ([A-Z][\w /]*?) \|", text, re.M) for name in row.split(" / ")} - {
        "Command",
        "Event",
    }


def wire_name(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def test_commands_are_those_of_the_page() -> None:
    assert {name: form.__name__ for name, form in COMMANDS.items()} == {wire_name(n): n for n in told("21.3")}


def test_events_are_those_of_the_page() -> None:
    assert {name: form.__name__ for name, form in EVENTS.items()} == {wire_name(n): n for n in told("21.5")}
