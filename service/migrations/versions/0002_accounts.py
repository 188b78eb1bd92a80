"""Add accounts, their keys, tokens for seats, and votes to end a running game. None of this is ever in the log."""

from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = """
    CREATE TABLE accounts (
        account_id uuid PRIMARY KEY,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
        grants text[] NOT NULL DEFAULT '{}',  -- scopes beyond the usual ones, given by the operator
        created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE api_keys (
        key_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),  -- the key itself is shown once and not kept
        prefix text NOT NULL,
        label text NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz
    );
    CREATE INDEX api_keys_account ON api_keys (account_id);

    CREATE TABLE seat_tokens (
        token_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
        prefix text NOT NULL,
        game_id uuid NOT NULL,
        seat int NOT NULL,
        participant text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz
    );
    CREATE INDEX seat_tokens_account ON seat_tokens (account_id);
    CREATE INDEX seat_tokens_participant ON seat_tokens (participant);

    CREATE TABLE abort_votes (
        game_id uuid NOT NULL,
        participant text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (game_id, participant)
    );

    GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, api_keys, seat_tokens, abort_votes TO kontor_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
