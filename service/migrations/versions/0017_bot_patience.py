"""Add the time for which the bots of a game wait for answers of people."""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.execute("ALTER TABLE games ADD COLUMN bot_patience int")
