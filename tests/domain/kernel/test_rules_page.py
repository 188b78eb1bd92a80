"""A rules page as data."""

import pytest

from kontor.domain.kernel.rules_page import Chapter, parse_chapters, parse_rules, rules_of

PAGE = """# A page

Nobody asked for this sentence.

**XX-X-1** One.

| who | what |
| --- | --- |
| all | pay |

**XX-X-2** Two,
on two lines.

---

Between the lines.

## Decisions

| Id | Decision | Decider | Pass |
| --- | --- | --- | --- |
| XX-DEC-1 | Pay *or* not | active seat | yes |
| XX-DEC-2 | Answer | all | no |

**XX-EX-10** An example.
"""


def test_a_rule_runs_to_the_next_one_a_heading_or_a_dividing_line() -> None:
    found = parse_rules(PAGE)
    assert list(found) == ["XX-X-1", "XX-X-2", "XX-DEC-1", "XX-DEC-2", "XX-EX-10"]
    assert found["XX-X-1"] == "One.\n\n| who | what |\n| --- | --- |\n| all | pay |"
    assert found["XX-X-2"] == "Two,\non two lines."
    assert found["XX-EX-10"] == "An example."


def test_a_row_of_a_table_of_ids_is_a_rule() -> None:
    assert parse_rules(PAGE)["XX-DEC-1"] == "**Pay *or* not**\n- Decider: active seat\n- Pass: yes"


def test_a_row_without_its_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        parse_rules(PAGE.replace("| Answer | all | no |", "| Answer | all |"))


@pytest.mark.parametrize("again", ["**XX-X-1** Two.", "| XX-X-1 | Two |"])
def test_a_page_that_gives_an_id_twice_is_refused(again: str) -> None:
    with pytest.raises(ValueError, match="XX-X-1 twice"):
        parse_rules(f"**XX-X-1** One.\n\n{again}")


def test_the_page_of_a_package_is_read_once() -> None:
    assert list(rules_of("tests.tiny.rulebook")) == [f"TINY-{n}" for n in range(1, 8)]
    assert rules_of("tests.tiny.rulebook") is rules_of("tests.tiny.rulebook")


def test_rules_are_headed_as_on_their_page() -> None:
    page = f"{PAGE}\n## Sources\n\nNone.\n\n## Deep\n\n### Deeper\n\n**XX-Y-1** Last.\n"
    assert parse_chapters(page) == (
        Chapter(1, "A page", ("XX-X-1", "XX-X-2")),
        Chapter(2, "Decisions", ("XX-DEC-1", "XX-DEC-2", "XX-EX-10")),
        Chapter(2, "Deep", ()),
        Chapter(3, "Deeper", ("XX-Y-1",)),
    )
