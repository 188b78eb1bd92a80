"""Read a browser's console."""

PATIENCE = 30_000  # milliseconds that a page gets for anything, on a busy machine


def take(console: list[str], words: str) -> list[str]:
    """Remove the expected messages from a browser's console: those that contain these words. Return the removed
    messages."""
    found = [each for each in console if words in each]
    console[:] = [each for each in console if words not in each]
    return found
