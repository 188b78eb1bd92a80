"""Add an index to find open games that have waited too long for players. A worker ends such games every hour."""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create an index of open games only. The table has few open games, so the index is small and is built quickly."""
    op.execute("CREATE INDEX games_open_until ON games ((summary ->> 'open_until')) WHERE status = 'open'")
