"""The hashes of the log: chain, seals, command digests and the commitment to a seed (docs/log-format.md §2–§4)."""

import hashlib
import hmac
import struct
from uuid import UUID

from kontor.domain.kernel.canonical import DEEPEST, Json, canonical_text

EVENT = b"kontor/event/1\n"
SEAL = b"kontor/seal/1\n"
SALT = b"kontor/salt/1\n"
COMMAND = b"kontor/command/1\n"
COMMAND_SALT = b"kontor/command-salt/1\n"
SEED = b"kontor/seed/1\n"

GENESIS = bytes(32)  # hash(0): the predecessor of a game's first event

_ADDRESS = struct.Struct(">QI").pack


def chain_hash(previous: bytes, envelope: bytes) -> bytes:
    """Return the hash of a version, computed from the hash of the version before it and its canonical envelope."""
    return hashlib.sha256(EVENT + previous + envelope).digest()


def salt(seed: bytes, game: UUID, version: int, part: int) -> bytes:
    """Return the salt of one sealed part. Because of the salt, a value cannot be guessed from its digest."""
    return hmac.digest(seed, SALT + game.bytes + _ADDRESS(version, part), "sha256")


def seal(salt: bytes, game: UUID, version: int, part: int, value: Json) -> bytes:
    """Return the digest that replaces a hidden value in the envelope."""
    return seal_of_text(salt, str(game), version, part, canonical_text(value, DEEPEST - 1))


def seal_of_text(salt: bytes, game: str, version: int, part: int, text: str) -> bytes:
    """Return the digest of a value whose canonical text is known."""
    return hashlib.sha256(SEAL + salt + _address(game, version, part, text)).digest()


def command_salt(seed: bytes, game: UUID, first: int) -> bytes:
    return hmac.digest(seed, COMMAND_SALT + game.bytes + _ADDRESS(first, 0), "sha256")


def command_digest(salt: bytes, game: UUID, first: int, body: Json) -> bytes:
    """Return the digest of the command whose commit begins at version `first`."""
    return command_digest_of_text(salt, str(game), first, canonical_text(body, DEEPEST - 1))


def command_digest_of_text(salt: bytes, game: str, first: int, text: str) -> bytes:
    """Return the digest of a command whose canonical body is known."""
    return hashlib.sha256(COMMAND + salt + _address(game, first, 0, text)).digest()


def commitment(seed: bytes, game: UUID) -> bytes:
    """Return the commitment to a seed, which is published before any seat adds a nonce."""
    return hashlib.sha256(SEED + game.bytes + seed).digest()


def _address(game: str, version: int, part: int, text: str) -> bytes:
    # the canonical text of {"game", "part", "value", "version"}, built by hand
    return f'{{"game":"{game}","part":{part},"value":{text},"version":{version}}}'.encode()
