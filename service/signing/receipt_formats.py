"""The names, labels and signed fields of receipts. A verifier needs these, and no signing key."""

FORMAT = "kontor-receipt/1"
LABEL = b"kontor/receipt/1\n"
FIELDS = ("format", "game", "version", "hash", "at", "command", "key")  # signed fields; there may be others

SEED_FORMAT = "kontor-seed-receipt/1"
SEED_LABEL = b"kontor/seed-receipt/1\n"
SEED_FIELDS = ("format", "game", "commitment", "at", "expires_at", "key")
