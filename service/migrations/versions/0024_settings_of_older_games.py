"""Convert the settings of games that were created before migration 0023.

The conversion is a separate migration, because migration 0023 locks the table `games` until its transaction ends. In
that transaction, every request for a game would wait until all games are converted.
"""

from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Set the empty settings of older games to '{}' again, so that the trigger of migration 0023 replaces them."""
    op.execute("UPDATE games SET settings = '{}' WHERE settings = '{}'")
