"""Add analyses: the verdicts of bots on the decisions in finished games."""

from alembic import op

revision = "0020"
down_revision = "0019"

TABLES = """
    CREATE TABLE analyses (
        game_id uuid PRIMARY KEY,
        bot text NOT NULL,
        revision int NOT NULL,
        unit text NOT NULL,
        decisions int NOT NULL  -- how many there are to look at
    );
    CREATE TABLE verdicts (
        game_id uuid NOT NULL REFERENCES analyses ON DELETE CASCADE,
        version bigint NOT NULL,  -- where the game stood
        seat int NOT NULL,
        bot text,  -- who decided it, if that was a bot
        sent text NOT NULL,  -- commands, as JSON
        best text NOT NULL,
        cost int,  -- in hundredths of the unit; NULL: the judge cannot say
        PRIMARY KEY (game_id, version)
    );
    GRANT SELECT, INSERT, UPDATE ON analyses TO kontor_app;  -- another judge takes the place of the one before
    GRANT SELECT, INSERT, DELETE ON verdicts TO kontor_app;  -- … and what that one said goes
"""


def upgrade() -> None:
    op.execute(TABLES)
