"""A finished game that comes with a ruleset, to show before any game was played: a compressed audit bundle."""

from importlib.resources import files

FILE = "recorded.ndjson.gz"


def recorded_in(package: str) -> bytes:
    """Return the game in a package, as `make recorded` wrote it."""
    return files(package).joinpath(FILE).read_bytes()


def none_recorded() -> None:
    """Return None: the default of `recorded`."""
