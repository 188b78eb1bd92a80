"""Shorten what a message repeats of a caller's input. A long field name would otherwise come back in every answer that
names the field, and would be stored with it."""

LONGEST = 60  # characters


def shorten(text: str, longest: int = LONGEST) -> str:
    """Return the text, or its beginning and an ellipsis if it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quote(value: object) -> str:
    """Return a value as Python writes it, shortened."""
    return shorten(repr(value[:LONGEST]) if isinstance(value, str) else repr(value))
