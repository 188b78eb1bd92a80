"""The promises of the append: all or none, one winner, and a connection that breaks changes neither."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, LiteralString

import psycopg
import pytest

from kontor.domain.kernel.commits import Commit
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.commits import KeyTaken
from kontor.service.store.games import Head
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from tests.support import damage
from tests.support.stored_games import (
    RUNNING,
    answered,
    appended,
    head_after,
    is_appended,
    log_of,
    rows_of,
    stored_game,
)
from tests.tiny.state import State

# ---------------------------------------------------------------- all or none


def test_a_commit_is_written_with_everything_that_belongs_to_it(store: Store) -> None:
    game = stored_game(store)
    made = game.next_commit()
    store.commits.append(game.id, game.head, [made], answered("a key"))
    assert log_of(store, game.id) == [*game.records, *made.records]
    assert store.games.head(game.id) == head_after(made)
    assert store.answers.find("somebody/game", "a key") is not None


def test_a_statement_that_fails_midway_leaves_nothing(store: Store) -> None:
    """The answer's key is taken: events, commit, debts and the game's row are as they were."""
    game = stored_game(store)
    first = game.next_commit()
    store.commits.append(game.id, game.head, [first], answered("twice"))
    before = rows_of(store, game.id)
    second = game.next_commit()
    with pytest.raises(KeyTaken):
        store.commits.append(game.id, head_after(first), [second], answered("twice"))
    assert rows_of(store, game.id) == before
    store.commits.append(game.id, head_after(first), [second], answered("another"))


def test_a_batch_is_several_commits_in_one_statement(store: Store) -> None:
    game = stored_game(store)
    batch = [game.next_commit(), game.next_commit(), game.next_commit()]
    store.commits.append(game.id, game.head, batch, Alongside(RUNNING))
    firsts = [each.record.version for each in store.events.page(game.id, game.head.version, 99) if each.cause]
    assert firsts == [made.first for made in batch]


def test_commits_that_leave_a_hole_are_refused_before_they_are_sent(store: Store) -> None:
    game = stored_game(store)
    game.next_commit()
    with pytest.raises(ValueError, match="do not follow"):
        store.commits.append(game.id, game.head, [game.next_commit()], Alongside(RUNNING))


def test_a_game_is_created_on_a_connection_that_was_rolled_back(own_settings: Settings) -> None:
    """psycopg deallocates all prepared statements after a rollback, also those that it did not prepare itself."""
    with open_pool(own_settings.database_url, 1) as pool:
        store = Store(pool)
        stored_game(store)
        with pool.connection() as conn, conn.transaction(force_rollback=True):
            conn.execute("SELECT 1", prepare=True)
        game = stored_game(store)
        store.commits.append(game.id, game.head, [game.next_commit()], answered("after a rollback"))


# ---------------------------------------------------------------- one winner


def test_of_twelve_racing_writers_one_wins_and_none_fails(store: Store) -> None:
    game = stored_game(store)
    rivals = [game.rival_commit(n) for n in range(12)]
    assert len({made.records[-1].hash for made in rivals}) == 12
    start = threading.Barrier(12)

    def write(made: Commit[State]) -> bool:
        start.wait()
        return is_appended(store, game.id, game.head, [made], Alongside(RUNNING))

    with ThreadPoolExecutor(12) as pool:
        won = list(pool.map(write, rivals))
    assert won.count(True) == 1
    winner = rivals[won.index(True)]
    assert log_of(store, game.id) == [*game.records, *winner.records]
    assert store.games.head(game.id) == head_after(winner)


def test_of_twelve_with_one_key_one_wins_and_the_answer_is_the_winners(store: Store) -> None:
    game = stored_game(store)
    start = threading.Barrier(12)

    def write(n: int) -> bool:
        start.wait()
        alongside = answered("shared", body=str(n), scope=f"somebody/{game.id}")
        return is_appended(store, game.id, game.head, [game.rival_commit(n)], alongside)

    with ThreadPoolExecutor(12) as pool:
        won = list(pool.map(write, range(12)))
    answer = store.answers.find(f"somebody/{game.id}", "shared")
    assert answer is not None
    assert [n for n in range(12) if won[n]] == [int(answer.body)]


def test_a_stale_writer_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    late = game.rival_commit(1)
    store.commits.append(game.id, game.head, [game.next_commit()], Alongside(RUNNING))
    before = rows_of(store, game.id)
    assert not is_appended(store, game.id, game.head, [late], answered("late"))
    assert rows_of(store, game.id) == before
    assert store.answers.find("somebody/game", "late") is None


def test_a_cache_that_is_ahead_writes_nothing(store: Store) -> None:
    """After a failover the database may have lost what a cache still holds: that must not become a gap."""
    game = stored_game(store)
    game.next_commit()  # lost
    ahead = game.next_commit()
    lost_head = Head(ahead.first - 1, game.played.commits[-2].records[-1].hash)
    before = rows_of(store, game.id)
    assert not is_appended(store, game.id, lost_head, [ahead], answered("ahead"))
    assert rows_of(store, game.id) == before


def test_the_right_version_with_another_hash_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    before = rows_of(store, game.id)
    assert not is_appended(
        store, game.id, replace(game.head, hash=b"\1" * 32), [game.next_commit()], Alongside(RUNNING)
    )
    assert rows_of(store, game.id) == before


def test_the_right_hash_with_another_version_writes_nothing(store: Store) -> None:
    game = stored_game(store)
    game.next_commit()
    skipping = game.next_commit()
    before = rows_of(store, game.id)
    assert not is_appended(
        store, game.id, replace(game.head, version=skipping.first - 1), [skipping], Alongside(RUNNING)
    )
    assert rows_of(store, game.id) == before


@pytest.mark.parametrize("statement", [damage.ENVELOPE, damage.HASH, damage.GONE])
def test_nothing_is_hung_on_an_event_that_was_altered(
    own_settings: Settings, own_store: Store, statement: LiteralString
) -> None:
    """The game's row says nothing of it: version and head are as they were."""
    game = stored_game(own_store)
    to = b"\1" * 32 if statement == damage.HASH else game.records[-1].envelope.replace('"at":"20', '"at":"21')
    damage.damage(own_settings, statement, str(game.id), game.head.version, to)
    before = rows_of(own_store, game.id)
    assert not is_appended(own_store, game.id, game.head, [game.next_commit()], answered("late"))
    assert rows_of(own_store, game.id) == before


