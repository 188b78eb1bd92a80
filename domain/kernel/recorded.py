"""A finished game that comes with a ruleset, as a compressed audit bundle. It can be shown before any game was
played."""

from importlib.resources import files

FILE = "recorded.ndjson.gz"


def recorded_in(package: str) -> bytes:
    """Return the recorded game of a package, as `make recorded` wrote it."""
    return files(package).joinpath(FILE).read_bytes()


def none_recorded() -> None:
    """Return None. This is the default for `recorded` of a ruleset."""
