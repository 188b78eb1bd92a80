"""Migrations: a database that lacks one or moved to another cluster is refused; the log that they make is append-only
for every role."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import LiteralString
from uuid import uuid4

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import sql

from kontor.service import migrations
from kontor.service.migrations import Blocked, NotMigrated
from kontor.service.settings import Settings
from kontor.service.store.backups import one_moment
from tests.support.bot_games import wait_until
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
    with pytest.raises(NotMigrated, match=r"is at migration none, .* run: kontor server migrate"):
        migrations.require_migrated(servers.app_url("empty"))


def test_a_database_with_another_revision_is_refused(servers: Servers, own_settings: Settings) -> None:
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(NotMigrated, match="is at migration 0000"):
        migrations.require_migrated(own_settings.database_url)


def test_a_database_in_a_new_cluster_is_refused_until_it_has_a_new_epoch(own_settings: Settings) -> None:
    with psycopg.connect(own_settings.migrate_url, autocommit=True) as conn:
        conn.execute("UPDATE epoch SET cluster = 1")  # as after a restore from another machine
    with pytest.raises(NotMigrated, match="--new-cluster"):
        migrations.require_migrated(own_settings.database_url)
    migrations.migrate(own_settings.migrate_url, new_cluster=True)
    migrations.require_migrated(own_settings.database_url)


# ---------------------------------------------------------------- beside sessions that hold tables

LINE = sorted(path.name[:4] for path in Path(migrations.__file__).parent.glob("versions/[0-9]*.py"))
ALTERING = ("0004", "0008", "0011", "0013", "0017", "0019", "0023")  # these alter `games`
TABLES = (
    "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
)
OTHER_SESSIONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""


@pytest.fixture
def empty(servers: Servers) -> str:
    """Return the owner's address of a database without tables."""
    name = f"unmigrated_{next(servers.numbers)}"
    with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} OWNER kontor_owner TEMPLATE template0".encode())
    return servers.owner_url(name)


@contextmanager
def reading_all(url: str) -> Iterator[None]:
    """Hold the lock of a reader on every table, as pg_dump does."""
    with psycopg.connect(url) as conn:
        for (table,) in conn.execute(TABLES).fetchall():
            conn.execute(f"LOCK TABLE {table} IN ACCESS SHARE MODE".encode())
        yield


def is_unused(url: str) -> bool:
    """Return whether no other session is connected. A session holds its locks a moment longer than its client."""
    with psycopg.connect(url, autocommit=True) as conn:
        return conn.execute(OTHER_SESSIONS).fetchone() == (0,)


