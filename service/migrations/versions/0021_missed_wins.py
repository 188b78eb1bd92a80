"""Add to each verdict whether the decision missed a win or a chance, which cannot be expressed as a cost."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.execute("ALTER TABLE verdicts ADD COLUMN missed text CHECK (missed IN ('win', 'chance'))")
