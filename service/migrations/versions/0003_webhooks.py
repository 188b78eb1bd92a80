"""Add webhooks: subscriptions, messages, delivery attempts, and how far the log has been read."""

from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = """
    CREATE TABLE webhooks (
        webhook_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        game_id uuid,  -- NULL: all games of the account
        url text NOT NULL,
        types text[] NOT NULL,
        secret text NOT NULL,
        old_secret text,  -- signs along while secrets rotate
        old_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        failing_since timestamptz,
        disabled_at timestamptz,
        disabled_why text
    );
    CREATE INDEX webhooks_account ON webhooks (account_id);

    CREATE TABLE deliveries (
        delivery_id uuid PRIMARY KEY,
        webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
        about text NOT NULL,  -- what it tells; the same thing is told once
        type text NOT NULL,
        body text NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        attempts int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        next_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (webhook_id, about)
    );
    CREATE INDEX deliveries_due ON deliveries (next_at) WHERE status = 'pending';

    CREATE TABLE attempts (
        delivery_id uuid NOT NULL REFERENCES deliveries ON DELETE CASCADE,
        number int NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        status int,
        error text,
        milliseconds int NOT NULL,
        PRIMARY KEY (delivery_id, number)
    );

    CREATE TABLE pending_decisions (  -- seats that a game waits for, and since when: told once, reminded once
        game_id uuid NOT NULL,
        seat int NOT NULL,
        since bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        reminded boolean NOT NULL DEFAULT false,
        PRIMARY KEY (game_id, seat)
    );
    CREATE INDEX pending_decisions_at ON pending_decisions (at) WHERE NOT reminded;

    CREATE TABLE readings (  -- how far a reader of the order across games has come
        reader text PRIMARY KEY,
        epoch int NOT NULL,
        txid bigint NOT NULL,
        game_id uuid NOT NULL,
        version bigint NOT NULL
    );

    GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, deliveries, attempts, pending_decisions, readings TO kontor_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
