"""Add passkeys (WebAuthn): a second way to sign in on the pages."""

from alembic import op

revision = "0030"
down_revision = "0029"

UPGRADE = """
    CREATE TABLE passkeys (
        passkey_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
        public_key bytea NOT NULL CHECK (octet_length(public_key) <= 4096),
        sign_count bigint NOT NULL,
        host text NOT NULL,  -- it works on pages of this host only
        label text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz  -- when the server issued the last challenge that was signed: no challenge works twice
    );
    CREATE INDEX passkeys_account ON passkeys (account_id);
    GRANT SELECT, INSERT, DELETE, UPDATE (sign_count, used_at) ON passkeys TO kontor_app;
"""


def upgrade() -> None:
    op.execute(UPGRADE)
