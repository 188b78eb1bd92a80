"""Create the log and the tables next to it, with partitions, the rights of roles, and triggers that refuse changes of
the log."""

from alembic import op

revision = "0001"
down_revision = None

PARTITIONS = 16

# These tables are append-only. A foreign key would cost a look-up and a lock for every event, so there are none: the
# append statement keeps the tables consistent.
LOG = """
    CREATE TABLE events (
        game_id uuid NOT NULL,
        version bigint NOT NULL CHECK (version > 0),
        envelope text NOT NULL,  -- the very text that was hashed, hence no jsonb
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        PRIMARY KEY (game_id, version)
    ) PARTITION BY HASH (game_id);

    CREATE TABLE sealed (
        game_id uuid NOT NULL,
        version bigint NOT NULL,
        part int NOT NULL CHECK (part >= 0),
        seats int[] NOT NULL,  -- who may see it before the end
        salt bytea NOT NULL CHECK (octet_length(salt) = 32),
        value text NOT NULL,
        PRIMARY KEY (game_id, version, part)
    ) PARTITION BY HASH (game_id);

    CREATE TABLE commits (
        game_id uuid NOT NULL,
        first bigint NOT NULL CHECK (first > 0),
        last bigint NOT NULL CHECK (last >= first),
        command_id uuid NOT NULL,
        actor text NOT NULL,
        body text NOT NULL,
        salt bytea NOT NULL CHECK (octet_length(salt) = 32),
        readers int[],  -- whose eyes the body is for before the end; NULL: everybody's
        epoch int NOT NULL,
        txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        PRIMARY KEY (game_id, first)
    ) PARTITION BY HASH (game_id);
    CREATE INDEX commits_position ON commits (epoch, txid, game_id, last);
"""

# One row per game, changed by every commit. Space is left on each page, so that a change stays on its page (HOT).
GAMES = """
    CREATE TABLE games (
        game_id uuid PRIMARY KEY,
        version bigint NOT NULL,
        head bytea NOT NULL CHECK (octet_length(head) = 32),
        status text NOT NULL CHECK (status IN ('open', 'running', 'scoring', 'finished', 'aborted')),
        awaiting int[] NOT NULL,
        summary jsonb NOT NULL,
        ruleset text NOT NULL,
        ruleset_version int NOT NULL,
        board text NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
        creator uuid,
        practice boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 60);
    CREATE INDEX games_status ON games (status, game_id DESC);
    CREATE INDEX games_creator ON games (creator) WHERE creator IS NOT NULL;

    CREATE TABLE debts (
        game_id uuid PRIMARY KEY,
        version bigint NOT NULL,
        bots int[] NOT NULL,
        score boolean NOT NULL,
        deadline timestamptz,
        attempt int NOT NULL DEFAULT 0,
        try_at timestamptz NOT NULL
    ) WITH (fillfactor = 60);
    CREATE INDEX debts_due ON debts (try_at);
"""

BESIDE = """
    CREATE TABLE answers (
        scope text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        fingerprint bytea NOT NULL,
        status int NOT NULL,
        body text NOT NULL,
        headers jsonb NOT NULL,
        game_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (scope, key)
    );
    CREATE INDEX answers_at ON answers (at);

    CREATE TABLE snapshots (
        game_id uuid NOT NULL,
        version bigint NOT NULL,
        state_format text NOT NULL,
        state bytea NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (game_id, state_format, version)
    );

    CREATE TABLE boards (
        hash text PRIMARY KEY CHECK (hash ~ '^sha256:[0-9a-f]{64}$'),
        ruleset text NOT NULL,
        body text NOT NULL,  -- canonical JSON
        owner uuid,
        at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX boards_owner ON boards (owner) WHERE owner IS NOT NULL;

    CREATE TABLE participants (
        participant text PRIMARY KEY,  -- as the log knows them
        game_id uuid NOT NULL,
        seat int NOT NULL,
        account uuid NOT NULL,
        holds boolean NOT NULL DEFAULT true
    );
    CREATE INDEX participants_game ON participants (game_id);
    CREATE INDEX participants_account ON participants (account, game_id);

    CREATE TABLE seeds (
        game_id uuid PRIMARY KEY,
        seed bytea NOT NULL CHECK (octet_length(seed) = 32),
        expires timestamptz,
        account uuid,
        taken_at timestamptz
    );
    CREATE INDEX seeds_expires ON seeds (expires) WHERE taken_at IS NULL;

    CREATE TABLE epoch (
        number int PRIMARY KEY,
        cluster bigint NOT NULL,
        since timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO epoch (number, cluster) SELECT 1, system_identifier FROM pg_control_system();
"""

# Missing privileges do not stop the owner, and replica sessions skip ordinary triggers. These triggers refuse changes
# by both.
REFUSAL = """
    CREATE FUNCTION refuse_to_alter_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the log is append-only: % on % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END $$;
"""

# kontor_reader may read only public data: no seeds, sealed values, command bodies or accounts.
RIGHTS = """
    GRANT USAGE ON SCHEMA public TO kontor_app, kontor_reader;
    GRANT SELECT, INSERT ON events, sealed, commits, boards TO kontor_app;
    GRANT UPDATE (owner) ON boards TO kontor_app;
    GRANT SELECT, INSERT, UPDATE ON games TO kontor_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON debts, answers, snapshots, participants TO kontor_app;
    GRANT SELECT, INSERT, DELETE ON seeds TO kontor_app;
    GRANT UPDATE (taken_at, account) ON seeds TO kontor_app;
    GRANT SELECT ON epoch, alembic_version TO kontor_app, kontor_reader;
    GRANT SELECT ON events, boards, debts TO kontor_reader;
    GRANT SELECT (game_id, first, last, command_id, actor, readers, epoch, txid) ON commits TO kontor_reader;
    GRANT SELECT (game_id, version, head, status, awaiting, ruleset, ruleset_version, board, visibility, created_at,
                  changed_at) ON games TO kontor_reader;
"""


def upgrade() -> None:
    """Create all tables. No migration has a downgrade: a log cannot be undone, only restored from a backup."""
    for part in (LOG, GAMES, BESIDE, REFUSAL):
        op.execute(part)
    for table in ("events", "sealed", "commits"):
        op.execute(_guard(table))
        for n in range(PARTITIONS):
            name = f"{table}_{n}"
            op.execute(
                f"CREATE TABLE {name} PARTITION OF {table} FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {n})"
            )
            op.execute(_guard(name))
    op.execute(RIGHTS)


def _guard(table: str) -> str:
    """Return the SQL of the triggers that refuse changes of a table. A statement trigger fires only for the named
    table, so every partition has its own triggers."""
    return f"""
        CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_alter_the_log();
        ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only;
    """
