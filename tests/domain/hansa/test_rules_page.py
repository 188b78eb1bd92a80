"""The rules page, served word for word."""

import re
from importlib.resources import files

from kontor.domain.hansa import RULESET

rules = RULESET.rules


def test_every_id_that_the_page_mentions_is_defined_once() -> None:
    """The page of rules and its texts by id."""
    page = files("kontor.domain.hansa.rulebook").joinpath("rules.md").read_text(encoding="utf-8")
    known = rules()
    mentioned = set(re.findall(r"HT-(?:[A-Z0-9]+-)+\d+", page))
    assert mentioned == set(known)
    assert len(known) == 465
    assert all(text and not text.startswith("**HT-") for text in known.values())
    assert sum(rule.startswith("HT-EX-") for rule in known) == 85


def test_the_text_of_a_rule_is_complete_and_ends_before_the_next() -> None:
    """Tables, lists and rows of decisions belong to their rule."""
    known = rules()
    assert "| 5 | 9t+1m | 2t |" in known["HT-SETUP-8"]
    assert known["HT-PLACE-2"].startswith("The other posts of the route")
    assert "HT-PLACE-3" not in known["HT-PLACE-2"]
    assert known["HT-TURN-5"].startswith("Using all actions is not obligatory")
    assert known["HT-RULING-6"].splitlines()[1] == "Ruling: no."
    assert known["HT-DEC-16"].splitlines()[:2] == ["**`income_share`**", "- Decider: tile owner"]
    assert "##" not in "".join(known.values())
