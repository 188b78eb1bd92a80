"""Reading what a browser's console has said."""

PATIENCE = 30_000  # milliseconds that a page has for anything, on a busy machine


def take(console: list[str], words: str) -> list[str]:
    """Take out what has these words, and hand it back: it was expected."""
    found = [each for each in console if words in each]
    console[:] = [each for each in console if words not in each]
    return found
