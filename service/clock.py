"""The time and new ids. The domain reads neither a clock nor a random source: the service passes them in."""

import secrets
from datetime import UTC, datetime
from uuid import UUID

from uuid_utils import uuid7


def now() -> str:
    """Return the time as RFC 3339 in UTC with milliseconds, the form that the log uses."""
    return stamp(datetime.now(UTC))


def stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> UUID:
    """Return a UUIDv7 for a game, an account or a command."""
    return UUID(int=uuid7().int)


def new_request_id() -> str:
    return str(uuid7())


def new_participant() -> str:
    """Return a random name for the holder of a seat in one game. The log contains these names instead of accounts."""
    return secrets.token_hex(16)
