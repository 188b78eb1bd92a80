"""The promises of the log: all or none, one winner, no gap, and what was written stays."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from kontor.domain.kernel.commits import Commit
from kontor.service.settings import Settings
from kontor.service.store import Aside, Head, KeyTaken, Position, Store
from tests.support.servers import Servers
from tests.support.stored_games import (
    RUNNING,
    Standing,
    answered,
    head_after,
    log_of,
    one_connection,
    rows_of,
    stored_game,
)
from tests.tiny.state import State

# ---------------------------------------------------------------- all or none


def test_a_commit_is_written_with_everything_that_belongs_to_it(store: Store) -> None:
    game = stored_game(store)
    made = game.next_commit()
    assert store.append(game.id, game.head, [made], answered("a key"))
    assert log_of(store, game.id) == [*game.records, *made.records]
    assert store.head(game.id) == head_after(made)
    assert store.answer("somebody/game", "a key") is not None


def test_a_statement_that_fails_midway_leaves_nothing(store: Store) -> None:
    """The answer's key is taken: events, commit, debts and the game's row are as they were."""
    game = stored_game(store)
    first = game.next_commit()
    assert store.append(game.id, game.head, [first], answered("twice"))
    before = rows_of(store, game.id)
    second = game.next_commit()
    with pytest.raises(KeyTaken):
        store.append(game.id, head_after(first), [second], answered("twice"))
    assert rows_of(store, game.id) == before
    assert store.append(game.id, head_after(first), [second], answered("another"))


def test_a_batch_is_several_commits_at_one_stroke(store: Store) -> None:
    game = stored_game(store)
    batch = [game.next_commit(), game.next_commit(), game.next_commit()]
    assert store.append(game.id, game.head, batch, Aside(RUNNING))
    firsts = [each.record.version for each in store.events(game.id, game.head.version, 99) if each.cause]
    assert firsts == [made.first for made in batch]


def test_commits_that_leave_a_hole_are_refused_before_they_are_sent(store: Store) -> None:
    game = stored_game(store)
    game.next_commit()
    with pytest.raises(ValueError, match="do not follow"):
        store.append(game.id, game.head, [game.next_commit()], Aside(RUNNING))


# ---------------------------------------------------------------- one winner


def test_of_twelve_racing_writers_one_wins_and_none_fails(store: Store) -> None:
    game = stored_game(store)
    rivals = [game.rival_commit(n) for n in range(12)]
    assert len({made.records[-1].hash for made in rivals}) == 12
    start = threading.Barrier(12)

    def write(made: Commit[State]) -> bool:
        start.wait()
        return store.append(game.id, game.head, [made], Aside(RUNNING))

    with ThreadPoolExecutor(12) as pool:
        won = list(pool.map(write, rivals))
    assert won.count(True) == 1
    winner = rivals[won.index(True)]
    assert log_of(store, game.id) == [*game.records, *winner.records]
    assert store.head(game.id) == head_after(winner)


def test_of_twelve_with_one_key_one_wins_and_the_answer_is_the_winners(store: Store) -> None:
    game = stored_game(store)
    start = threading.Barrier(12)

    def write(n: int) -> bool:
        start.wait()
        aside = answered("shared", body=str(n), scope=f"somebody/{game.id}")
        return store.append(game.id, game.head, [game.rival_commit(n)], aside)

    with ThreadPoolExecutor(12) as pool:
        won = list(pool.map(write, range(12)))
    answer = store.answer(f"somebody/{game.id}", "shared")
    assert answer is not None
    assert [n for n in range(12) if won[n]] == [int(answer.body)]


def test_a_stale_writer_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    late = game.rival_commit(1)
    assert store.append(game.id, game.head, [game.next_commit()], Aside(RUNNING))
    before = rows_of(store, game.id)
    assert not store.append(game.id, game.head, [late], answered("late"))
    assert rows_of(store, game.id) == before
    assert store.answer("somebody/game", "late") is None


def test_a_cache_that_is_ahead_writes_nothing(store: Store) -> None:
    """After a failover the database may have lost what a cache still holds: that must not become a gap."""
    game = stored_game(store)
    game.next_commit()  # lost
    ahead = game.next_commit()
    lost_head = Head(ahead.first - 1, game.played.commits[-2].records[-1].hash)
    before = rows_of(store, game.id)
    assert not store.append(game.id, lost_head, [ahead], answered("ahead"))
    assert rows_of(store, game.id) == before


def test_the_right_version_with_another_hash_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    before = rows_of(store, game.id)
    assert not store.append(game.id, replace(game.head, hash=b"\1" * 32), [game.next_commit()], Aside(RUNNING))
    assert rows_of(store, game.id) == before


def test_the_right_hash_with_another_version_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    game.next_commit()
    skipping = game.next_commit()
    before = rows_of(store, game.id)
    assert not store.append(game.id, replace(game.head, version=skipping.first - 1), [skipping], Aside(RUNNING))
    assert rows_of(store, game.id) == before


# ---------------------------------------------------------------- no gap for a reader


def follow_feed(store: Store, at: Position | None, limit: int = 2) -> Iterator[tuple[UUID, int]]:
    """Read on from a position until nothing more is there."""
    while placed := store.after(at, limit):
        for each in placed:
            at = each.position
            yield at.game_id, at.version


def test_a_reader_of_all_games_never_misses_a_commit_that_is_delayed(
    own_store: Store, own_settings: Settings, servers: Servers
) -> None:
    """A writer holds its transaction open, later ones commit: the reader waits below it, then sees all in order."""
    slow, fast = stored_game(own_store), stored_game(own_store)
    assert len(list(follow_feed(own_store, None))) == slow.stored + fast.stored
    end = own_store.after(None, 99)[-1].position
    delayed = slow.next_commit()
    with psycopg.connect(own_settings.database_url) as conn:  # not autocommit: open until we say so
        delay = Store(one_connection(conn))
        assert delay.append(slow.id, slow.head, [delayed], Aside(RUNNING))
        at = fast.head
        for _ in range(3):
            made = fast.next_commit()
            assert own_store.append(fast.id, at, [made], Aside(RUNNING))
            at = head_after(made)
        assert list(follow_feed(own_store, end)) == []  # they are committed, but something may come before them
        conn.commit()
    later = list(follow_feed(own_store, end))
    assert later[0] == (slow.id, delayed.last)
    assert [game for game, _ in later] == [slow.id, fast.id, fast.id, fast.id]


def test_a_reader_beside_many_writers_sees_every_commit_once(own_store: Store) -> None:
    games = [stored_game(own_store) for _ in range(4)]
    done = threading.Event()
    seen: list[tuple[UUID, int]] = []

    def write(game: Standing) -> None:
        at = game.head
        for _ in range(15):
            made = game.next_commit()
            assert own_store.append(game.id, at, [made], Aside(RUNNING))
            at = head_after(made)

    def read() -> None:
        at: Position | None = None
        while True:
            last_round = done.is_set()
            while placed := own_store.after(at, 3):
                at = placed[-1].position
                seen.extend((each.position.game_id, each.position.version) for each in placed)
            if last_round:
                return

    with ThreadPoolExecutor(5) as pool:
        reader = pool.submit(read)
        for writer in [pool.submit(write, game) for game in games]:
            writer.result()
        done.set()
        reader.result()
    written = [(game.id, made.last) for game in games for made in game.played.commits]
    assert len(written) == 4 * (15 + games[0].stored)
    assert sorted(seen) == sorted(written)


def test_a_new_epoch_stands_behind_everything_before(own_store: Store, own_settings: Settings) -> None:
    """After a restore into a new cluster, transaction numbers begin anew: the epoch keeps the order."""
    from kontor.service.migrations import migrate

    game = stored_game(own_store)
    end = own_store.after(None, 99)[-1].position
    migrate(own_settings.migrate_url, new_cluster=True)
    made = game.next_commit()
    assert own_store.append(game.id, game.head, [made], Aside(RUNNING))
    (new,) = own_store.after(end, 99)
    assert (new.position.epoch, new.position.version) == (end.epoch + 1, made.last)


def test_commits_of_an_older_cluster_are_read_whatever_their_numbers(own_store: Store, own_settings: Settings) -> None:
    """Their transaction numbers may be far above ours; they are settled all the same."""
    from kontor.service.migrations import migrate

    game = stored_game(own_store)
    restored = """
        INSERT INTO commits (game_id, first, last, command_id, actor, body, salt, epoch, txid)
        SELECT game_id, 1000, 1000, command_id, actor, body, salt, epoch, '999999999999' FROM commits LIMIT 1
    """
    with own_store.pool.connection() as conn:
        conn.execute(restored)
    assert len(own_store.after(None, 99)) == game.stored  # in this epoch such a number has not been reached
    migrate(own_settings.migrate_url, new_cluster=True)
    assert [each.position.version for each in own_store.after(None, 99)][-1] == 1000


# ---------------------------------------------------------------- what was written stays

LOG_TABLES = ["events", "sealed", "commits", "events_0", "events_15", "sealed_7", "commits_3"]
ALTERATIONS: dict[str, Callable[[str], str]] = {
    "UPDATE": lambda table: f"UPDATE {table} SET game_id = game_id WHERE false",
    "DELETE": lambda table: f"DELETE FROM {table} WHERE false",
    "TRUNCATE": lambda table: f"TRUNCATE {table}",
}


@pytest.mark.parametrize("what", list(ALTERATIONS))
@pytest.mark.parametrize("table", LOG_TABLES)
def test_nobody_alters_the_log(servers: Servers, table: str, what: str) -> None:
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
        WHERE nspname = 'public' AND relkind IN ('r', 'p') AND relname ~ '^(events|sealed|commits)'
          AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'append_only'
                          AND tgenabled = 'A' AND tgtype & 56 = 56)  -- always, for UPDATE, DELETE and TRUNCATE
    """
    with psycopg.connect(servers.owner_url("kontor")) as conn:
        assert conn.execute(unguarded).fetchall() == []
        count = "SELECT count(*) FROM pg_trigger WHERE tgname = 'append_only'"
        assert conn.execute(count).fetchone() == (3 * 17,)


def test_the_app_may_not_switch_off_what_guards_the_log(servers: Servers) -> None:
    with psycopg.connect(servers.app_url("kontor"), autocommit=True) as conn:
        for statement in (
            "ALTER TABLE events DISABLE TRIGGER append_only",
            "SET session_replication_role = replica",
            "DROP TABLE events",
            "CREATE TABLE mine (n int)",
            "UPDATE boards SET body = ''",
            "UPDATE seeds SET seed = ''",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(statement)
