"""Extend votes: people in a game vote on aborting, undoing and pausing, each as a separate subject."""

from alembic import op

revision = "0015"
down_revision = "0014"

UPGRADE = """
    CREATE TABLE votes (
        game_id uuid NOT NULL,
        subject text NOT NULL,
        participant text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (game_id, subject, participant)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON votes TO kontor_app;
    INSERT INTO votes SELECT game_id, '{"about":"abort"}', participant, at FROM abort_votes;
    DROP TABLE abort_votes;
"""


def upgrade() -> None:
    op.execute(UPGRADE)
