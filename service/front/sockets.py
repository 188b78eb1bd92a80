"""Where the processes of a `kontor server serve` meet: the sockets of one directory. It imports nothing: the process
that starts the others starts them before it loads anything itself."""

from pathlib import Path


def request_socket(directory: Path, nth: int) -> Path:
    return directory / f"api-{nth}.sock"


def health_socket(directory: Path, nth: int) -> Path:
    return directory / f"health-{nth}.sock"


def streams_socket(directory: Path) -> Path:
    return directory / "streams.sock"


def inside_socket(directory: Path) -> Path:
    return directory / "inside.sock"


def no_request_socket(directory: Path) -> Path:
    return directory / "no-request.sock"
