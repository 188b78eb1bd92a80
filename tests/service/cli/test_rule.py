"""`kontor rule`."""

from tests.support.commands import call
from tests.tiny import RULESET


def test_a_rule_is_printed_by_its_id() -> None:
    rule, text = next(iter(RULESET.rules().items()))
    result = call("rule", rule.lower())
    assert result.exit_code == 0
    assert text in result.output
    assert "No ruleset has a rule HT-NONE-1" in call("rule", "HT-NONE-1").output
