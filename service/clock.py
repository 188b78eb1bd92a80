"""Time and fresh ids, the two things that the domain must be handed."""

import secrets
from datetime import UTC, datetime
from uuid import UUID

from uuid_utils import uuid7


def now() -> str:
    """RFC 3339 UTC with milliseconds, as the log writes it."""
    return stamp(datetime.now(UTC))


def stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> UUID:
    """A UUIDv7: games, accounts, commands."""
    return UUID(int=uuid7().int)


def new_request_id() -> str:
    return str(uuid7())


def new_participant() -> str:
    """A random name for somebody at one seat of one game: the log knows no accounts."""
    return secrets.token_hex(16)
