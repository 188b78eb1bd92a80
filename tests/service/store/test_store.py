"""What the store keeps beside the log, and what it answers about games."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from kontor.domain.kernel.commits import Commit
from kontor.service.settings import Settings
from kontor.service.store import (
    Aside,
    Debt,
    Head,
    NewGame,
    Projection,
    ReservedSeed,
    Seated,
    Snapshot,
    Store,
    StoreAway,
    Wanted,
    open_pool,
    require_modest_role,
)
from kontor.service.store.pool import RoleTooStrong
from tests.support.playing import created
from tests.support.servers import Servers
from tests.support.stored_games import RUNNING, Standing, answered, head_after, stored_game
from tests.tiny import RULESET

ANNA, BEN = uuid4(), uuid4()


def appended(store: Store, game: Standing, aside: Aside) -> Commit[Any]:
    """The next commit of the game, written."""
    at = store.head(game.id)
    assert at is not None
    made = game.next_commit()
    assert store.append(game.id, at, [made], aside)
    return made


def test_a_game_is_loaded_as_it_was_stored(store: Store) -> None:
    game = stored_game(store)
    stored = store.load(game.id)
    assert stored is not None
    assert stored.records == game.records
    assert stored.seed == game.played.game.seed
    assert stored.board == game.played.game.board
    assert stored.row.head == game.head
    assert (stored.row.status, stored.row.awaiting) == ("running", (1,))


def test_only_the_tail_is_read_where_the_rest_is_known(store: Store) -> None:
    game = stored_game(store)
    made = appended(store, game, Aside(RUNNING))
    assert store.tail(game.id, game.head.version) == list(made.records)
    stored = store.load(game.id, game.head.version)
    assert stored is not None
    assert stored.records == list(made.records)


def test_events_are_paged_and_name_their_command_once(store: Store) -> None:
    game = stored_game(store)
    page = store.events(game.id, 1, 2)
    assert [each.record.version for each in page] == [2, 3]
    whole = store.events(game.id, 0, 1000)
    causes = [each.cause for each in whole if each.cause]
    assert causes == [(made.command, made.salt) for made in game.played.commits]


def test_a_commit_is_found_from_any_version_in_it(store: Store) -> None:
    game = stored_game(store)
    last = game.played.commits[-1]
    assert last.last > last.first
    for version in range(last.first, last.last + 1):
        assert store.commit_ends(game.id, version) == (last.first, last.last)
    assert store.commit_ends(game.id, last.last + 1) is None
    assert store.commit_ends(game.id, 0) is None


def test_what_is_not_there_is_none(store: Store) -> None:
    nobody = uuid4()
    assert store.head(nobody) is None
    assert store.row(nobody) is None
    assert store.load(nobody) is None
    assert store.board("sha256:" + "0" * 64) is None
    assert store.answer("nobody", "nothing") is None
    assert store.events(nobody, 0, 10) == []


def test_an_answer_comes_back_as_it_was_given(store: Store) -> None:
    game = stored_game(store)
    appended(store, game, answered("k", body='{"version":7}', scope=f"{ANNA}/{game.id}"))
    assert store.answer(f"{ANNA}/{game.id}", "k") == answered("k", '{"version":7}', f"{ANNA}/{game.id}").answer
    assert store.answer(f"{BEN}/{game.id}", "k") is None


def test_the_newest_snapshot_in_the_right_format_is_found(store: Store) -> None:
    game_id = uuid4()
    for version, form in ((3, "a/1"), (9, "a/1"), (12, "a/2")):
        store.put_snapshot(game_id, Snapshot(version, form, bytes([version])))
    store.put_snapshot(game_id, Snapshot(9, "a/1", b"again"))  # the first one stays
    assert store.snapshot(game_id, "a/1") == Snapshot(9, "a/1", b"\x09")
    assert store.snapshot(game_id, "a/1", at_most=8) == Snapshot(3, "a/1", b"\x03")
    assert store.snapshot(game_id, "b/1") is None


def test_a_board_is_named_by_its_content(store: Store) -> None:
    first = store.put_board("tiny", {"b": 1, "a": [2]})
    assert first == store.put_board("tiny", {"a": [2], "b": 1}, ANNA)
    assert store.board(first) == {"a": [2], "b": 1}


# ---------------------------------------------------------------- seeds


def new_game(seed_id: UUID, seed: bytes) -> tuple[NewGame, list[Commit[Any]]]:
    played = created(RULESET, 2, seed_id.int & (2**60 - 1))
    return NewGame(played.game.id, seed, "tiny", 0, "sha256:" + "0" * 64), played.commits


def test_a_reserved_seed_serves_one_game(store: Store) -> None:
    new, commits = new_game(uuid4(), b"s" * 32)
    store.reserve_seed(ReservedSeed(new.id, b"s" * 32, datetime.now(UTC) + timedelta(hours=1), ANNA))
    reserved = store.reserved_seed(new.id)
    assert reserved is not None
    assert (reserved.seed, reserved.account) == (b"s" * 32, ANNA)
    assert not store.create(replace(new, seed=b"t" * 32), commits, Aside(RUNNING))  # another seed than was committed to
    assert store.create(new, commits, Aside(RUNNING))
    assert store.reserved_seed(new.id) is None
    assert not store.create(new, commits, Aside(RUNNING))


def test_an_expired_reservation_makes_no_game(store: Store) -> None:
    new, commits = new_game(uuid4(), b"s" * 32)
    store.reserve_seed(ReservedSeed(new.id, b"s" * 32, datetime.now(UTC) - timedelta(seconds=1)))
    assert store.reserved_seed(new.id) is None
    assert not store.create(new, commits, Aside(RUNNING))
    assert store.head(new.id) is None


# ---------------------------------------------------------------- people and lists


def test_lists_show_what_the_reader_may_see_newest_first(own_store: Store) -> None:
    store = own_store
    public = stored_game(store)
    unlisted = stored_game(store, Aside(RUNNING, seated=(Seated("p1", 1, ANNA),)))
    with store.pool.connection() as conn:
        conn.execute("UPDATE games SET visibility = 'unlisted' WHERE game_id = %s", (unlisted.id,))

    def listed(wanted: Wanted) -> set[UUID]:
        found = [row.id for row in store.list_games(wanted)]
        assert found == sorted(found, reverse=True)
        return set(found)

    assert listed(Wanted()) == {public.id}
    assert listed(Wanted(reader=BEN)) == {public.id}
    assert listed(Wanted(reader=ANNA)) == {public.id, unlisted.id}
    assert listed(Wanted(sees_all=True)) == {public.id, unlisted.id}
    assert listed(Wanted(reader=ANNA, mine=True)) == {unlisted.id}
    assert listed(Wanted(reader=ANNA, awaiting=True)) == {unlisted.id}
    assert listed(Wanted(sees_all=True, status="open")) == set()
    assert listed(Wanted(sees_all=True, ruleset="another")) == set()
    newest = max(public.id, unlisted.id)
    assert listed(Wanted(sees_all=True, limit=1)) == {newest}
    assert listed(Wanted(sees_all=True, before=newest)) == {public.id, unlisted.id} - {newest}


def test_who_leaves_a_seat_is_remembered_and_may_come_back(own_store: Store) -> None:
    anna = Seated("p1", 1, ANNA)
    game = stored_game(own_store, Aside(RUNNING, seated=(anna, Seated("p2", 2, BEN))))
    appended(own_store, game, Aside(RUNNING, left=("p1",)))
    assert own_store.participants(game.id) == [replace(anna, holds=False), Seated("p2", 2, BEN)]
    assert own_store.list_games(Wanted(reader=ANNA, awaiting=True)) == []
    appended(own_store, game, Aside(RUNNING, seated=(anna,)))
    assert own_store.participants(game.id) == [anna, Seated("p2", 2, BEN)]


def test_a_deleted_account_leaves_the_log_and_nothing_else(own_store: Store) -> None:
    game = stored_game(own_store, Aside(RUNNING, seated=(Seated("p1", 1, ANNA), Seated("p2", 2, BEN))))
    appended(own_store, game, answered("k", scope=f"{ANNA}/{game.id}"))
    appended(own_store, game, answered("k", scope=f"{BEN}/{game.id}"))
    log = own_store.tail(game.id, 0)
    own_store.forget_account(ANNA)
    assert [each.account for each in own_store.participants(game.id)] == [BEN]
    assert own_store.answer(f"{ANNA}/{game.id}", "k") is None
    assert own_store.answer(f"{BEN}/{game.id}", "k") is not None
    assert own_store.tail(game.id, 0) == log
    with own_store.pool.connection() as conn:
        for table in ("events", "sealed", "commits"):
            text = conn.execute(f"SELECT string_agg({table}::text, '') FROM {table}".encode()).fetchone()
            assert text is not None
            assert str(ANNA) not in (text[0] or "")


# ---------------------------------------------------------------- debts


def test_a_debt_stands_until_a_commit_pays_it(own_store: Store) -> None:
    game = stored_game(own_store, Aside(RUNNING, Debt(bots=(1, 2))))
    version = game.head.version
    assert own_store.debt(game.id) == (version, Debt(bots=(1, 2)))
    assert [(each.game_id, each.version, each.attempt) for each in own_store.claim_debts(9)] == [(game.id, version, 1)]
    own_store.looked(game.id, version, 2)
    assert own_store.debt(game.id) == (version, Debt(bots=(1,)))
    own_store.looked(game.id, version - 1, 1)  # of a version that is gone: nothing happens
    assert own_store.debt(game.id) == (version, Debt(bots=(1,)))
    made = appended(own_store, game, Aside(Projection("scoring"), Debt(score=True)))
    assert own_store.debt(game.id) == (made.last, Debt(score=True))
    appended(own_store, game, Aside(Projection("finished")))
    assert own_store.debt(game.id) is None


def test_a_look_that_was_all_that_is_owed_ends_the_debt(own_store: Store) -> None:
    game = stored_game(own_store, Aside(RUNNING, Debt(bots=(2,))))
    own_store.looked(game.id, game.head.version, 2)
    assert own_store.debt(game.id) is None


def test_a_deadline_is_not_due_before_its_time(own_store: Store) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    game = stored_game(own_store, Aside(RUNNING, Debt(deadline=soon)))
    assert own_store.claim_debts(9) == []
    assert own_store.debt(game.id) == (game.head.version, Debt(deadline=soon))


def test_a_deadline_is_not_overslept_while_bots_are_tried_again(own_settings: Settings) -> None:
    """The next try comes no later than the deadline, whatever else is owed; once the bots have passed, exactly then."""
    soon = datetime.now(UTC) + timedelta(seconds=20)
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, grace=60.0)
        game = stored_game(store, Aside(RUNNING, Debt(bots=(1, 2), deadline=soon)))

        def next_try() -> datetime:
            with pool.connection() as conn:
                found = conn.execute("SELECT try_at FROM debts").fetchone()
            assert found is not None
            assert isinstance(found[0], datetime)
            return found[0]

        assert next_try() == soon
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        (owed,) = store.claim_debts(9)
        assert owed.debt == Debt(bots=(1, 2), deadline=soon)
        assert next_try() == soon
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        store.looked(game.id, game.head.version, 1)
        assert next_try() < soon
        store.looked(game.id, game.head.version, 2)
        assert next_try() == soon
        assert store.debt(game.id) == (game.head.version, Debt(deadline=soon))


def test_a_debt_claimed_by_one_relay_is_not_given_to_another_at_once(own_settings: Settings) -> None:
    with open_pool(own_settings.database_url, 2) as pool:
        store = Store(pool, grace=60.0)
        stored_game(store, Aside(RUNNING, Debt(score=True)))
        assert store.claim_debts(9) == []  # the job that was sent with the commit has its time first
        with pool.connection() as conn:
            conn.execute("UPDATE debts SET try_at = now()")
        assert len(store.claim_debts(9)) == 1
        assert store.claim_debts(9) == []


# ---------------------------------------------------------------- when Postgres goes


def test_a_connection_that_breaks_after_the_commit_is_no_failure(own_store: Store) -> None:
    """The answer is lost, the commit stands: it is found, and not written a second time."""
    game = stored_game(own_store)
    made = game.next_commit()
    assert Breaking(own_store, after=True).append(game.id, game.head, [made], answered("k"))
    assert own_store.tail(game.id, game.head.version) == list(made.records)


def test_a_connection_that_breaks_before_the_commit_is_replaced(own_store: Store) -> None:
    game = stored_game(own_store)
    made = game.next_commit()
    assert Breaking(own_store, after=False).append(game.id, game.head, [made], Aside(RUNNING))
    assert own_store.head(game.id) == head_after(made)


def test_a_broken_connection_does_not_turn_a_lost_race_into_a_win(own_store: Store) -> None:
    game = stored_game(own_store)
    late = game.rival_commit(1)
    assert own_store.append(game.id, game.head, [game.next_commit()], Aside(RUNNING))
    assert not Breaking(own_store, after=True).append(game.id, game.head, [late], Aside(RUNNING))


def test_a_restart_of_postgres_is_not_noticed(own_store: Store, own_settings: Settings, servers: Servers) -> None:
    game = stored_game(own_store)
    with ThreadPoolExecutor(8) as threads:  # so that several connections are open
        assert list(threads.map(own_store.head, [game.id] * 8)) == [game.head] * 8
    ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s AND usename = 'kontor_app'"
    for question in (lambda: own_store.head(game.id) == game.head, lambda: appended(own_store, game, Aside(RUNNING))):
        with psycopg.connect(servers.super_url("postgres"), autocommit=True) as conn:
            assert conn.execute(
                ended, (psycopg.conninfo.conninfo_to_dict(own_settings.database_url)["dbname"],)
            ).fetchall()
        assert question()


def test_a_postgres_that_is_not_there_is_away() -> None:
    with open_pool("postgresql://nobody@/none?host=/nonexistent", 1, timeout=0.1) as pool, pytest.raises(StoreAway):
        Store(pool).head(uuid4())


class Breaking(Store):
    """A store whose first connection breaks: before it sends its statement, or before it hears the answer."""

    def __init__(self, store: Store, after: bool) -> None:
        is_first = iter([True])

        class Pool:
            check = store.pool.check

            @contextmanager
            def connection(self) -> Iterator[psycopg.Connection[Any]]:
                with store.pool.connection() as conn:
                    breaks = next(is_first, False)
                    if breaks and not after:
                        conn.close()
                    yield conn
                    if breaks:
                        conn.close()
                        raise psycopg.OperationalError("the connection broke")

        super().__init__(Pool())  # type: ignore[arg-type]  # all that a store asks of a pool


# ---------------------------------------------------------------- roles


def test_the_service_does_not_start_as_superuser_or_owner(servers: Servers) -> None:
    for url, power in ((servers.super_url("kontor"), "superuser"), (servers.owner_url("kontor"), "owner")):
        with open_pool(url, 1) as pool, pytest.raises(RoleTooStrong, match=power):
            require_modest_role(pool)
    with open_pool(servers.app_url("kontor"), 1) as pool:
        require_modest_role(pool)


def test_the_reader_sees_no_secret(servers: Servers) -> None:
    reader = servers.app_url("kontor").replace("kontor_app", "kontor_reader")
    with psycopg.connect(reader, autocommit=True) as conn:
        conn.execute("SELECT * FROM events")
        for secret in ("* FROM seeds", "* FROM sealed", "body FROM commits", "* FROM participants", "* FROM answers"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(f"SELECT {secret}".encode())


def test_a_head_is_its_version_and_hash() -> None:
    assert Head() == Head(0, bytes(32))
