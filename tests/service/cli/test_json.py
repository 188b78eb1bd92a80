"""`--json`, wherever something is told: one object a line, for programs."""

import json
from pathlib import Path

from tests.support.commands import call
from tests.tools.reference.cli import commands

# They never end, talk to a person or to a program, or write a script.
TELL_NOTHING = {"server health", "up", "server serve", "server worker", "play", "completion", "mcp", "witness"}


def test_every_command_with_output_has_json() -> None:
    without = {name for name, each in commands() if "--json" not in {opt for par in each.params for opt in par.opts}}
    assert without == TELL_NOTHING


def test_a_rule_and_a_key_as_facts(tmp_path: Path) -> None:
    rule = json.loads(call("rule", "tiny-1", "--json").output)
    assert (rule["ruleset"], rule["id"]) == ("tiny", "TINY-1")
    key = json.loads(call("server", "keys", str(tmp_path / "keys.json"), "--json").output)
    assert key["keys"] == 1


def test_doctor_reports_facts_as_json() -> None:
    lines = [json.loads(line) for line in call("server", "doctor", "--json").output.splitlines()]
    assert {"check": "rulesets", "ok": True, "told": "tiny"} in lines
