"""An operator may block an account: its keys and tokens are refused until the operator lets them in again."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN blocked_at timestamptz")


def downgrade() -> None:
    op.execute("ALTER TABLE accounts DROP COLUMN blocked_at")
