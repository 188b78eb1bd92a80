"""Check Ed25519 signatures. All checks are in this module, so that a program such as the verifier page can replace the
library."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

# Called with the public key, the signature and the signed bytes.
Check: TypeAlias = Callable[[bytes, bytes, bytes], bool]


def check_with_library(public: bytes, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature  # the verifier page runs where this library does not exist
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True


_check: ContextVar[Check] = ContextVar("check", default=check_with_library)


def has_signed(public: bytes, signature: bytes, signed: bytes) -> bool:
    """Return whether this signature of these bytes was made with the private key that belongs to the public key."""
    return _check.get()(public, signature, signed)


@contextmanager
def signatures_checked_by(check: Check) -> Iterator[None]:
    """Within the context, check signatures with this function instead of the library."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)
