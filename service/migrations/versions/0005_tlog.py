"""Add the transparency log: leaves, the hashes above them, checkpoints, and cosignatures of witnesses. All these tables
are append-only."""

from alembic import op

revision = "0005"
down_revision = "0004"

TABLES = """
    CREATE TABLE tlog_leaves (
        index bigint PRIMARY KEY CHECK (index >= 0),
        game_id uuid NOT NULL,
        version bigint NOT NULL CHECK (version > 0),
        head bytea NOT NULL CHECK (octet_length(head) = 32)  -- the hash of that version, as it was then
    );
    CREATE INDEX tlog_leaves_game ON tlog_leaves (game_id, version);

    CREATE TABLE tlog_hashes (  -- what tiles are cut from: level 0 are the leaves, above each is that of a full tile
        level int NOT NULL CHECK (level BETWEEN 0 AND 63),
        index bigint NOT NULL CHECK (index >= 0),
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        PRIMARY KEY (level, index)
    );

    CREATE TABLE tlog_checkpoints (
        size bigint PRIMARY KEY CHECK (size > 0),
        root bytea NOT NULL CHECK (octet_length(root) = 32),
        note text NOT NULL,  -- as we signed it
        epoch int NOT NULL,  -- how far the order across games had been read
        txid bigint NOT NULL,
        game_id uuid NOT NULL,
        version bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE tlog_cosignatures (
        size bigint NOT NULL,  -- of the checkpoint
        witness text NOT NULL,  -- its verifier key
        line text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (size, witness)
    );

    GRANT SELECT, INSERT ON tlog_leaves, tlog_hashes, tlog_checkpoints, tlog_cosignatures TO kontor_app;
    GRANT SELECT ON tlog_leaves, tlog_hashes, tlog_checkpoints, tlog_cosignatures TO kontor_reader;
"""


def upgrade() -> None:
    """Create the tables of the transparency log."""
    op.execute(TABLES)
    for table in ("tlog_leaves", "tlog_hashes", "tlog_checkpoints", "tlog_cosignatures"):
        op.execute(f"""
            CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_alter_the_log();
            ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only;
        """)
