"""What is deleted from time to time, since nobody can ask for it any more."""

from typing import LiteralString

from psycopg import Connection
from psycopg.rows import TupleRow

# Answers are promised for 48 hours, what auditors read is kept for a year (docs/audit.md); a seed that was reserved and
# never used is of no use to anybody.
TIDY: LiteralString = """
    WITH old AS (DELETE FROM answers WHERE at < now() - interval '7 days'),
    stale AS (DELETE FROM invitations WHERE expires_at < now() - interval '7 days'),
    unread AS (DELETE FROM audit_reads WHERE hour < now() - interval '1 year')
    DELETE FROM seeds WHERE taken_at IS NULL AND expires < now() - interval '1 day'
"""


def tidy(conn: Connection[TupleRow]) -> None:
    conn.execute(TIDY)
