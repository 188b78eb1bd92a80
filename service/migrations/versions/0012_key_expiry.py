"""Add an expiry to API keys. Existing keys never expire."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute("ALTER TABLE api_keys ADD COLUMN expires_at timestamptz")
