"""Add the origins of commands, for auditors. Origins are not in the log, because they name credentials and may have to
be deleted."""

from alembic import op

revision = "0009"
down_revision = "0008"

ORIGINS = """
    CREATE TABLE origins (
        game_id uuid NOT NULL,
        first bigint NOT NULL,  -- of the commit
        credential uuid,  -- the key or token; NULL: the system
        client text NOT NULL,
        cause text NOT NULL,  -- the request, or what the system did
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX origins_commit ON origins (game_id, first);
    GRANT SELECT, INSERT, DELETE ON origins TO kontor_app;
"""


def upgrade() -> None:
    op.execute(ORIGINS)
