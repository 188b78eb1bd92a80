"""Add indexes to count what an account stores, for limits. Also remove boards on which no game was played."""

from alembic import op

revision = "0022"
down_revision = "0021"

COUNTED = """
    CREATE INDEX games_of_creator ON games (creator, created_at) WHERE creator IS NOT NULL;
    DROP INDEX games_creator;
    CREATE INDEX games_unfinished ON games (creator)
        WHERE creator IS NOT NULL AND status IN ('open', 'running', 'scoring');
    CREATE INDEX seeds_reserved ON seeds (account) WHERE taken_at IS NULL;
"""

# The service touches a board before it creates a game on it (service.store.boards). So a board that was not touched for
# this long is in no game, not even in a game that is being created now.
FORGETTING = """
    GRANT UPDATE (at) ON boards TO kontor_app;
    CREATE OR REPLACE FUNCTION forget_what_expired() RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
    BEGIN ATOMIC
        DELETE FROM seeds WHERE taken_at IS NULL AND expires < now() - interval '1 day';
        DELETE FROM audit_reads WHERE hour < now() - interval '1 year';
        DELETE FROM boards WHERE at < now() - interval '30 days'
            AND NOT EXISTS (SELECT FROM games WHERE games.board = boards.hash);
    END;
"""


def upgrade() -> None:
    """Create the indexes, and let the clean-up delete unused boards."""
    for part in (COUNTED, FORGETTING):
        op.execute(part)
