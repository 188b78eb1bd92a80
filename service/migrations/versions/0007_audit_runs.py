"""Add the results of audits of the whole database, one row for each run."""

from alembic import op

revision = "0007"
down_revision = "0006"

TABLE = """
    CREATE TABLE audit_runs (
        run_id uuid PRIMARY KEY,
        begun_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now(),  -- when it was last known to be at work
        ended_at timestamptz,  -- NULL: it runs, or was ended on the way
        games bigint NOT NULL DEFAULT 0,
        versions bigint NOT NULL DEFAULT 0,
        flaws bigint NOT NULL DEFAULT 0,
        found text[] NOT NULL DEFAULT '{}'  -- the first flaws, in words
    );
    CREATE INDEX audit_runs_begun ON audit_runs (begun_at);

    GRANT SELECT, INSERT, UPDATE, DELETE ON audit_runs TO kontor_app;
    GRANT SELECT (run_id, begun_at, seen_at, ended_at, games, versions, flaws) ON audit_runs TO kontor_reader;
"""


def upgrade() -> None:
    op.execute(TABLE)
