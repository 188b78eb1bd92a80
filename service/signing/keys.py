"""Signing keys: a file of Ed25519 keys. The newest key signs. All keys verify signatures."""

import hmac
import json
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.service.clock import now
from kontor.service.settings import BadSetting, Settings


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A signing key. `id` is the first 16 hex digits of the public key's SHA-256. `private` has 32 bytes. Times are RFC
    3339."""

    id: str
    since: str
    until: str | None
    private: bytes

    @property
    def public(self) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(self.private).public_key().public_bytes_raw()


class BadKeyFile(Exception):
    """The file of signing keys cannot be read. The message of the exception says why."""


def keys_of(settings: Settings) -> Sequence[SigningKey]:
    """Return the signing keys of a server, newest first. Raise `BadSetting` or `BadKeyFile` if there is no usable key
    file."""
    if not settings.signing_keys:
        raise BadSetting("KONTOR_SIGNING_KEYS must name a file of signing keys (docs/operations.md).")
    return read_keys(Path(settings.signing_keys))


def read_keys(path: Path) -> Sequence[SigningKey]:
    """Return the signing keys in a file, newest first. The file is a JSON list of {"private": 64 hex digits, "since",
    "until"?}."""
    try:
        listed = json.loads(path.read_text())
        keys = [_key(bytes.fromhex(each["private"]), each["since"], each.get("until")) for each in listed]
    except OSError as error:
        raise BadKeyFile(f"The signing keys cannot be read: {error.strerror} ({path}).") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadKeyFile(f"{path} is not a file of signing keys (docs/operations.md).") from error
    if not keys:
        raise BadKeyFile(f"{path} contains no signing key (docs/operations.md).")
    return sorted(keys, key=lambda key: key.since, reverse=True)


def public_keys(settings: Settings, known: Sequence[SigningKey]) -> Collection[bytes]:
    """Return the public keys of a server, including keys that were added to its key file after the server started."""
    try:
        added = keys_of(settings)
    except BadKeyFile:
        added = ()
    return {key.public for key in (*known, *added)}


def secrets_of(keys: Sequence[SigningKey], label: bytes) -> Sequence[bytes]:
    """Derive a secret for one purpose from each key, in the order of the keys. A secret does not reveal its key."""
    return [hmac.digest(key.private, label, "sha256") for key in keys]


def make_keys(path: Path) -> None:
    """Create a key file with one new key, readable only by its owner. Do nothing if the file exists."""
    if not path.exists():
        _write(path, [_new_key()])


def add_key(path: Path) -> SigningKey:
    """Add a new key to a key file. The new key signs from now on. Keep the old keys, so that their signatures can still
    be verified."""
    new = _new_key()
    keys = list(reversed(read_keys(path))) if path.exists() else []
    if keys:
        keys[-1] = replace(keys[-1], until=new.since)
    _write(path, [*keys, new])
    return new


def _write(path: Path, keys: Sequence[SigningKey]) -> None:
    listed = [{"private": key.private.hex(), "since": key.since, "until": key.until} for key in keys]
    made = path.with_name(f"{path.name}.new")  # replaces the file when it is complete
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(json.dumps(listed, indent=2) + "\n")
    made.replace(path)


def _new_key() -> SigningKey:
    return _key(os.urandom(32), now(), None)


def _key(private: bytes, since: str, until: str | None) -> SigningKey:
    public = Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    return SigningKey(sha256(public).hexdigest()[:16], since, until, private)
