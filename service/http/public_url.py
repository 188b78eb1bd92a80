"""The address of this server, as clients know it."""

from flask import request

from kontor.service.settings import Settings


def public_url(settings: Settings) -> str:
    """Return the public address of the server: KONTOR_PUBLIC_URL, otherwise the address that the caller used."""
    return (settings.public_url or request.host_url).rstrip("/")
