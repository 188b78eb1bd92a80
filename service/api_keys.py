"""Keys and tokens: a readable prefix, random to guess, stored as a hash, bound to scopes."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

KEY_PREFIX = "ktk_"  # a key of an account
SEAT_PREFIX = "kts_"  # a token for one seat of one game
TICKET_PREFIX = "ktt_"  # a ticket that opens one stream
INVITATION_PREFIX = "kti_"  # a token that invites to one seat
SHOWN = 12  # so much of a key is shown in lists: enough to recognise it, useless to guess it

Scope: TypeAlias = Literal["game:read", "game:play", "game:create", "webhook:write", "audit:read", "admin"]

BASIC: tuple[Scope, ...] = ("game:read", "game:play", "game:create", "webhook:write")
GRANTED: tuple[Scope, ...] = ("audit:read", "admin")  # by the operator only: `kontor server accounts grant`


@dataclass(frozen=True, slots=True)
class Minted:
    """A new key. The text is shown once; only its hash is kept."""

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
    # a plain hash is enough: the text holds 256 random bits, so there is nothing to guess
    return sha256(text.encode()).digest()


def is_full(scopes: Collection[str]) -> bool:
    """Whether a key may manage its account: only one that may do everything an account can."""
    return set(BASIC) <= set(scopes)
