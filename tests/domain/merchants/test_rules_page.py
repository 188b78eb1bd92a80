"""The rules page, served word for word."""

import re

from kontor.domain.merchants import RULESET

rules = RULESET.rules


def test_every_id_that_the_page_mentions_has_a_text() -> None:
    text = "\n".join(rules().values())
    mentioned = set(re.findall(r"ME-[A-Z]+-\d+", text))
    assert mentioned - set(rules()) == set()
    assert all(rules().values())


def test_ids_count_up_without_a_gap() -> None:
    groups: dict[str, list[int]] = {}
    for rule in rules():
        group, _, number = rule.rpartition("-")
        groups.setdefault(group, []).append(int(number))
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in groups.values())
    assert len(groups["ME-EX"]) == 65
    assert len(groups["ME-RULING"]) == 55


def test_a_table_belongs_to_its_rule() -> None:
    assert "| main | 3 | 12 | 9 | 10 | 1 | 3 |" in rules()["ME-SETUP-9"]
    assert "which shortest chain is paid" in rules()["ME-DEC-1"]


def test_a_rule_ends_where_the_next_one_begins() -> None:
    assert rules()["ME-PIECE-11"].startswith("Development cards are in the draw pile")
    assert "ME-BOARD" not in rules()["ME-PIECE-11"]
    assert "ME-TURN-2" not in rules()["ME-TURN-1"]
