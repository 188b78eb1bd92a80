"""Convert the settings of games that were created before 0023.

This is a separate migration: in the transaction of 0023, which alters the table, every request would wait for it.
"""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Update settings to '{}', which the trigger replaces."""
    op.execute("UPDATE games SET settings = '{}' WHERE settings = '{}'")
