"""What a message repeats of a caller's input is short."""

from kontor.domain.kernel.echo import LONGEST, quote, shorten


def test_a_short_text_is_kept() -> None:
    assert shorten("x" * LONGEST) == "x" * LONGEST


def test_a_long_text_loses_its_end() -> None:
    assert shorten("x" * 60_000) == "x" * (LONGEST - 1) + "…"
    assert shorten("abcdef", 4) == "abc…"


def test_every_quoted_value_is_short() -> None:
    assert quote("Lübeck") == "'Lübeck'"
    assert quote(None) == "None"
    assert all(len(quote(value)) <= LONGEST for value in ("\U0001f600" * 999, "\x00" * 999, ["x"] * 999, 10**999))
