"""Shorten the caller's input where a message repeats it. Otherwise a long field name would be in every answer that
names the field, and would be stored with it."""

LONGEST = 60  # characters


def shorten(text: str, longest: int = LONGEST) -> str:
    """Return the text. If it is longer than `longest`, return its beginning and an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quote(value: object) -> str:
    """Return a value as Python writes it. A long value is shortened."""
    return shorten(repr(value[:LONGEST]) if isinstance(value, str) else repr(value))
