"""API keys, tokens and recovery codes. The server shows each once, and stores only its hash.

Keys and tokens have a readable prefix and 256 random bits. An access token of an app (OAuth) is a key with an expiry. A
recovery code has 100 random bits, in an alphabet without letters that look like digits (Crockford's base 32), because
people copy it by hand."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeAlias

KEY_PREFIX = "ktk_"  # a key of an account
SEAT_PREFIX = "kts_"  # a token for one seat of one game
APP_PREFIX = "kto_"  # an access token of an app
REFRESH_PREFIX = "ktr_"  # a refresh token of an app
CODE_PREFIX = "ktc_"  # a code that an app exchanges for its first tokens
TICKET_PREFIX = "ktt_"  # a ticket that opens one stream
INVITATION_PREFIX = "kti_"  # a token that invites to one seat
CODES = 8  # recovery codes of an account
CODE_MARK = "KTR"  # each recovery code begins with this mark, so that people recognise it
CODE_GROUPS, CODE_GROUP = 4, 5
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_READ = str.maketrans("OIL", "011", " -")
SHOWN = 12  # characters of a key that lists show: enough to recognise it, useless to guess it

Scope: TypeAlias = Literal["game:read", "game:play", "game:create", "webhook:write", "audit:read", "admin"]

BASIC: tuple[Scope, ...] = ("game:read", "game:play", "game:create", "webhook:write")
# Apps get no webhooks, because a webhook would stay after the app was revoked.
OF_APPS: tuple[Scope, ...] = ("game:read", "game:play", "game:create")
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
    # A plain hash without salt is enough: 100 or more random bits cannot be guessed.
    return sha256(text.encode()).digest()


def mint_codes() -> list[str]:
    """Return new recovery codes such as KTR-7K3QF-9M2XD-0A4BC-HJKMN."""
    return ["-".join([CODE_MARK, *(_group() for _ in range(CODE_GROUPS))]) for _ in range(CODES)]


def hash_of_code(text: str) -> bytes:
    """Return the hash of a recovery code. Accept the code as people copy it: in lower case, with spaces, or with O for
    0."""
    code = text.upper().translate(CODE_READ)
    return hash_of(code.removeprefix(CODE_MARK) if len(code) > CODE_GROUPS * CODE_GROUP else code)


def _group() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_GROUP))


def is_full(scopes: Collection[str]) -> bool:
    """Return whether a key with these scopes may manage its account. The key needs all basic scopes."""
    return set(BASIC) <= set(scopes)
