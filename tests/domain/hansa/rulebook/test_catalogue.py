"""The catalogue: every command and event of the rules page has its wire name, and nothing else has one."""

import re
from typing import get_args

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, EVENTS, Command, Event


def test_the_tables_hold_the_unions() -> None:
    """A class in one and not in the other could be decided and never stored, or stored and never read."""
    assert set(COMMANDS.values()) == set(get_args(Command))
    assert set(EVENTS.values()) == set(get_args(Event))
    assert len(COMMANDS) == len(get_args(Command))
    assert len(EVENTS) == len(get_args(Event))


def test_wire_names_are_words_in_lower_case() -> None:
    assert [name for name in (*COMMANDS, *EVENTS) if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)] == []


def test_the_ruleset_speaks_these_words() -> None:
    assert RULESET.commands is COMMANDS
    assert RULESET.events is EVENTS
