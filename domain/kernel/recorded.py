"""A finished game that comes with a ruleset, to be looked at before anybody has played: an audit bundle, packed."""

from importlib.resources import files

FILE = "recorded.ndjson.gz"


def recorded_in(package: str) -> bytes:
    """The game that lies in a package, as `make recorded` wrote it."""
    return files(package).joinpath(FILE).read_bytes()


def none_recorded() -> None:
    """The default of `recorded`: there is none."""
