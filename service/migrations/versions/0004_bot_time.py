"""Add the time that the bots of a game may think, if its creator has set one. This time is not in the log, because no
rule depends on it."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("ALTER TABLE games ADD COLUMN bot_milliseconds int")
