"""Add recovery codes. With each code, a person who lost the key of their account can get a new key once."""

from alembic import op

revision = "0029"
down_revision = "0028"

UPGRADE = """
    CREATE TABLE recovery_codes (
        hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),  -- the code itself is shown once and not stored
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX recovery_codes_account ON recovery_codes (account_id);
    GRANT SELECT, INSERT, DELETE ON recovery_codes TO kontor_app;
"""


def upgrade() -> None:
    op.execute(UPGRADE)
