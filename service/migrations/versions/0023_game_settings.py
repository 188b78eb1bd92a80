"""Store the settings of a game as one value, `settings`, instead of one column for each setting.

Older code still reads and writes the columns, and lists of games filter by `visibility` and `practice`. So a trigger
keeps the columns and `settings` consistent. Only the trigger derives the columns. The other columns can be dropped when
no release uses them.
"""

from alembic import op

revision = "0023"
down_revision = "0022"

# Older code inserts rows without settings, and the older `kontor rebuild` updates `practice`. New code writes all
# settings. With a constant default, PostgreSQL adds the column without rewriting the table.
SETTINGS = """
    ALTER TABLE games ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';

    CREATE FUNCTION derive_game_settings() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
    BEGIN
        IF NEW.settings = '{}' OR (TG_OP = 'UPDATE' AND NEW.settings = OLD.settings) THEN
            NEW.settings = NEW.settings || jsonb_build_object(
                'visibility', NEW.visibility, 'practice', NEW.practice, 'bot_milliseconds', NEW.bot_milliseconds,
                'bot_patience', NEW.bot_patience, 'bots_welcome', NEW.bots_welcome,
                'by_invitation', to_jsonb(NEW.by_invitation));
        ELSE
            NEW.visibility = NEW.settings ->> 'visibility';
            NEW.practice = NEW.settings ->> 'practice';
            NEW.bot_milliseconds = NEW.settings ->> 'bot_milliseconds';
            NEW.bot_patience = NEW.settings ->> 'bot_patience';
            NEW.bots_welcome = NEW.settings ->> 'bots_welcome';
            NEW.by_invitation = ARRAY(SELECT jsonb_array_elements_text(NEW.settings -> 'by_invitation')::int);
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER derive_game_settings BEFORE INSERT OR UPDATE OF settings, practice ON games
        FOR EACH ROW EXECUTE FUNCTION derive_game_settings();
"""


def upgrade() -> None:
    op.execute(SETTINGS)
