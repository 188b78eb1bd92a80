"""Check that the port to listen on is free, and that the server on it answers."""

import socket
from typing import TYPE_CHECKING

from kontor.service.stack.data_directory import CannotStart

if TYPE_CHECKING:  # the import takes a quarter of a second, and the front needs no client
    import httpx


def require_free_port(host: str, port: int) -> None:
    """Raise `CannotStart` if the port is already used. Call this before a start, which takes seconds."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CannotStart(
            f"Kontor cannot listen on {host}:{port}: {error.strerror}. Choose another port with --port."
        ) from error


def is_healthy(client: "httpx.Client") -> bool:
    """Return whether the API at the address of the client answers."""
    from httpx import HTTPError

    try:
        return client.get("/healthz").is_success
    except HTTPError:
        return False
