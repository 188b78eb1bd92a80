"""Add the maps of games to the transparency log: one history for each game (docs/transparency/histories.md).

Leaves and maps are append-only. Nodes of a map are not: a worker deletes nodes that no recent checkpoint needs.
"""

from alembic import op

revision = "0027"
down_revision = "0026"

TABLES = """
    ALTER TABLE tlog_leaves ADD COLUMN chain bytea CHECK (octet_length(chain) = 32);  -- null: a leaf of the older kind

    CREATE TABLE tlog_maps (  -- leaves that contain the root of a map
        index bigint PRIMARY KEY CHECK (index >= 0),
        root bytea NOT NULL CHECK (octet_length(root) = 32)
    );

    CREATE TABLE tlog_map_nodes (
        name text COLLATE "C" NOT NULL,  -- the bits from the root to the node
        size bigint NOT NULL,  -- of the first checkpoint that has it
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        tag bytea CHECK (octet_length(tag) = 32),  -- of the only game below it
        PRIMARY KEY (name, size)
    );

    GRANT SELECT, INSERT ON tlog_maps TO kontor_app;
    GRANT SELECT, INSERT, DELETE ON tlog_map_nodes TO kontor_app;
    GRANT SELECT ON tlog_maps, tlog_map_nodes TO kontor_reader;

    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tlog_maps
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_alter_the_log();
    ALTER TABLE tlog_maps ENABLE ALWAYS TRIGGER append_only;
"""


def upgrade() -> None:
    """Create the tables of the maps."""
    op.execute(TABLES)
