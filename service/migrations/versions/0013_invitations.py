"""Add invitations to seats, seats for invited accounts only, and rematches."""

from alembic import op

revision = "0013"
down_revision = "0012"

# No foreign keys: invitations are made and used in the statement that appends (docs/contract/server.md).
TABLES = """
    CREATE TABLE invitations (
        invitation_id uuid PRIMARY KEY,
        game_id uuid NOT NULL,
        seat int NOT NULL,
        account uuid NOT NULL,  -- who invites
        hash bytea UNIQUE CHECK (octet_length(hash) = 32),  -- of the token; NULL: it is for `invitee`
        invitee uuid,  -- the one account that may use it
        participant text,  -- who offers the seat they hold; NULL: nobody has taken it yet
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        revoked_at timestamptz,
        CHECK ((hash IS NULL) <> (invitee IS NULL))
    );
    CREATE INDEX invitations_account ON invitations (account, game_id, seat);
    CREATE INDEX invitations_invitee ON invitations (invitee) WHERE invitee IS NOT NULL;
    CREATE INDEX invitations_expire ON invitations (expires_at);

    CREATE TABLE rematches (
        game_id uuid PRIMARY KEY,
        rematch_id uuid NOT NULL  -- settled before that game is made, so that it is made once
    );

    ALTER TABLE games ADD COLUMN by_invitation int[] NOT NULL DEFAULT '{}';  -- seats

    GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO kontor_app;
    GRANT SELECT, INSERT ON rematches TO kontor_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
