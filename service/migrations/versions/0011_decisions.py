"""Add the kinds of pending decisions, the formats of webhooks, and an account's consent to be named in games."""

from alembic import op

revision = "0011"
down_revision = "0010"

# For running games it is unknown since when each decision is pending: assume since the last change of the game.
DECISIONS = """
    ALTER TABLE games
        ADD COLUMN decisions text[] NOT NULL DEFAULT '{}',  -- of which kind, in the order of `awaiting`
        ADD COLUMN asked bigint[] NOT NULL DEFAULT '{}';  -- since which version, in the same order
    UPDATE games SET asked = array_fill(version, ARRAY[cardinality(awaiting)]) WHERE status = 'running';
    GRANT SELECT (decisions, asked) ON games TO kontor_reader;

    ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'cloudevents'
        CHECK (format IN ('cloudevents', 'discord', 'slack', 'ntfy'));

    ALTER TABLE accounts ADD COLUMN named boolean NOT NULL DEFAULT false;  -- agrees to be named in games
"""


def upgrade() -> None:
    op.execute(DECISIONS)
