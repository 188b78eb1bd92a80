"""Game settings: one value from the request to the row, also beside code that knows a column for each."""

from dataclasses import fields
from uuid import UUID

import psycopg
import pytest

from kontor.service import migrations
from kontor.service.game_settings import DEFAULTS, ChosenSettings, GameSettings, read_settings, write_settings
from kontor.service.http.games.responses import SummarySchema
from kontor.service.settings import Settings
from kontor.service.store.pool import connection
from kontor.service.store.store import Store
from tests.support.servers import Servers
from tests.support.stored_games import stored_game

UNUSUAL = GameSettings(
    visibility="private",
    practice=True,
    bot_milliseconds=50,
    bot_patience=7,
    bots_welcome=False,
    by_invitation=(2, 3),
)
INSERT_BEFORE = """
    INSERT INTO games (game_id, version, head, status, awaiting, summary, ruleset, ruleset_version, board, visibility,
                       practice, bot_milliseconds, by_invitation, bot_patience, bots_welcome)
    VALUES (%s, 1, sha256(''), 'open', '{}', '{}', 'tiny', 0, 'sha256:0', 'private', true, 50, '{2,3}', 7, false)
"""
READ = "SELECT settings FROM games WHERE game_id = %s"
READ_BEFORE = """
    SELECT visibility, practice, bot_milliseconds, bot_patience, bots_welcome, by_invitation FROM games
    WHERE game_id = %s
"""
OLD = UUID(int=1)


@pytest.mark.parametrize("settings", [DEFAULTS, UNUSUAL])
def test_settings_are_read_as_they_were_written(settings: GameSettings) -> None:
    assert read_settings(write_settings(settings)) == settings


def test_a_setting_that_the_row_lacks_has_its_default() -> None:
    assert read_settings({"practice": True}) == GameSettings(practice=True)


def test_a_setting_of_a_newer_release_is_ignored() -> None:
    assert read_settings({**write_settings(UNUSUAL), "of_tomorrow": 1}) == UNUSUAL


def test_the_summary_of_a_game_has_every_setting_that_a_client_may_choose() -> None:
    shown = SummarySchema().fields
    for field in fields(ChosenSettings):
        assert shown[field.name].required is (field.default is not None), field.name
        assert shown[field.name].metadata["description"], field.name


def test_games_of_before_the_migration_keep_their_settings(servers: Servers) -> None:
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        conn.execute("CREATE DATABASE without_settings OWNER kontor_owner TEMPLATE template0")
    url = servers.owner_url("without_settings")
    migrations.migrate(url, target="0022")
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(INSERT_BEFORE, (OLD,))
        migrations.migrate(url)
        assert read_settings(conn.execute(READ, (OLD,)).fetchall()[0][0]) == UNUSUAL


def test_old_code_and_new_code_read_the_settings_that_the_other_wrote(own_store: Store) -> None:
    new = stored_game(own_store, settings=UNUSUAL)
    with connection(own_store.pool) as conn:
        assert conn.execute(READ_BEFORE, (new.id,)).fetchall() == [("private", True, 50, 7, False, [2, 3])]
        conn.execute(INSERT_BEFORE, (OLD,))
        assert read_settings(conn.execute(READ, (OLD,)).fetchall()[0][0]) == UNUSUAL


def test_the_service_may_not_change_settings(own_store: Store) -> None:
    game = stored_game(own_store, settings=UNUSUAL)
    with connection(own_store.pool) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
        conn.execute("UPDATE games SET settings = '{}' WHERE game_id = %s", (game.id,))


def test_a_rebuild_of_old_code_changes_the_settings(own_settings: Settings, own_store: Store) -> None:
    game = stored_game(own_store)
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE games SET practice = true WHERE game_id = %s", (game.id,))
        assert read_settings(conn.execute(READ, (game.id,)).fetchall()[0][0]) == GameSettings(practice=True)