# ---------------------------------------------------------------- when the connection breaks


def test_a_connection_that_breaks_after_the_commit_is_no_failure(own_store: Store) -> None:
    """The answer is lost, the commit stands: it is found, and not written a second time."""
    game = stored_game(own_store)
    made = game.next_commit()
    Breaking(own_store, after=True).commits.append(game.id, game.head, [made], answered("k"))
    assert log_of(own_store, game.id, game.head.version) == list(made.records)


def test_a_connection_that_breaks_before_the_commit_is_replaced(own_store: Store) -> None:
    game = stored_game(own_store)
    made = game.next_commit()
    Breaking(own_store, after=False).commits.append(game.id, game.head, [made], Alongside(RUNNING))
    assert own_store.games.head(game.id) == head_after(made)


def test_a_broken_connection_does_not_turn_a_lost_race_into_a_win(own_store: Store) -> None:
    game = stored_game(own_store)
    late = game.rival_commit(1)
    own_store.commits.append(game.id, game.head, [game.next_commit()], Alongside(RUNNING))
    assert not is_appended(Breaking(own_store, after=True), game.id, game.head, [late], Alongside(RUNNING))


class Breaking(Store):
    """A store whose first connection breaks: before it sends its statement, or before it hears the answer."""

    def __init__(self, store: Store, after: bool) -> None:
        is_first = iter([True])

        class Pool:
            check = store.pool.check

            @contextmanager
            def connection(self, timeout: float | None = None) -> Iterator[psycopg.Connection[Any]]:
                with store.pool.connection() as conn:
                    breaks = next(is_first, False)
                    if breaks and not after:
                        conn.close()
                    yield conn
                    if breaks:
                        conn.close()
                        raise psycopg.OperationalError("the connection broke")

        super().__init__(Pool())  # type: ignore[arg-type]  # all that a store asks of a pool


def test_a_server_that_no_longer_leads_is_left_for_another(own_store: Store) -> None:
    """It was the primary and follows now; connections to it live on, and take nothing more."""
    game = stored_game(own_store)
    with own_store.pool.connection() as conn:
        conn.execute("SET default_transaction_read_only = on")
    appended(own_store, game, Alongside(RUNNING))
    assert log_of(own_store, game.id)[-1].version > game.head.version
