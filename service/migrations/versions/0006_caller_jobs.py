"""Add jobs that callers start and fetch later, with their uploads and results."""

from alembic import op

revision = "0006"
down_revision = "0005"

TABLES = """
    CREATE TABLE caller_jobs (
        job_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        kind text NOT NULL,
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
        slot int,  -- one of the few that an account has for what is not finished: NULL once it is
        attempt int NOT NULL DEFAULT 0,
        try_at timestamptz NOT NULL DEFAULT now(),  -- a claim is a lease until then
        step text NOT NULL DEFAULT '',
        done bigint NOT NULL DEFAULT 0,
        total bigint NOT NULL DEFAULT 0,
        result text,  -- JSON
        why text,
        size bigint NOT NULL DEFAULT 0,  -- of all its pieces
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        expires_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
        UNIQUE (account_id, slot),
        CHECK ((slot IS NULL) = (status IN ('done', 'failed')))
    );
    CREATE INDEX caller_jobs_due ON caller_jobs (try_at) WHERE slot IS NOT NULL;
    CREATE INDEX caller_jobs_expire ON caller_jobs (expires_at);

    CREATE TABLE caller_job_pieces (  -- of what was asked while it waits, of the file that was made once it is done
        job_id uuid NOT NULL REFERENCES caller_jobs ON DELETE CASCADE,
        number bigint NOT NULL,
        piece bytea NOT NULL,
        PRIMARY KEY (job_id, number)
    );
    ALTER TABLE caller_job_pieces ALTER piece SET STORAGE EXTERNAL;  -- packed already, mostly

    GRANT SELECT, INSERT, UPDATE, DELETE ON caller_jobs, caller_job_pieces TO kontor_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
