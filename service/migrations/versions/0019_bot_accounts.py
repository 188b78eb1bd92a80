"""Mark accounts that are bots, and games that do not admit such accounts."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN bot boolean NOT NULL DEFAULT false")
    op.execute("ALTER TABLE games ADD COLUMN bots_welcome boolean NOT NULL DEFAULT true")