def test_every_migration_gives_way_to_a_reader(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a lock_timeout the migration waits for the reader, and every request waits for the migration."""
    monkeypatch.setattr(migrations, "LOCK_SECONDS", 0.02)
    monkeypatch.setattr(migrations, "PAUSE_SECONDS", 0.01)
    for revision in LINE:
        wait_until(lambda: is_unused(empty))
        blocked = pytest.raises(Blocked, match="another session has locked a table, most likely process")
        with reading_all(empty), blocked if revision in ALTERING else suppress(Blocked):
            migrations.migrate(empty, patience=0, target=revision)
        migrations.migrate(empty, target=revision)
    migrations.require_migrated(empty)


def test_requests_continue_while_a_migration_waits(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(migrations, "PAUSE_SECONDS", 0.01)
    migrations.migrate(empty, target="0016")  # the next one alters `games`
    waits, said = threading.Semaphore(0), list[str]()

    def say(line: str) -> None:
        said.append(line)
        waits.release()

    migrating = threading.Thread(target=migrations.migrate, args=(empty,), kwargs={"say": say})
    with reading_all(empty), psycopg.connect(empty, autocommit=True) as conn:
        migrating.start()
        conn.execute("SET statement_timeout = '30s'")
        for _ in range(5):
            assert waits.acquire(timeout=60)
            conn.execute("SELECT count(*) FROM games")
    migrating.join()
    migrations.require_migrated(empty)
    assert said[0].startswith("The migration waits: another session has locked a table, most likely process")


def test_a_backup_and_a_migration_exclude_each_other(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    url = own_settings.migrate_url
    with one_moment(url), pytest.raises(Blocked, match="a backup or another migration is running"):
        migrations.migrate(url, patience=0)
    with psycopg.connect(url, autocommit=True) as migrating:
        wait_until(lambda: migrating.execute(migrations.MIGRATING).fetchone() == (True,))  # the backup's session ends
        with pytest.raises(Blocked, match="A migration is running"), one_moment(url):
            pass
        migrating.execute("SELECT pg_advisory_unlock_all()")
    with one_moment(url), one_moment(url):
        pass  # backups do not exclude each other


@pytest.mark.parametrize("lock", ["LOCK TABLE games IN ACCESS SHARE MODE", migrations.BACKING_UP])
def test_a_postgres_that_goes_away_is_an_error_of_psycopg(
    empty: str, servers: Servers, monkeypatch: pytest.MonkeyPatch, lock: LiteralString
) -> None:
    """`kontor up` and `kontor server migrate` say it in a sentence; SQLAlchemy's error would be a traceback."""
    monkeypatch.setattr(migrations, "PAUSE_SECONDS", 0.01)
    kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'kontor_owner' AND pid <> %s"

    def end_all(_: str) -> None:
        with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
            conn.execute(kill, (reader.info.backend_pid,))

    migrations.migrate(empty, target="0016")
    with psycopg.connect(empty) as reader:
        reader.execute(lock)
        with pytest.raises(psycopg.OperationalError):
            migrations.migrate(empty, say=end_all)


# ---------------------------------------------------------------- what was written stays

TLOG_TABLES = {"tlog_leaves": "head", "tlog_hashes": "hash", "tlog_checkpoints": "note", "tlog_cosignatures": "line"}
TLOG_TABLES |= {"tlog_maps": "root"}
LOG_TABLES = ["events", "sealed", "commits", "events_0", "events_15", "sealed_7", "commits_3", *TLOG_TABLES]
ALTERATIONS: dict[str, Callable[[str], str]] = {
    "UPDATE": lambda table: f"UPDATE {table} SET {TLOG_TABLES.get(table, 'game_id')} = NULL WHERE false",
    "DELETE": lambda table: f"DELETE FROM {table} WHERE false",
    "TRUNCATE": lambda table: f"TRUNCATE {table}",
}


@pytest.mark.parametrize("what", list(ALTERATIONS))
@pytest.mark.parametrize("table", LOG_TABLES)
def test_no_role_alters_the_log(servers: Servers, table: str, what: str) -> None:
    statement = sql.SQL(ALTERATIONS[what](table))
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with psycopg.connect(servers.app_url("kontor"), autocommit=True) as conn, refused:
        conn.execute(statement)
    for url in (servers.owner_url("kontor"), servers.super_url("kontor")):
        with psycopg.connect(url, autocommit=True) as conn, pytest.raises(psycopg.errors.RestrictViolation):
            conn.execute(statement)
    with psycopg.connect(servers.super_url("kontor"), autocommit=True) as conn:
        conn.execute("SET session_replication_role = replica")  # skips ordinary triggers
        with pytest.raises(psycopg.errors.RestrictViolation, match="append-only"):
            conn.execute(statement)


def test_every_partition_has_its_guard(servers: Servers) -> None:
    unguarded = """
        SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = 'public' AND relkind IN ('r', 'p') AND relname ~ '^(events|sealed|commits|tlog_)'
          AND relname <> 'tlog_map_nodes'  -- a cache of the signed maps; the signer checks it against them
          AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'append_only'
                          AND tgenabled = 'A' AND tgtype & 56 = 56)  -- always, for UPDATE, DELETE and TRUNCATE
    """
    with psycopg.connect(servers.owner_url("kontor")) as conn:
        assert conn.execute(unguarded).fetchall() == []
        count = "SELECT count(*) FROM pg_trigger WHERE tgname = 'append_only'"
        assert conn.execute(count).fetchone() == (3 * 17 + len(TLOG_TABLES) + 1,)  # and what frames imported bundles


def test_the_app_may_not_switch_off_what_guards_the_log(servers: Servers) -> None:
    with psycopg.connect(servers.app_url("kontor"), autocommit=True) as conn:
        for statement in (
            "ALTER TABLE events DISABLE TRIGGER append_only",
            "SET session_replication_role = replica",
            "DROP TABLE events",
            "CREATE TABLE mine (n int)",
            "UPDATE boards SET body = ''",
            "UPDATE seeds SET seed = ''",
            "DELETE FROM seeds",
            "DELETE FROM audit_reads",
            "UPDATE games SET visibility = 'public'",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(statement)


# All that the service may do besides SELECT and INSERT. Whoever adds to this gives a reason in a migration.
CHANGES = """
    accounts: DELETE UPDATE
    analyses: UPDATE
    answers: DELETE UPDATE
    api_keys: DELETE UPDATE
    app_codes: DELETE UPDATE
    app_grants: DELETE UPDATE
    attempts: DELETE UPDATE
    audit_reads: UPDATE
    audit_runs: DELETE UPDATE
    caller_job_pieces: DELETE UPDATE
    caller_jobs: DELETE UPDATE
    debts: DELETE UPDATE
    deliveries: DELETE UPDATE
    invitations: DELETE UPDATE
    origins: DELETE
    participants: DELETE UPDATE
    passkeys: DELETE
    pending_decisions: DELETE UPDATE
    readings: DELETE UPDATE
    recovery_codes: DELETE
    seat_tokens: DELETE UPDATE
    snapshots: DELETE UPDATE
    stream_tickets: DELETE
    tlog_map_nodes: DELETE
    verdicts: DELETE
    votes: DELETE UPDATE
    webhooks: DELETE UPDATE
"""


def test_the_app_may_change_what_is_listed_here(servers: Servers) -> None:
    granted = """
        SELECT table_name || ': ' || string_agg(privilege_type, ' ' ORDER BY privilege_type)
        FROM information_schema.role_table_grants
        WHERE grantee = 'kontor_app' AND privilege_type NOT IN ('SELECT', 'INSERT') GROUP BY table_name ORDER BY 1
    """
    with psycopg.connect(servers.owner_url("kontor")) as conn:
        found = [row[0] for row in conn.execute(granted)]
    assert found == [line.strip() for line in CHANGES.strip().splitlines()]


def test_a_seed_in_use_is_not_declared_unused(servers: Servers, own_settings: Settings) -> None:
    with psycopg.connect(own_settings.database_url, autocommit=True) as conn:
        game, other = uuid4(), uuid4()
        for each, taken in ((game, "now()"), (other, "NULL")):
            given = f"INSERT INTO seeds (game_id, seed, expires, taken_at) VALUES (%s, %s, '2020-01-01', {taken})"
            conn.execute(given.encode(), (each, b"s" * 32))
        with pytest.raises(psycopg.errors.RestrictViolation):
            conn.execute("UPDATE seeds SET taken_at = NULL WHERE game_id = %s", (game,))
        conn.execute("SELECT forget_what_expired()")
        assert conn.execute("SELECT game_id FROM seeds").fetchall() == [(game,)]


def test_the_reader_sees_no_secret(servers: Servers) -> None:
    reader = servers.app_url("kontor").replace("kontor_app", "kontor_reader")
    with psycopg.connect(reader, autocommit=True) as conn:
        conn.execute("SELECT * FROM events")
        for secret in (
            "* FROM seeds",
            "* FROM sealed",
            "body FROM commits",
            "* FROM participants",
            "* FROM answers",
            "* FROM caller_jobs",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(f"SELECT {secret}".encode())
