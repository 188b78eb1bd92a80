"""Add two columns to snapshots: the hash of the event at the snapshot's version, and a MAC. The table was empty
before."""

from alembic import op

revision = "0010"
down_revision = "0009"

SNAPSHOTS = """
    DELETE FROM snapshots;
    ALTER TABLE snapshots
        ADD COLUMN head bytea NOT NULL CHECK (octet_length(head) = 32),  -- the hash of the event at this version
        ADD COLUMN mac bytea NOT NULL CHECK (octet_length(mac) = 32);
"""


def upgrade() -> None:
    op.execute(SNAPSHOTS)
