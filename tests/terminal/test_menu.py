"""What is typed at a menu: numbers, parts of names, amounts."""

import pytest

from kontor.terminal.command_builder import read_amounts
from kontor.terminal.menu import Entry, list_entries, matching

POSTS = [Entry(label, label) for label in ("Emden~Stade/1", "Emden~Stade/2", "Emden~Stade/3", "Hamburg~Lübeck/1")]
LONG = [*POSTS, *(Entry(f"City {letter}", letter) for letter in "ABCDEFGHIJ")]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("2", ["Emden~Stade/2"]),
        ("ham", ["Hamburg~Lübeck/1"]),
        ("lubeck", ["Hamburg~Lübeck/1"]),
        ("ham lub", ["Hamburg~Lübeck/1"]),
        ("em st 3", ["Emden~Stade/3"]),
        ("lub ham", []),
        ("em st", ["Emden~Stade/1", "Emden~Stade/2", "Emden~Stade/3"]),
        ("", []),
        ("0", []),
        ("99", []),
    ],
)
def test_an_entry_is_chosen_by_its_number_or_by_parts_of_its_name(typed: str, found: list[str]) -> None:
    assert [each.label for each in matching(typed, POSTS)] == found


def test_a_long_menu_groups_numbered_neighbours_and_every_number_chooses_its_entry() -> None:
    told = list_entries(LONG)
    assert "1-3 Emden~Stade/1-3" in told
    assert "4 Hamburg~Lübeck/1" in told
    assert "14 City J" in told
    assert "2 Emden~Stade/2" in list_entries(POSTS)


@pytest.mark.parametrize(
    ("typed", "amounts"),
    [
        ("lumber 1, gold 2", {"lumber": 1, "gold": 2}),
        ("lumber 1 gold 2", {"lumber": 1, "gold": 2}),
        ("1 lumber and 2 gold", {"lumber": 1, "gold": 2}),
        ("lum=1", {"lumber": 1}),
        ("none", {}),
    ],
)
def test_amounts_are_typed_as_one_says_them(typed: str, amounts: dict[str, int]) -> None:
    assert read_amounts(["lumber", "gold", "grain"], typed) == amounts


@pytest.mark.parametrize("typed", ["", "foo", "5", "foo 1", "g 1", "lumber", "lumber gold 1", "1 2"])
def test_text_that_is_not_an_amount_is_not_read_as_one(typed: str) -> None:
    assert read_amounts(["lumber", "gold", "grain"], typed) is None
