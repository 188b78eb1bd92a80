"""Bundles as the service creates them, without a server."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.domain.kernel.bundles import Subject, header, write_bundle
from kontor.domain.kernel.canonical import JsonObject
from kontor.service.signing.keys import SigningKey
from kontor.service.signing.receipts import Signer
from tests.support.served_games import Served, shown

MADE_AT = "2026-02-01T00:00:00.000Z"


def key(number: int) -> SigningKey:
    """Return a signing key. The same number always gives the same key."""
    private = sha256(f"key {number}".encode()).digest()
    public = Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    return SigningKey(sha256(public).hexdigest()[:16], MADE_AT, None, private)


def bundle_of(played: Served, signer: Signer | None, lines: Sequence[JsonObject] | None = None) -> bytes:
    """Return the bundle of a game for a spectator. With other `lines`, return the bundle that a forger with the signing
    key would make."""
    given: Sequence[Any] = shown(played) if lines is None else lines
    seats = tuple(place.seat for place in played.game.places) if played.game.is_ended else ()
    head = (given[-1]["version"], bytes.fromhex(given[-1]["hash"]))
    subject = Subject(played.game.id, played.rules.name, played.rules.version, *head, seats)
    return b"".join(write_bundle(header(subject, MADE_AT), played.game.board, given, signer))


def receipt_of(played: Served, signer: Signer, commit: int = -1) -> dict[str, Any]:
    """Return the receipt for one commit of a game."""
    made = played.commits[commit]
    receipt: dict[str, Any] = json.loads(json.dumps(signer.receipt(made.after, str(made.command.id))))
    return receipt
