"""Add tickets that open one stream each, because the EventSource of browsers cannot send a key."""

from alembic import op

revision = "0016"
down_revision = "0015"

UPGRADE = """
    CREATE TABLE stream_tickets (
        hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
        credential bytea NOT NULL CHECK (octet_length(credential) = 32),  -- hash of the key or token that asked for it
        is_token boolean NOT NULL,
        game_id uuid,  -- NULL: the stream of the caller's own
        after text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,  -- unless it was used by then
        used_at timestamptz  -- last
    );
    CREATE INDEX stream_tickets_credential ON stream_tickets (credential);
    GRANT SELECT, INSERT, DELETE, UPDATE (used_at) ON stream_tickets TO kontor_app;
"""


def upgrade() -> None:
    op.execute(UPGRADE)
