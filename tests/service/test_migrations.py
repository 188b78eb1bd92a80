"""Migrations: the newest is known without Alembic, a database that lacks one or moved house is refused."""

from pathlib import Path

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from kontor.service import migrations
from kontor.service.migrations import NotMigrated
from kontor.service.settings import Settings
from tests.support.servers import Servers


def test_the_newest_migration_is_the_head_of_an_unbroken_line() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    line = list(ScriptDirectory.from_config(config).walk_revisions())
    assert line[0].revision == migrations.newest()
    assert [each.revision for each in reversed(line)] == [f"{n:04}" for n in range(1, len(line) + 1)]


def test_migrating_twice_changes_nothing(own_settings: Settings) -> None:
    tables = "SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        before = conn.execute(tables).fetchall()
        migrations.migrate(own_settings.migrate_url)
        assert conn.execute(tables).fetchall() == before
    migrations.require_migrated(own_settings.database_url)


def test_an_empty_database_is_refused(servers: Servers) -> None:
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        conn.execute("CREATE DATABASE empty OWNER kontor_owner TEMPLATE template0")
    with pytest.raises(NotMigrated, match=r"stands at empty, .* run: kontor migrate"):
        migrations.require_migrated(servers.app_url("empty"))


def test_a_database_that_stands_elsewhere_is_refused(servers: Servers, own_settings: Settings) -> None:
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(NotMigrated, match="stands at 0000"):
        migrations.require_migrated(own_settings.database_url)


def test_a_database_in_a_new_cluster_is_refused_until_it_has_a_new_epoch(own_settings: Settings) -> None:
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE epoch SET cluster = 1")  # as after a restore from another machine
    with pytest.raises(NotMigrated, match="--new-cluster"):
        migrations.require_migrated(own_settings.database_url)
    migrations.migrate(own_settings.migrate_url, new_cluster=True)
    migrations.require_migrated(own_settings.database_url)
