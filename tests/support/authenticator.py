"""A device with passkeys, in software: it answers options of WebAuthn as a browser at some site does."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cbor2 import dumps
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, NEW = 1, 4, 64  # flags of authenticator data


@dataclass
class Authenticator:
    """One passkey. `secret`: its private key; another number is another passkey."""

    origin: str = "https://localhost"
    secret: int = 7
    count: int = 0
    is_verified: bool = True
    key: EllipticCurvePrivateKey = field(init=False)

    def __post_init__(self) -> None:
        self.key = derive_private_key(self.secret, SECP256R1())

    @property
    def id(self) -> bytes:
        return sha256(str(self.secret).encode()).digest()

    def create(self, options: dict[str, Any]) -> dict[str, str]:
        """Return the body that adds this passkey to an account."""
        point = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + dumps(cose)
        data = self._data(options["rp"]["id"], NEW) + attested
        return {
            "credential": bytes_to_base64url(self.id),
            "client_data": bytes_to_base64url(self._client_data("webauthn.create", options)),
            "attestation": bytes_to_base64url(dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def sign(self, options: dict[str, Any]) -> dict[str, str]:
        """Return the body that signs in with this passkey."""
        self.count += 1
        data, told = self._data(options["rpId"]), self._client_data("webauthn.get", options)
        signature = self.key.sign(data + sha256(told).digest(), ECDSA(SHA256()))
        return {
            "credential": bytes_to_base64url(self.id),
            "client_data": bytes_to_base64url(told),
            "authenticator_data": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
        }

    def _data(self, host: str, more: int = 0) -> bytes:
        flags = PRESENT | more | (VERIFIED if self.is_verified else 0)
        return sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        challenge = bytes_to_base64url(base64url_to_bytes(options["challenge"]))
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()
