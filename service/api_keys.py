"""API keys and tokens. Each has a readable prefix and 256 random bits. The server stores only their hash, with their
scopes."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

KEY_PREFIX = "ktk_"  # a key of an account
SEAT_PREFIX = "kts_"  # a token for one seat of one game
TICKET_PREFIX = "ktt_"  # a ticket that opens one stream
INVITATION_PREFIX = "kti_"  # a token that invites to one seat
SHOWN = 12  # characters of a key that lists show: enough to recognise it, useless to guess it

Scope: TypeAlias = Literal["game:read", "game:play", "game:create", "webhook:write", "audit:read", "admin"]

BASIC: tuple[Scope, ...] = ("game:read", "game:play", "game:create", "webhook:write")
GRANTED: tuple[Scope, ...] = ("audit:read", "admin")  # only the operator grants them: `kontor server accounts grant`


@dataclass(frozen=True, slots=True)
class Minted:
    """A new API key or token. The server shows its text once, and stores only its hash."""

    text: str

    @property
    def hash(self) -> bytes:
        return hash_of(self.text)

    @property
    def shown(self) -> str:
        return self.text[:SHOWN]


def mint(prefix: str) -> Minted:
    return Minted(prefix + secrets.token_urlsafe(32))


def hash_of(text: str) -> bytes:
    # A plain hash without salt is enough: 256 random bits cannot be guessed.
    return sha256(text.encode()).digest()


def is_full(scopes: Collection[str]) -> bool:
    """Return whether a key with these scopes may manage its account. The key needs all basic scopes."""
    return set(BASIC) <= set(scopes)
