"""docs/rules-coverage.md is complete and up to date, and short forms of rule ids are understood."""

import pytest

from tests.support.rulesets import SHIPPED
from tests.tools import coverage
from tests.tools.rule_ids import ids_in


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_rule_has_a_test(ruleset: str) -> None:
    assert coverage.untested(ruleset) == []


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_nothing_cites_a_rule_that_does_not_exist(ruleset: str) -> None:
    assert coverage.unknown(ruleset) == {}


def test_the_page_is_up_to_date() -> None:
    assert coverage.PAGE.read_text(encoding="utf-8") == coverage.written(), "run `make coverage`"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("by XT-PLACE-1.", ["XT-PLACE-1"]),
        ("XT-2P-NEUT-9, -11 and XT-EX-2", ["XT-2P-NEUT-9", "XT-2P-NEUT-11", "XT-EX-2"]),
        ("XT-BRIT-4…-7, -9", ["XT-BRIT-4", "XT-BRIT-5", "XT-BRIT-6", "XT-BRIT-7", "XT-BRIT-9"]),
        ("XT-MOVE-1 to -3", ["XT-MOVE-1", "XT-MOVE-2", "XT-MOVE-3"]),
        ("XT-MOVE-1, XT-MOVE-1", ["XT-MOVE-1"]),
        ("kontor-log/1, A-1, the XT-rules", []),
    ],
)
def test_short_forms_of_ids_are_written_out(text: str, rules: list[str]) -> None:
    assert ids_in(text) == rules
