"""Reduce the rights of the service. The service can no longer delete seeds of games or records of reads. In a game's
row the service can change only columns that follow from the log or belong to an account."""

from alembic import op

revision = "0014"
down_revision = "0013"

# The owner of the tables deletes expired rows, and checks the time itself.
FORGETTING = """
    REVOKE DELETE ON seeds, audit_reads FROM kontor_app;
    CREATE FUNCTION forget_what_expired() RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public
    BEGIN ATOMIC
        DELETE FROM seeds WHERE taken_at IS NULL AND expires < now() - interval '1 day';
        DELETE FROM audit_reads WHERE hour < now() - interval '1 year';
    END;
    REVOKE ALL ON FUNCTION forget_what_expired() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION forget_what_expired() TO kontor_app;
"""

# Otherwise a seed in use could be marked as unused, and then be deleted.
TAKEN = """
    CREATE TRIGGER taken_once BEFORE UPDATE ON seeds FOR EACH ROW
        WHEN (OLD.taken_at IS NOT NULL AND NEW.taken_at IS DISTINCT FROM OLD.taken_at)
        EXECUTE FUNCTION refuse_to_alter_the_log();
    ALTER TABLE seeds ENABLE ALWAYS TRIGGER taken_once;
"""

GAMES = """
    REVOKE UPDATE ON games FROM kontor_app;
    GRANT UPDATE (version, head, status, awaiting, decisions, asked, summary, changed_at, creator) ON games
        TO kontor_app;
"""


def upgrade() -> None:
    """Take rights from the service."""
    for part in (FORGETTING, TAKEN, GAMES):
        op.execute(part)
