"""Convert the settings of games that were created before migration 0023.

This is a separate migration. In the transaction of migration 0023, which alters the table, every request would wait for
the conversion.
"""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Set the empty settings of older games to '{}' again, so that the trigger of migration 0023 replaces them."""
    op.execute("UPDATE games SET settings = '{}' WHERE settings = '{}'")
