"""Add an index to find old origins without reading the whole table. A worker deletes old origins every hour."""

from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Create a BRIN index. Rows are appended in the order of `at`, so an index of a few kilobytes is enough, and is
    built quickly."""
    op.execute("CREATE INDEX origins_at ON origins USING brin (at)")
