"""The names, labels and signed fields of receipts. A verifier needs these names, but no signing key."""

from hashlib import sha256

from kontor.domain.kernel.canonical import Json, canonical

FORMAT = "kontor-receipt/1"
LABEL = b"kontor/receipt/1\n"
FIELDS = ("format", "game", "version", "hash", "at", "command", "key")  # signed fields; there may be others

SEED_FORMAT = "kontor-seed-receipt/1"
SEED_LABEL = b"kontor/seed-receipt/1\n"
SEED_FIELDS = ("format", "game", "commitment", "at", "expires_at", "key")

REFUSAL_FORMAT = "kontor-refusal/1"
REFUSAL_LABEL = b"kontor/refusal/1\n"
REFUSAL_FIELDS = ("format", "game", "version", "hash", "at", "digest", "rule", "code", "key")
COMMANDS_LABEL = b"kontor/refused-commands/1\n"


def digest_of(game_id: Json, version: Json, commands: Json) -> str:
    """Return the digest of refused commands, a list of {"seat", "body"}. The last command is the refused one. The
    commands before it belong to the same batch. `version`: the version of the game when the server decided them."""
    return sha256(COMMANDS_LABEL + canonical({"commands": commands, "game": game_id, "version": version})).hexdigest()
