"""The paths of the sockets between the processes of `kontor server serve`. This module imports no large module, because
the parent starts the processes before it loads anything else."""

from pathlib import Path


def request_socket(directory: Path, nth: int) -> Path:
    return directory / f"api-{nth}.sock"


def health_socket(directory: Path, nth: int) -> Path:
    return directory / f"health-{nth}.sock"


def streams_socket(directory: Path) -> Path:
    return directory / "streams.sock"


def mcp_socket(directory: Path) -> Path:
    return directory / "mcp.sock"


def inside_socket(directory: Path) -> Path:
    return directory / "inside.sock"


def no_request_socket(directory: Path) -> Path:
    return directory / "no-request.sock"
