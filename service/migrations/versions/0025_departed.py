"""Record the participants whose account was deleted, so that an audit notices other participants that are missing."""

from alembic import op

revision = "0025"
down_revision = "0024"

TABLE = """
    CREATE TABLE departed (participant text PRIMARY KEY, game_id uuid NOT NULL);
    CREATE INDEX departed_of_game ON departed (game_id);
    GRANT SELECT, INSERT ON departed TO kontor_app;
"""

# Before this migration, a deletion left no trace. A participant who is missing now counts as deleted.
MISSING = """
    INSERT INTO departed
    SELECT chair ->> 'participant', game_id FROM games, jsonb_array_elements(summary -> 'seats') AS chair
    WHERE chair ->> 'participant' IS NOT NULL
      AND NOT EXISTS (SELECT FROM participants AS p WHERE p.participant = chair ->> 'participant')
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    for part in (TABLE, MISSING):
        op.execute(part)
