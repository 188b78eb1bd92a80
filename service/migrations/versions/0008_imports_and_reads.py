"""Add imported games with their original signatures, and a record of what auditors have read."""

from alembic import op

revision = "0008"
down_revision = "0007"

IMPORTS = """
    ALTER TABLE games ADD COLUMN imported boolean NOT NULL DEFAULT false;
    GRANT SELECT (imported) ON games TO kontor_reader;

    CREATE TABLE imported_bundles (  -- what stood around the lines of the log, as it came: others' keys and signature
        game_id uuid PRIMARY KEY,
        number bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,  -- in the order in which they came
        before text NOT NULL,
        after text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON imported_bundles
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_alter_the_log();
    ALTER TABLE imported_bundles ENABLE ALWAYS TRIGGER append_only;
    GRANT SELECT, INSERT ON imported_bundles TO kontor_app;
    GRANT SELECT ON imported_bundles TO kontor_reader;
"""

# A caller may repeat a call a thousand times: the same call on the same game with the same key has one row per hour.
READS = """
    CREATE TABLE audit_reads (
        account_id uuid NOT NULL,  -- no foreign key: the trace outlives the account
        key_id uuid NOT NULL,
        call text NOT NULL,
        game_id uuid,  -- NULL: a list of games
        hour timestamptz NOT NULL,
        times int NOT NULL DEFAULT 1,
        last_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE NULLS NOT DISTINCT (key_id, call, game_id, hour)
    );
    CREATE INDEX audit_reads_hour ON audit_reads (hour);
    GRANT SELECT, INSERT, UPDATE, DELETE ON audit_reads TO kontor_app;
"""


def upgrade() -> None:
    """Add imported games and records of reads."""
    op.execute(IMPORTS)
    op.execute(READS)
