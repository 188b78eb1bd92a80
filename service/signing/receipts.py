"""Receipts: Ed25519 signatures for callers. A receipt signs the head of a game, the commitment to the seed of a future
game, or a refused command (docs/log-format.md §9)."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kontor.domain.kernel.canonical import Json, JsonObject, canonical
from kontor.service.registry import AnyGame
from kontor.service.signing.keys import SigningKey, secrets_of
from kontor.service.signing.receipt_formats import (
    FORMAT,
    LABEL,
    REFUSAL_FORMAT,
    REFUSAL_LABEL,
    SEED_FORMAT,
    SEED_LABEL,
    digest_of,
)

CHECKPOINT = "/v1/tlog/checkpoint"  # a link in each receipt: reading the checkpoint would slow down each command


class Signer:
    """Signs receipts with the newest key that has not ended, and publishes all public keys."""

    def __init__(self, keys: Sequence[SigningKey]) -> None:
        self._keys = {key.id: (key, Ed25519PrivateKey.from_private_bytes(key.private)) for key in keys}
        self._current = next((key.id for key in keys if key.until is None), keys[0].id)

    @property
    def key_id(self) -> str:
        """The id of the key that signs receipts."""
        return self._current

    def receipt(self, game: AnyGame, command: str) -> dict[str, Json]:
        """Return a signed receipt for the head of a game."""
        body: dict[str, Json] = {
            "format": FORMAT,
            "game": str(game.id),
            "version": game.version,
            "hash": game.head.hex(),
            "at": game.at,
            "command": command,
            "key": self._current,
        }
        return {**body, "signature": self.sign(LABEL, body)}

    def seed_receipt(self, game_id: UUID, commitment: bytes, at: str, expires_at: str) -> dict[str, Json]:
        """Return a signed receipt for the commitment to the seed of a future game."""
        body: dict[str, Json] = {
            "format": SEED_FORMAT,
            "game": str(game_id),
            "commitment": commitment.hex(),
            "at": at,
            "expires_at": expires_at,
            "key": self._current,
        }
        return {**body, "signature": self.sign(SEED_LABEL, body)}

    def refusal(self, game: AnyGame, commands: Sequence[JsonObject], rule: str, code: str, at: str) -> dict[str, Json]:
        """Return a signed refusal: at this head of the game, a rule did not allow the last of these commands. Each is
        {"seat", "body"}; those before the last one belong to the same batch."""
        body: dict[str, Json] = {
            "format": REFUSAL_FORMAT,
            "game": str(game.id),
            "version": game.version,
            "hash": game.head.hex(),
            "at": at,
            "digest": digest_of(str(game.id), game.version, commands),
            "rule": rule,
            "code": code,
            "key": self._current,
        }
        return {**body, "commands": commands, "signature": self.sign(REFUSAL_LABEL, body)}

    def sign(self, label: bytes, body: Mapping[str, Json]) -> str:
        _, secret = self._keys[self._current]
        return secret.sign(label + canonical(dict(body))).hex()

    @property
    def cursor_secret(self) -> bytes:
        """The secret that signs the cursors of lists. The secret is the same in all processes."""
        key, _ = self._keys[self._current]
        return secrets_of([key], b"kontor/cursors/1")[0]

    @property
    def public_keys(self) -> list[bytes]:
        return [key.public for key, _ in self._keys.values()]

    def published(self) -> list[dict[str, Json]]:
        """Return all public keys, as `/.well-known/kontor-keys.json` shows them."""
        return [
            {
                "id": key.id,
                "algorithm": "Ed25519",
                "public_key": key.public.hex(),
                "from": key.since,
                "until": key.until,
            }
            for key, _ in self._keys.values()
        ]
