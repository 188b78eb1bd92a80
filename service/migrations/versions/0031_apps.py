"""Add apps that people have authorised (OAuth), and the codes by which an app gets its first token."""

from alembic import op

revision = "0031"
down_revision = "0030"

# An access token is a row in `api_keys` with a `grant_id`. It is valid only while the grant is valid. A grant is valid
# only while the key with which the person allowed the app is valid (service.store.lookup).
TABLES = """
    CREATE TABLE app_grants (
        grant_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,  -- the key that allowed it
        client_id text NOT NULL,
        app text NOT NULL,
        scopes text[] NOT NULL,
        family bytea NOT NULL UNIQUE CHECK (octet_length(family) = 32),  -- hash of what all its refresh tokens share
        refresh bytea NOT NULL CHECK (octet_length(refresh) = 32),  -- hash of the refresh token that is valid now
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz NOT NULL DEFAULT now(),  -- when the app last got an access token
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
    );
    CREATE INDEX app_grants_account ON app_grants (account_id);
    CREATE INDEX app_grants_key ON app_grants (key_id);
    CREATE INDEX app_grants_expire ON app_grants (expires_at);

    CREATE TABLE app_codes (
        hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),  -- of an authorization code, or of a device code
        client_id text NOT NULL,
        app text NOT NULL,
        scopes text[] NOT NULL,
        redirect_uri text,  -- NULL: a device code
        challenge text,
        user_code bytea UNIQUE CHECK (octet_length(user_code) = 32),  -- hash; NULL: an authorization code
        account_id uuid REFERENCES accounts ON DELETE CASCADE,  -- NULL: no person has decided yet
        key_id uuid REFERENCES api_keys ON DELETE CASCADE,
        denied boolean NOT NULL DEFAULT false,
        grant_id uuid,  -- NULL: not used yet
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        polled_at timestamptz
    );
    CREATE INDEX app_codes_account ON app_codes (account_id);
    CREATE INDEX app_codes_key ON app_codes (key_id);
    CREATE INDEX app_codes_expire ON app_codes (expires_at);

    ALTER TABLE api_keys ADD COLUMN grant_id uuid REFERENCES app_grants ON DELETE CASCADE;
    CREATE INDEX api_keys_grant ON api_keys (grant_id) WHERE grant_id IS NOT NULL;

    GRANT SELECT, INSERT, UPDATE, DELETE ON app_grants, app_codes TO kontor_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
