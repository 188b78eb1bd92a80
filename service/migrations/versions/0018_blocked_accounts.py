"""Let an operator block an account: the server refuses its keys and tokens until the operator unblocks it."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN blocked_at timestamptz")
