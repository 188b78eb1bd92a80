"""The known word that a caller probably meant."""

import pytest

from kontor.domain.kernel.nearest import did_you_mean, nearest

CITIES = ("Lübeck", "Lüneburg", "Groningen", "Göttingen")


@pytest.mark.parametrize(
    ("word", "meant"),
    [("Lubeck", "Lübeck"), ("GOTTINGEN", "Göttingen"), ("Gronigen", "Groningen"), ("Paris", None), ("", None)],
)
def test_accents_and_case_do_not_matter(word: str, meant: str | None) -> None:
    assert nearest(word, CITIES) == meant


def test_underscores_are_spaces() -> None:
    assert nearest("place piece", ("place_piece", "end_turn")) == "place_piece"


def test_a_value_that_is_no_text_gets_no_suggestion() -> None:
    assert did_you_mean(7, CITIES) == ""
