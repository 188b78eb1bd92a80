"""The order across games: no gap for a reader, whatever writers and clusters do."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from kontor.service.migrations import migrate
from kontor.service.settings import Settings
from kontor.service.store.append_values import Alongside
from kontor.service.store.commit_feed import Position
from kontor.service.store.prepared import StoreConnection
from kontor.service.store.store import Store
from tests.support.stored_games import RUNNING, Standing, head_after, one_connection, stored_game


def follow_feed(store: Store, at: Position | None, limit: int = 2) -> Iterator[tuple[UUID, int]]:
    """Read on from a position until nothing more is there."""
    while placed := store.commit_feed.after(at, limit):
        for each in placed:
            at = each.position
            yield at.game_id, at.version


def test_a_reader_of_all_games_never_misses_a_commit_that_is_delayed(own_store: Store, own_settings: Settings) -> None:
    """A writer holds its transaction open, later ones commit: the reader waits below it, then sees all in order."""
    slow, fast = stored_game(own_store), stored_game(own_store)
    assert len(list(follow_feed(own_store, None))) == slow.stored + fast.stored
    end = own_store.commit_feed.after(None, 99)[-1].position
    delayed = slow.next_commit()
    with StoreConnection.connect(own_settings.database_url) as conn:
        conn.execute("SELECT")  # not autocommit: a transaction begins, open until we say so
        delay = Store(one_connection(conn))
        delay.commits.append(slow.id, slow.head, [delayed], Alongside(RUNNING))
        at = fast.head
        for _ in range(3):
            made = fast.next_commit()
            own_store.commits.append(fast.id, at, [made], Alongside(RUNNING))
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
            own_store.commits.append(game.id, at, [made], Alongside(RUNNING))
            at = head_after(made)

    def read() -> None:
        at: Position | None = None
        while True:
            last_round = done.is_set()
            while placed := own_store.commit_feed.after(at, 3):
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


def test_a_new_epoch_comes_after_all_earlier_commits(own_store: Store, own_settings: Settings) -> None:
    """After a restore into a new cluster, transaction numbers begin anew: the epoch keeps the order."""
    game = stored_game(own_store)
    end = own_store.commit_feed.after(None, 99)[-1].position
    migrate(own_settings.migrate_url, new_cluster=True)
    made = game.next_commit()
    own_store.commits.append(game.id, game.head, [made], Alongside(RUNNING))
    (new,) = own_store.commit_feed.after(end, 99)
    assert (new.position.epoch, new.position.version) == (end.epoch + 1, made.last)


def test_commits_of_an_older_cluster_are_read_with_any_transaction_number(
    own_store: Store, own_settings: Settings
) -> None:
    """Their transaction numbers may be far above ours; they are settled all the same."""
    game = stored_game(own_store)
    restored = """
        INSERT INTO commits (game_id, first, last, command_id, actor, body, salt, epoch, txid)
        SELECT game_id, 1000, 1000, command_id, actor, body, salt, epoch, '999999999999' FROM commits LIMIT 1
    """
    with own_store.pool.connection() as conn:
        conn.execute(restored)
    assert len(own_store.commit_feed.after(None, 99)) == game.stored  # in this epoch such a number has not been reached
    migrate(own_settings.migrate_url, new_cluster=True)
    assert [each.position.version for each in own_store.commit_feed.after(None, 99)][-1] == 1000
