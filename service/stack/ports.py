"""Check that the port to listen on is free."""

import socket

from kontor.service.stack.data_directory import CannotStart


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
